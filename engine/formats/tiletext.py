"""Tiles as GCG and CGP write them: one character a letter, `[CH]` for a multi-character letter, lower case for blanks.

Unlike in typed moves, two adjacent characters are always two tiles. `?` is a blank on a rack, for which `.` and `_` are
also read, and marks one on the board if case cannot; `E(0)` gives a tile's points if the letter has several values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import MalformedText, NoSuchPoints, UnknownLetter
from engine.model.board import PlacedTile
from engine.model.tiles import BLANK, Alphabet, Tile, Tiles, find_tile
from engine.model.variant import Variant
from engine.play.notation import TypedLetter


@dataclass(frozen=True, slots=True)
class Origin:
    """The names of the board, its tiles, the lexicon and the kind of game, as the program that wrote them calls them.

    `variant` is the TOML text of a variant that no other program can know, `letters` are those on its tiles, each once.
    Anything that is not told is empty.
    """

    board: str = ""
    tiles: str = ""
    lexicon: str = ""
    game_type: str = ""
    variant: str = ""
    letters: str = ""


_BLANKS = "?._"
"""How programs write a blank on a rack."""

_SINGLE = r"[^\[\](){}<>0-9._?/#:;,+\-\s]"
_PLAIN = re.compile(_SINGLE)
_FACE = rf"\[[^\[\]()\s]+\]|{_SINGLE}"
_POINTS = r"(?:\(-?[0-9]{1,6}\))?"
_ON_BOARD = re.compile(rf"(?P<blank>\?)?(?P<face>{_FACE})(?P<points>{_POINTS})")
_ON_RACK = re.compile(rf"(?P<face>[{_BLANKS}]|{_FACE})(?P<points>{_POINTS})")
_RACK = re.compile(rf"(?:(?:[{_BLANKS}]|{_FACE}){_POINTS})*")
SQUARE = re.compile(r"\??(?:\[[^]]*\]|\S)(?:\([^)]*\))?|\s")
"""What stands for one square in a text, a tile or not."""
_WORD = re.compile(rf"(?:\?(?={_FACE})|(?:{_FACE}){_POINTS}|\.|\((?:{_FACE})+\))+")

Aliases = Mapping[str, str]
"""The texts a file declares for blanks: small form to capital form, brackets included."""

NO_ALIASES: Aliases = MappingProxyType({})


def square_at(text: str, position: int) -> str:
    """What stands for one square at a position of a text, to name it as no tile; empty at the end."""
    found = SQUARE.match(text, position)
    return found[0] if found else ""


def is_rack(text: str) -> bool:
    """Whether a text looks like the tiles of a rack, in any alphabet."""
    return _RACK.fullmatch(text) is not None


def is_word(text: str) -> bool:
    """Whether a text looks like the tiles of a play, in any alphabet."""
    return _WORD.fullmatch(text) is not None


def count_tiles(text: str) -> int:
    """How many tiles the text of a rack names."""
    return sum(1 for _ in _ON_RACK.finditer(text))


def read_rack(text: str, variant: Variant) -> Tiles:
    """The tiles of a rack; a letter with several values and no given points means its highest-scoring tile.

    Raises `UnknownLetter`, `NoSuchPoints` or `MalformedText`.
    """
    tiles: list[Tile] = []
    position = 0
    while position < len(text):
        match = _ON_RACK.match(text, position)
        if not match:
            raise MalformedText(text, position)
        blank = match["face"] in _BLANKS
        letter = "" if blank else _letter(text, match, variant.alphabet, match["face"])
        tiles.append(_tile(text, match, variant, letter, blank))
        position = match.end()
    return Tiles.of(tiles)


def read_tile(text: str, position: int, variant: Variant, aliases: Aliases = NO_ALIASES) -> tuple[PlacedTile, int]:
    """The board tile at a position in a text, and the position after it.

    Raises `UnknownLetter`, `NoSuchPoints` or `MalformedText`.
    """
    match = _ON_BOARD.match(text, position)
    if not match:
        raise MalformedText(text, position)
    face = aliases.get(match["face"], match["face"])
    letter = _letter(text, match, variant.alphabet, face)
    blank = match["blank"] is not None or face != match["face"]
    blank = blank or (variant.alphabet.folds_case and face not in (letter, variant.alphabet.upper(face)))
    return PlacedTile(_tile(text, match, variant, letter, blank), letter), match.end()


def read_word(text: str, variant: Variant, aliases: Aliases = NO_ALIASES) -> tuple[PlacedTile | TypedLetter, ...]:
    """The squares of a play in order: a tile, or a letter given as already on the board (None for a `.`).

    Raises `UnknownLetter`, `NoSuchPoints` or `MalformedText`.
    """
    squares: list[PlacedTile | TypedLetter] = []
    position, through = 0, False
    while position < len(text):
        if text[position] in "()":
            through = text[position] == "("
            position += 1
        elif text[position] == ".":
            squares.append(TypedLetter(None, on_board=True))
            position += 1
        else:
            placed, position = read_tile(text, position, variant, aliases)
            squares.append(TypedLetter(placed.letter, on_board=True) if through else placed)
    return tuple(squares)


def _letter(text: str, match: re.Match[str], alphabet: Alphabet, face: str) -> str:
    try:
        return alphabet.read(f"[{face.strip('[]')}]")[0]
    except UnknownLetter as error:
        raise UnknownLetter(text, match.start(), error.meant) from None


def _tile(text: str, match: re.Match[str], variant: Variant, letter: str, blank: bool) -> Tile:
    points = int(match["points"][1:-1]) if match["points"] else None
    tile = find_tile(variant.tile_set, letter, points, blank)
    if tile is None and points is not None:
        raise NoSuchPoints(text, match.start(), letter, points)
    if tile is None:
        raise MalformedText(text, match.start())
    return tile


def write_rack(tiles: Iterable[Tile], variant: Variant) -> str:
    """The text of a rack in alphabet order, blanks last; `read_rack` reads it back."""
    order = sorted(tiles, key=lambda tile: (tile.is_blank, _index(tile, variant), -tile.points))
    return "".join((_bracketed(tile.letter) if tile.letter else BLANK) + _points(tile, variant) for tile in order)


def _index(tile: Tile, variant: Variant) -> int:
    return variant.alphabet.index(tile.letter) if tile.letter else 0


def write_tile(placed: PlacedTile, variant: Variant) -> str:
    """The text of a tile on the board; `read_tile` reads it back."""
    points = _points(placed.tile, variant)
    if not placed.is_blank:
        return _bracketed(placed.letter) + points
    small = variant.alphabet.small(placed.letter)
    return (_bracketed(small) if small else BLANK + _bracketed(placed.letter)) + points


def _bracketed(letter: str) -> str:
    return letter if _PLAIN.fullmatch(letter) else f"[{letter}]"


def _points(tile: Tile, variant: Variant) -> str:
    kinds = variant.tile_set.of_letter(tile.letter) if tile.letter else variant.tile_set.blanks
    return f"({tile.points})" if len(kinds) > 1 else ""
