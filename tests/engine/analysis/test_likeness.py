"""Which boards are the same position, however somebody writes them down, and which are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.analysis.likeness import Arrangement, Spot, plain

ROWS = """
.....Q.....
.CARTON....
....A.......
..PONDER...
....E.L.....
......M.....
"""
Change = Callable[[dict[Spot, str]], dict[Spot, str]]


def tiles(text: str) -> dict[Spot, str]:
    """The letters in a diagram by their squares."""
    rows = text.strip().split("\n")
    return {(r, c): plain(letter) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}


BOARD = tiles(ROWS)


def turned(board: dict[Spot, str]) -> dict[Spot, str]:
    """Rows and columns exchanged."""
    return {(column, row): letter for (row, column), letter in board.items()}


def moved(board: dict[Spot, str]) -> dict[Spot, str]:
    """As on a larger board."""
    return {(row + 3, column + 2): letter for (row, column), letter in board.items()}


def with_strays(board: dict[Spot, str]) -> dict[Spot, str]:
    """Tiles in two corners, one of them a pair."""
    return {**board, (12, 12): "x", (12, 0): "y", (12, 1): "e"}


def with_one_more(board: dict[Spot, str]) -> dict[Spot, str]:
    """A tile at the end of a word."""
    return {**board, (6, 6): "s"}


def with_one_fewer(board: dict[Spot, str]) -> dict[Spot, str]:
    """A tile in the middle is missing."""
    return {spot: letter for spot, letter in board.items() if spot != (2, 4)}


def with_another(board: dict[Spot, str]) -> dict[Spot, str]:
    """A tile is exchanged."""
    return {**board, (0, 5): "z"}


def in_other_letters(board: dict[Spot, str]) -> dict[Spot, str]:
    """Each letter by a sign of its own."""
    return {spot: chr(0x1D00 + ord(letter)) for spot, letter in board.items()}


@pytest.mark.parametrize("beside", [turned, moved, in_other_letters, None])
@pytest.mark.parametrize("change", [with_strays, with_one_more, with_one_fewer, with_another, dict])
def test_a_position_stays_itself_however_it_is_written_down(change: Change, beside: Change | None) -> None:
    if beside is in_other_letters and change not in (with_strays, dict):
        return  # in other letters, every tile counts
    told = change(BOARD)
    assert Arrangement(BOARD).is_like(Arrangement(beside(told) if beside else told))


def test_letters_are_alike_in_any_alphabet_that_has_them() -> None:
    assert plain("É") == plain("e") and plain("Ø") != plain("O") and plain("ı") != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAT", "CAR"),
        ("CAT", "CATS"),
        ("STONE", "STORK"),
        ("STONE", "ENOTS"),
        (ROWS, ROWS + "......IRE"),
        (ROWS, ROWS.replace("CARTON", "......")),
        (ROWS, ROWS.replace("PONDER", "WANDER").replace("CARTON", "BARRON")),
    ],
)
def test_other_positions_are_others(one: str, other: str) -> None:
    """A letter tells small boards apart; a play is more than a stray tile; words read backwards are no words."""
    assert not Arrangement(tiles(one)).is_like(Arrangement(tiles(other)))


def test_few_tiles_with_the_same_pattern_are_not_told_by_it() -> None:
    assert not Arrangement(tiles("PUZZLE")).is_like(Arrangement(tiles("KABBIR")))


def test_a_position_is_part_of_what_it_can_become() -> None:
    before = Arrangement(tiles(ROWS.partition("..PONDER")[0]))
    assert before.is_part_of(Arrangement(turned(BOARD)))
    assert not Arrangement(BOARD).is_part_of(before)
    assert not Arrangement(tiles("CAT")).is_part_of(Arrangement(tiles("CART")))


def test_a_board_is_open_until_tiles_touch() -> None:
    assert Arrangement({}).is_open and Arrangement(tiles("A.B")).is_open
    assert not Arrangement(tiles("AB")).is_open
