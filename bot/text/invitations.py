"""Finds invitations to other servers in user input, however they are disguised.

Texts are compared by skeleton, as in Unicode Technical Standard 39: lookalike letters are equal, and invisible ones
are ignored. Everything outside an invitation stays as written.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine.pasted import is_unseen

_UNIT = re.compile(r"%[0-9A-Fa-f]{2}|.", re.DOTALL)
"""Browsers decode percent-encoded letters in host names too."""

_STACKED = frozenset({"Mn", "Me"})

_ALIKE = {
    "a": "аα", "c": "сϲ", "d": "ԁ", "e": "еє", "g": "ɡԍց", "h": "һ", "i": "іıιɩ", "l": "ӏǀ", "m": "м", "n": "ո",
    "o": "оοօ", "p": "рρ", "r": "гᴦ", "s": "ѕꜱ", "t": "тτ", "u": "υս", "v": "νѵ", "z": "ᴢ",
    ".": "。·・۔܁܂‧∙⋅٠ꓸ։", "/": "\\⁄∕⧸╱⟋᜵／﹨＼", ":": "։׃ː∶ꓽ︓",
}  # fmt: skip
_LOOKALIKES = str.maketrans({other: letter for letter, others in _ALIKE.items() for other in others})

_INVITATION = re.compile(
    r"(?:discord(?:app)?\.com\.?(?::\d+)?/+(?:invite|(?:api/+)?oauth2/+authorize)"
    r"|discord:/+(?:-/+)?invite"
    r"|(?:discord\.(?:gg|me|io|li|link|new)|dsc\.gg|invite\.gg)\.?(?::\d+)?)[/?]+\S+"
    r"|discord(?:app)?\.com\.?(?::\d+)?/+(?:api/+)?oauth2/+authorize\S*"
)
_BEFORE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.:/@_-")
"""What may precede the server's name in an address: a scheme, a subdomain."""


@dataclass(frozen=True, slots=True)
class _Skeleton:
    """The skeleton of a text, and the position in the text of each of its letters."""

    letters: str
    places: tuple[int, ...]


def without_invitations(text: str, instead: str) -> str:
    """The text with each invitation replaced, in time linear in its length."""
    skeleton = _skeleton(text)
    kept: list[str] = []
    done = end = 0
    for found in _INVITATION.finditer(skeleton.letters):
        start = found.start()
        while start > end and skeleton.letters[start - 1] in _BEFORE:
            start -= 1
        end = found.end()
        kept += (text[done : skeleton.places[start]], instead)
        done = skeleton.places[end] if end < len(skeleton.places) else len(text)
    return "".join((*kept, text[done:]))


def _skeleton(text: str) -> _Skeleton:
    letters: list[str] = []
    places: list[int] = []
    for unit in _UNIT.finditer(text):
        for letter in _looks(unit[0]):
            letters.append(letter)
            places.append(unit.start())
    return _Skeleton("".join(letters), tuple(places))


def _looks(unit: str) -> str:
    """The letters that a unit of text looks like; none if it is invisible."""
    decoded = chr(int(unit[1:], 16)) if len(unit) == 3 and unit.startswith("%") else unit
    if decoded.isascii():
        return decoded.lower().translate(_LOOKALIKES)
    plain = unicodedata.normalize("NFKD", decoded).casefold()
    seen = [one for one in plain if not is_unseen(one) and unicodedata.category(one) not in _STACKED]
    return "".join(seen).translate(_LOOKALIKES)
