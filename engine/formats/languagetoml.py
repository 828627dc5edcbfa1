"""A language to play in as TOML text: its letters in order, what is typed for them, and a tile set for each board.

name = "french"                   # as files of the field name the tiles: a-z, 0-9, - and _
alphabet = "A B C"                # as in a variant (engine.formats.varianttoml), like the next three keys
folds = "Œ/OE"
drops_accents = true
accents = "É È"                   # letters that words of the language have with an accent and no tile has, optional
meant = "K/C/QU"
vowels = "A E"                    # letters to put first on a rack
semivowels = "Y"                  # letters that count as vowels and as consonants, optional
lists = "ODS FRA"                 # how word lists of other houses begin that are in this language, optional
examples = "HELLO HOME"           # words for the help (bot.text.examples), optional
[tiles]
standard = "?2/0 A9/1"            # by name, so that several boards can share a set
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import Size
from engine.formats.varianttoml.faults import TomlFaults, shown
from engine.formats.varianttoml.reader import LETTER_KEYS, parse, read_alphabet, read_name, read_tiles
from engine.limits import COMMAND_LINE
from engine.model.tiles import Alphabet, Tiles, TileSet
from engine.reading import check

_KEYS = ("name", *LETTER_KEYS, "accents", "vowels", "semivowels", "lists", "examples", "tiles")


@dataclass(frozen=True, slots=True)
class Language:
    """A language to play in. `name` is that of its tiles in files; `sets` are its tile sets by name.

    `semivowels` count as vowels and as consonants. `lists` are the first letters, in lower case, of names of word lists
    in this language, and its own name. `examples` are words for the help, or none. `accents` are the
    accented letters of its words that no tile has; files that have others are in another language or encoding.
    """

    name: str
    alphabet: Alphabet
    vowels: frozenset[str]
    sets: Mapping[str, TileSet]
    lists: frozenset[str] = frozenset()
    examples: tuple[str, ...] = ()
    semivowels: frozenset[str] = frozenset()
    accents: frozenset[str] = frozenset()

    @property
    def written(self) -> Alphabet:
        """The alphabet by which word lists are read: it drops no other accents than those of the language."""
        if not self.alphabet.drops_accents:
            return self.alphabet
        bare = ((sign, _without_marks(sign)) for sign in sorted(self.accents))
        return replace(self.alphabet, folds=(*self.alphabet.folds, *bare), drops_accents=False)


def _without_marks(sign: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", sign) if not unicodedata.combining(one))


def read(text: str, where: str) -> Language:
    """The language in a text. Raises `BadFile` with all its faults at once, each with its line, and `TooLarge`."""
    check(where, Size.CHARACTERS, len(text), COMMAND_LINE.variant_characters)
    data = parse(text, where)
    faults = TomlFaults(where, text)
    faults.unknown_keys((), data, _KEYS)
    name = read_name(data, faults)
    alphabet = read_alphabet((), data, faults)
    vowels, semivowels = (_read_letters(key, data, alphabet, faults) for key in ("vowels", "semivowels"))
    lists = frozenset((faults.text(("lists",), data, "") or "").lower().split())
    examples = tuple((faults.text(("examples",), data, "") or "").split())
    accents = frozenset((faults.text(("accents",), data, "") or "").split())
    table = faults.table(("tiles",), data, needed=True) or {}
    sets = {key: TileSet(Tiles.of(read_tiles(("tiles", key), table, alphabet, faults))) for key in table}
    faults.check()
    assert alphabet
    return Language(name, alphabet, vowels, sets, lists | {name}, examples, semivowels, accents)


def _read_letters(key: str, data: Mapping[str, Any], alphabet: Alphabet | None, faults: TomlFaults) -> frozenset[str]:
    found = frozenset((faults.text((key,), data, "") or "").split())
    for letter in sorted(found - set(alphabet.letters if alphabet else found)):
        faults.wrong((key,), "{letter} in {value} is not in the alphabet", letter=shown(letter), value=key)
    return found
