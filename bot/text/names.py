"""Names: user input made safe and distinct, and those of seats, squares, computer players and their levels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from bot.model.drawn import NEUTRAL_MARK, is_told_apart, legible
from bot.text.texts import Texts, texts_for
from engine.game.state import Computer, Player, Setup
from engine.game.views import TableView
from engine.model.board import Cell, Direction
from engine.model.levels import Rank, level
from engine.reading import BLANKS, is_unseen, visible
from engine.sentences import NP_

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


MOST_NAME = 32
"""The most characters of a name that are kept; Discord allows no more."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:+\-])")
_ORDINAL = re.compile(r"^(\d+)\.")
_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
"""Format characters that scripts and emoji need; all other format characters are invisible or reverse the text."""
_STRAY_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+")
"""Invisible letters that are not part of a flag."""
_TAGS = range(0xE0020, 0xE0080)
CLEANED = 1024
"""How many texts are kept as cleaned, or names as told apart: every message about a game names its players often."""


@lru_cache(CLEANED)
def clean(text: str, instead: str = "…") -> str:
    """A text or name safe for everyone to see, in other servers too: one line, nothing invisible.

    `instead` replaces invitations to servers.
    """
    kept = "".join(filter(None, map(_seen, _STRAY_TAGS.sub("", text))))
    return without_invitations(" ".join(kept.split()), instead)


def _seen(character: str) -> str:
    """The character, a space if it breaks lines or shows nothing, or nothing for an invisible mark."""
    category = unicodedata.category(character)
    if category in _STRANGE or character in BLANKS:
        return " "
    if category == "Cf" and character not in _JOINERS and ord(character) not in _TAGS:
        return ""
    return character


@lru_cache(CLEANED)
def escape(text: str, instead: str = "…") -> str:
    """A text that Discord shows letter by letter: no markdown, links, emoji or mentions.

    `instead` replaces invitations to servers.
    """
    marked = _MARKDOWN.sub(r"\\\1", clean(text, instead)).replace("@", "@\u200b")
    return _ORDINAL.sub(r"\1\\.", marked)


def as_typed(text: str) -> str:
    """Something that people can type, as code."""
    return f"`{in_code(text)}`"


def in_code(text: str) -> str:
    """A text that is safe inside a code block."""
    return clean(text).replace("`", "'").replace("@", "@\u200b")


def code(lines: str) -> str:
    """Lines as a code block, which they cannot close."""
    return "```\n" + lines.replace("`", "'") + "\n```"


def shortened(text: str, most: int) -> str:
    """The text in at most that many characters; one that is cut ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fitting(parts: Iterable[str], between: str, most: int) -> str:
    """The parts in at most that many characters; an ellipsis stands for those that do not fit."""
    kept = list(parts)
    while len(text := between.join(kept)) > most:
        kept = [*kept[:-2], "…"]
    return text


def bold(text: str) -> str:
    """A text, escaped and bold."""
    return f"**{escape(text)}**"


def display_names(names: Iterable[str], texts: Texts | None = None) -> tuple[str, ...]:
    """The names as shown at one table, in texts and pictures: shortened, and those that look alike numbered.

    A name of which pictures can show nothing is replaced by the number of its player, in English without `texts`.
    """
    return _told_apart(tuple(names), texts or texts_for(None))


@lru_cache(CLEANED)
def _told_apart(names: tuple[str, ...], texts: Texts) -> tuple[str, ...]:
    shown: list[str] = []
    taken: set[str] = set()
    for seat, name in enumerate(names, 1):
        own = clean(name)[:MOST_NAME].strip() or "?"
        if NEUTRAL_MARK in legible(own) and not is_told_apart(own):
            own = texts.gettext("Player {number}", number=seat)
        candidate, number = own, 1
        while _key(candidate) in taken:
            number += 1
            candidate = f"{own} ({number})"
        taken.add(_key(candidate))
        shown.append(candidate)
    return tuple(shown)


def guest_name(typed: str, texts: Texts) -> str:
    """The name of a guest as someone typed it, made safe."""
    return clean(typed)[:MOST_NAME].strip() or texts.gettext("Guest")


def _key(name: str) -> str:
    """A key that is equal for names that people would confuse, also in a picture."""
    return " ".join(unicodedata.normalize("NFKC", legible(visible(name))).casefold().split())


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The setup of a game and the display names of its seats."""

    setup: Setup
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat]

    def list(self, seats: Iterable[int]) -> tuple[str, ...]:
        """The names of several seats."""
        return tuple(self.names[seat] for seat in seats)

    def square(self, row: int, column: int) -> str:
        """A square as players name it, such as `H8`: column first if columns have letters."""
        orientation, size = self.setup.orientation, self.setup.variant.layout.size
        way = Direction.ACROSS if orientation.digits_for_columns else Direction.DOWN
        return orientation.name(Cell(row, column), way, size)

    def row(self, row: int) -> str:
        """The label of a row."""
        return self.setup.orientation.row_label(row, self.setup.variant.layout.height)

    def column(self, column: int) -> str:
        """The label of a column."""
        return self.setup.orientation.column_label(column, self.setup.variant.layout.width)

    def with_names(self, other: Mapping[int, str]) -> SeatNames:
        """The same cast with other names for some seats."""
        return replace(self, names=tuple(other.get(seat, name) for seat, name in enumerate(self.names)))


def cast_of(view: TableView, style: Callable[[str], str] = bold) -> SeatNames:
    """The cast of a table, with names escaped and in bold for messages; pass `str` for pictures."""
    return SeatNames(view.setup, tuple(map(style, seat_names(view))))


def seat_names(view: TableView) -> tuple[str, ...]:
    """The display names at a table; a player who has none is numbered in the language of the tiles."""
    return display_names((seat.player.name for seat in view.seats), texts_for(view.variant.language))


# Translators: Put about 30 short first names that are common in your language here, with commas between them.
_NAMES = NP_(
    "names of computer players",
    "Arlo, Basil, Bea, Cosmo, Dora, Felix, Fern, Gus, Hazel, Hugo, Iris, Ivy, Jasper, Juno, Lotte, Mabel, Milo, "
    "Monty, Nell, Nora, Olive, Oscar, Otto, Pearl, Percy, Rufus, Sid, Tilda, Wanda, Willa",
)


def computer_names(texts: Texts) -> tuple[str, ...]:
    """What computer players can be called in a language: short names, no two of them alike."""
    names = (" ".join(name.split()) for name in texts.pgettext(*_NAMES).split(","))
    return tuple({name.casefold(): name for name in names if name}.values())


_RANKS = {
    Rank.NOVICE: NP_("level", "novice"),
    Rank.CASUAL: NP_("level", "casual"),
    Rank.CLUB: NP_("level", "club"),
    Rank.EXPERT: NP_("level", "expert"),
}


def level_name(number: int, texts: Texts) -> str:
    """The name of a level by its number. Raises `IndexError` if there is none."""
    return texts.pgettext(*_RANKS[level(number).rank])


def level_text(level: int, texts: Texts) -> str:
    """A level by number and name."""
    return texts.gettext("level {level}, {name}", level=level, name=level_name(level, texts))


def with_level(name: str, player: Player, texts: Texts) -> str:
    """The name of a player as shown; a computer player's with its level."""
    if not isinstance(player, Computer):
        return name
    return texts.gettext("{name} (level {level})", name=name, level=player.level)
