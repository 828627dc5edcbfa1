"""A language to play in as TOML text: its letters in order, what is typed for them, and a tile set for each board.

name = "french"                   # as files of the field name the tiles: a-z, 0-9, - and _
alphabet = "A B C"                # as in a variant (engine.formats.varianttoml), like the next three keys
folds = "Œ/OE"
drops_accents = true
meant = "K/C/QU"
vowels = "A E"                    # letters to put first on a rack
semivowels = "Y"                  # letters that count as vowels and as consonants, optional
lists = "ODS FRA"                 # how word lists of other houses begin that are in this language, optional
examples = "HELLO HOME"           # words for the help (bot.text.examples), optional
[tiles]
standard = "?2/0 A9/1"            # by name, so that several boards can share a set
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Size
from engine.formats.varianttoml.faults import TomlFaults, shown
from engine.formats.varianttoml.reader import LETTER_KEYS, parse, read_alphabet, read_name, read_tiles
from engine.limits import COMMAND_LINE
from engine.model.tiles import Alphabet, Tiles, TileSet
from engine.reading import check

_KEYS = ("name", *LETTER_KEYS, "vowels", "semivowels", "lists", "examples", "tiles")


@dataclass(frozen=True, slots=True)
class Language:
    """A language to play in. `name` is that of its tiles in files; `sets` are its tile sets by name.

    `semivowels` count as vowels and as consonants. `lists` are the first letters, in lower case, of names of word lists
    in this language, and its own name. `examples` are words for the help, or none.
    """

    name: str
    alphabet: Alphabet
    vowels: frozenset[str]
    sets: Mapping[str, TileSet]
    lists: frozenset[str] = frozenset()
    examples: tuple[str, ...] = ()
    semivowels: frozenset[str] = frozenset()


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
    table = faults.table(("tiles",), data, needed=True) or {}
    sets = {key: TileSet(Tiles.of(read_tiles(("tiles", key), table, alphabet, faults))) for key in table}
    faults.check()
    assert alphabet
    return Language(name, alphabet, vowels, sets, lists | {name}, examples, semivowels)


def _read_letters(key: str, data: Mapping[str, Any], alphabet: Alphabet | None, faults: TomlFaults) -> frozenset[str]:
    found = frozenset((faults.text((key,), data, "") or "").split())
    for letter in sorted(found - set(alphabet.letters if alphabet else found)):
        faults.wrong((key,), "{letter} in {value} is not in the alphabet", letter=shown(letter), value=key)
    return found
