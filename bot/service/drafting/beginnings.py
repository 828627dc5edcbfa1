"""Where on a board a move can begin: the lines that touch its tiles, by geometry alone, so that it tells of no word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.model.board import Board
from engine.model.coordinates import Cell, Direction
from engine.model.layout import Layout


@dataclass(frozen=True, slots=True)
class MovePrefix:
    """A free square next to a tile, and the direction of a move there.

    `ways` says on how many squares of the same line a move can begin.
    """

    cell: Cell
    direction: Direction
    ways: int


def beginnings(board: Board, rack_size: int) -> tuple[MovePrefix, ...]:
    """One for each row and column in which a move can touch a tile: rows from the top, then columns from the left.

    Its square is the first one next to a tile where most of these lie together.
    """
    return tuple(
        MovePrefix(_first(anchors, line, board), direction, _ways(anchors, line, board, rack_size))
        for direction in Direction
        for start in line_through(Cell(0, 0), direction.other, board.layout)
        for line in (line_through(start, direction, board.layout),)
        if (anchors := [cell for cell in line if is_anchor(cell, board)])
    )


def place_number(place: MovePrefix, layout: Layout) -> int:
    """A number for a square and a direction, which `place_of` reads."""
    cell = place.cell
    return (cell.row * layout.width + cell.column) * 2 + (place.direction is Direction.DOWN)


def place_of(number: int, layout: Layout) -> tuple[Cell, Direction]:
    """The square, perhaps below the board, and the direction of a number of `place_number`."""
    return Cell(*divmod(number // 2, layout.width)), Direction.DOWN if number % 2 else Direction.ACROSS


def line_through(cell: Cell, direction: Direction, layout: Layout) -> tuple[Cell, ...]:
    """The squares of a cell's row from left to right, or of its column from top to bottom."""
    if direction is Direction.ACROSS:
        return tuple(Cell(cell.row, column) for column in range(layout.width))
    return tuple(Cell(row, cell.column) for row in range(layout.height))


def is_anchor(cell: Cell, board: Board) -> bool:
    """Whether a square is free and next to a tile."""
    if board[cell] is not None or board.layout[cell].blocked:
        return False
    return any(board.at(cell.step(way, by)) for way in Direction for by in (-1, 1))


def _first(anchors: Sequence[Cell], line: Sequence[Cell], board: Board) -> Cell:
    """The first anchor of the longest stretch of anchors and tiles."""
    stretches = [list(cells) for _, cells in groupby(line, lambda cell: cell in anchors or board[cell] is not None)]
    longest = max((one for one in stretches if set(one) & set(anchors)), key=len)
    return next(cell for cell in longest if cell in anchors)


def _ways(anchors: Sequence[Cell], line: Sequence[Cell], board: Board, rack_size: int) -> int:
    """The free squares from which as many tiles as a rack has reach an anchor."""
    ways, needed = 0, rack_size + 1
    for cell in reversed(line):
        if board.layout[cell].blocked:
            needed = rack_size + 1
        elif board[cell] is None:
            needed = 1 if cell in anchors else needed + 1
            ways += needed <= rack_size
    return ways
