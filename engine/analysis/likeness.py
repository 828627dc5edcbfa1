"""Whether two boards are of one game, perhaps a few turns apart.

Boards are compared square by square by their letters, whatever their premium squares and dictionaries are, also with
rows and columns swapped, shifted, and on boards of other sizes: the best moves are much the same there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from engine.model.board import Board
from engine.model.coordinates import Cell

PLAYS = 2
"""Boards are alike if they are at most so many plays of a full rack apart."""

Letters = Mapping[Cell, str]


def is_alike(board: Board, running: Board, rack_size: int) -> bool:
    """Whether a board is that of a running game, a few turns earlier or later, or a later one with all of its tiles.

    Boards of other sizes and shifted ones are alike only if also half of the running game's tiles are there, or all of
    more than a rack. The boards of a game in which nothing has been played are alike only if they have the same size.
    """
    theirs = _letters(running)
    return any(_is_alike(mine, theirs, PLAYS * rack_size) for mine in _turned(board, running)) or any(
        _is_alike_shifted(mine, theirs, rack_size) for mine in _both_ways(board)
    )


def _both_ways(board: Board) -> tuple[Letters, Letters]:
    """The letters of a board as it lies, and with rows and columns swapped."""
    letters = _letters(board)
    return letters, {Cell(cell.column, cell.row): letter for cell, letter in letters.items()}


def _turned(board: Board, running: Board) -> list[Letters]:
    """The letters of a board as it lies and with rows and columns swapped, where the size fits."""
    size, wanted = board.layout.size, running.layout.size
    ways = zip(_both_ways(board), (size, size[::-1]), strict=True)
    return [mine for mine, own in ways if own == wanted]


def _is_alike(mine: Letters, theirs: Letters, most: int) -> bool:
    differing = sum(mine.get(cell) != theirs.get(cell) for cell in {*mine, *theirs})
    return differing <= most or (bool(theirs) and theirs.items() <= mine.items())


def _is_alike_shifted(mine: Letters, theirs: Letters, rack_size: int) -> bool:
    """Takes time by the pairs of equal letters; only shifts with enough of them are looked at closely."""
    most, total = PLAYS * rack_size, len(mine) + len(theirs)
    for (rows, columns), equal in _shifts(mine, theirs).items():
        if equal == len(theirs) > rack_size:
            return True
        if 2 * equal < len(theirs) or max(len(mine), len(theirs)) - equal > most:
            continue
        common = sum(Cell(cell.row + rows, cell.column + columns) in mine for cell in theirs)
        if total - common - equal <= most:
            return True
    return False


def _shifts(mine: Letters, theirs: Letters) -> Counter[tuple[int, int]]:
    """By how many rows and columns the running game's letters lie further on a board, and how many of them each time.

    One letter alone is none.
    """
    places: defaultdict[str, list[Cell]] = defaultdict(list)
    for cell, letter in mine.items():
        places[letter].append(cell)
    found = Counter(
        (here.row - there.row, here.column - there.column)
        for there, letter in theirs.items()
        for here in places.get(letter, ())
    )
    return Counter({shift: equal for shift, equal in found.items() if equal > 1})


def _letters(board: Board) -> dict[Cell, str]:
    return {cell: placed.letter for cell, placed in board.tiles()}
