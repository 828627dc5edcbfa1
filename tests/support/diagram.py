"""Boards as text and back.

One line is a row, `.` a free square, `#` a blocked one; tiles are written as `engine.play.notation.tile_text` does, and
a blank may also be written `?e`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import BadData, MalformedText
from engine.model.board import Board, Cell, PlacedTile
from engine.model.tiles import find_tile
from engine.model.variant import Variant
from engine.play.notation import tile_text
from engine.sentences import Internal
from tests.support.sentences import said


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
            raise BadData("diagram", Internal("reaches outside the board"), row + 1)
        if line[position] in ".#":
            position += 1
        else:
            if variant.layout[cell].blocked:
                raise BadData("diagram", Internal(said("formats.row_tile_blocked")), row + 1)
            tiles[cell], position = read_tile(line, position, variant)
        column += 1
