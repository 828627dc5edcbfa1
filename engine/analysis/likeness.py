"""Whether two boards are of one game, perhaps a few turns apart.

Boards are compared square by square by their letters, whatever their premium squares and dictionaries are, also with
rows and columns swapped: where the premium squares are symmetrical, such a board has the same best moves.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.board import Board
from engine.model.coordinates import Cell

PLAYS = 2
"""Boards are alike if they are at most so many plays of a full rack apart."""

Letters = Mapping[Cell, str]


def is_alike(board: Board, running: Board, rack_size: int) -> bool:
    """Whether a board is that of a running game, a few turns earlier or later, or a later one with all of its tiles.

    The boards of a game in which nothing has been played are alike only if they have the same size.
    """
    theirs = _letters(running)
    return any(_is_alike(mine, theirs, PLAYS * rack_size) for mine in _turned(board, running))


def _turned(board: Board, running: Board) -> list[Letters]:
    """The letters of a board as it lies and with rows and columns swapped, where the size fits."""
    letters, size, wanted = _letters(board), board.layout.size, running.layout.size
    swapped = {Cell(cell.column, cell.row): letter for cell, letter in letters.items()}
    return [mine for mine, own in ((letters, size), (swapped, size[::-1])) if own == wanted]


def _is_alike(mine: Letters, theirs: Letters, most: int) -> bool:
    differing = sum(mine.get(cell) != theirs.get(cell) for cell in {*mine, *theirs})
    return differing <= most or (bool(theirs) and theirs.items() <= mine.items())


def _letters(board: Board) -> dict[Cell, str]:
    return {cell: placed.letter for cell, placed in board.tiles()}
