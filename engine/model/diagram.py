"""Boards as text and back, for tests, records and screen readers.

One line is a row, `.` a free square, `#` a blocked one, `e` a blank that stands for E. A multi-character letter is in
brackets, and a tile whose letter has several values is followed by its points: `[CH]`, `E(0)`. If case cannot mark a
blank, it is written `?e`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadData, MalformedText
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell
from engine.model.tiles import Tile, TileSet
from engine.model.variant import Variant


def tile_text(placed: PlacedTile, variant: Variant) -> str:
    """A tile on the board in this module's notation."""
    letter = placed.letter if len(placed.letter) == 1 else f"[{placed.letter}]"
    kinds = variant.tile_set.blanks if placed.is_blank else variant.tile_set.of_letter(placed.letter)
    points = f"({placed.tile.points})" if len(kinds) > 1 else ""
    if placed.is_blank:
        letter = variant.alphabet.small(letter) or f"?{letter}"
    return letter + points


def write(board: Board, variant: Variant) -> str:
    """The diagram of a board, without a newline after the last row."""
    width = board.layout.width
    texts = [
        tile_text(tile, variant) if tile else "#" if square.blocked else "."
        for tile, square in zip(board.squares, board.layout.squares, strict=True)
    ]
    return "\n".join("".join(texts[start : start + width]) for start in range(0, len(texts), width))


def read_tile(text: str, position: int, variant: Variant) -> tuple[PlacedTile, int]:
    """The tile at a position in the text, and the position after it. Raises `MalformedText`."""
    blank = text[position] == "?"
    start = position + blank
    letter, end = variant.alphabet.read(text, start)
    if variant.alphabet.folds_case:
        blank = blank or text[start:end] not in (letter, text[start:end].upper())
    points, end = _read_points(text, end)
    tile = find_tile(variant.tile_set, letter, points, blank)
    if tile is None:
        raise MalformedText(text, position)
    return PlacedTile(tile, letter), end


def _read_points(text: str, position: int) -> tuple[int | None, int]:
    close = text.find(")", position)
    if text[position : position + 1] == "(" and close > 0:
        try:
            return int(text[position + 1 : close]), close + 1
        except ValueError:
            pass
    return None, position


def find_tile(tile_set: TileSet, letter: str, points: int | None, blank: bool) -> Tile | None:
    """The matching kind of tile: the one with these points, or the highest-scoring one; None if the set has none."""
    kinds = tile_set.blanks if blank else tile_set.of_letter(letter)
    fitting = [kind for kind in kinds if points in (None, kind.points)]
    return max(fitting, key=lambda kind: kind.points, default=None)


def read(text: str | Sequence[str], variant: Variant) -> Board:
    """The board in a diagram; missing rows and squares at the ends are free.

    Raises `BadData` with the line for an impossible square, `MalformedText` for an unknown character.
    """
    lines = [line.strip() for line in text.split("\n")] if isinstance(text, str) else text
    tiles: dict[Cell, PlacedTile] = {}
    for row, line in enumerate(lines):
        _read_row(line, row, variant, tiles)
    return Board.empty(variant.layout).place(tiles)


def _read_row(line: str, row: int, variant: Variant, tiles: dict[Cell, PlacedTile]) -> None:
    position = column = 0
    while position < len(line):
        cell = Cell(row, column)
        if cell not in variant.layout:
            raise BadData("diagram", "reaches outside the board", row + 1)
        if line[position] in ".#":
            position += 1
        else:
            if variant.layout[cell].blocked:
                raise BadData("diagram", "has a tile on a blocked square", row + 1)
            tiles[cell], position = read_tile(line, position, variant)
        column += 1
