"""Which boards are the same position, however somebody writes them down, and which are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.analysis.likeness import Arrangement, SquareAt, may_stand_for, plain

ROWS = """
.....Q.....
.CARTON....
....A.......
..PONDER...
....E.L.....
......M.....
"""
Change = Callable[[dict[SquareAt, str]], dict[SquareAt, str]]


def tiles(text: str) -> dict[SquareAt, str]:
    """The letters in a diagram by their squares."""
    rows = text.strip().split("\n")
    return {(r, c): plain(letter) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}


BOARD = tiles(ROWS)


def turned(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """Rows and columns exchanged."""
    return {(column, row): letter for (row, column), letter in board.items()}


def moved(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """As on a larger board."""
    return {(row + 3, column + 2): letter for (row, column), letter in board.items()}


def with_strays(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """Tiles in two corners, one of them a pair."""
    return {**board, (12, 12): "x", (12, 0): "y", (12, 1): "e"}


def with_one_more(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """A tile at the end of a word."""
    return {**board, (6, 6): "s"}


def with_one_fewer(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """A tile in the middle is missing."""
    return {spot: letter for spot, letter in board.items() if spot != (2, 4)}


def with_another(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """A tile is exchanged."""
    return {**board, (0, 5): "z"}


@pytest.mark.parametrize("beside", [turned, moved, dict])
@pytest.mark.parametrize("change", [with_strays, with_one_more, with_one_fewer, with_another, dict])
def test_a_position_stays_itself_however_it_is_written_down(change: Change, beside: Change) -> None:
    assert Arrangement(BOARD).is_like(Arrangement(beside(change(BOARD))))


EARLY = """
....B.......
..STORM.....
....A.......
....N.......
"""
"""Two plays, with fewer tiles than tell a position apart by themselves."""


def permuted(letter: str) -> str:
    """Another letter of the same alphabet."""
    return chr(ord("a") + (ord(letter) - ord("a") + 5) % 26)


def merged(letter: str) -> str:
    """One of two letters, each of which stands for many."""
    return "x" if letter in "aeiou" else "y"


def in_a_crowd(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """With a larger group of tiles apart."""
    return {**board, **{(20 + row, column): "q" for row in range(5) for column in range(5)}}


def mirrored(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """With all words backwards."""
    return {(row, -column): letter for (row, column), letter in board.items()}


@pytest.mark.parametrize("rename", [permuted, merged])
@pytest.mark.parametrize("beside", [dict, turned, moved, mirrored, in_a_crowd])
@pytest.mark.parametrize("change", [dict, with_strays, with_one_more, with_one_fewer, with_another])
def test_the_outline_tells_a_position_in_whatever_letters(
    change: Change, beside: Change, rename: Callable[[str], str]
) -> None:
    for text, rack in ((EARLY, 5), (ROWS, 0)):
        board = tiles(text)
        told = Arrangement({spot: rename(letter) for spot, letter in beside(change(board)).items()})
        assert Arrangement(board).has_outline_of(told, rack)
        assert not Arrangement(board).is_like(told) or rename is merged


@pytest.mark.parametrize(
    ("other", "rack"),
    [
        (EARLY.replace("STORM", "STORMY").replace(".N.", ".NE"), 7),
        (EARLY.replace("....N", "..TEN"), 7),
        (EARLY.replace("....B", "....."), 4),
        (EARLY, 4),
        ("STORM", 7),
    ],
)
def test_another_outline_is_another_position(other: str, rack: int) -> None:
    """So is one with too few tiles to ask for anything."""
    assert not Arrangement(tiles(EARLY)).has_outline_of(Arrangement(tiles(other)), rack)


@pytest.mark.parametrize(
    ("told", "own", "may"),
    [
        ("BCDFGHJ", "AEINRST", True),
        ("KLLMPQR", "AEEINST", True),
        ("KLLLPQR", "AEEINST", True),
        ("KLLLLQR", "AEEINST", False),
        ("BCDFGHJKLMNP", "AEEINST", True),
        ("KLMPQ", "AEINRST", False),
        ("KLMPQ?", "AEINRST", True),
    ],
)
def test_letters_may_stand_for_those_of_a_rack(told: str, own: str, may: bool) -> None:
    """One may be another or missing, and blanks stand for any; others may be among them."""
    assert may_stand_for(Counter(told.replace("?", "")), Counter(own), told.count("?")) is may


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


def test_a_position_is_part_of_what_it_can_become() -> None:
    before = Arrangement(tiles(ROWS.partition("..PONDER")[0]))
    assert before.is_part_of(Arrangement(turned(BOARD)))
    assert not Arrangement(BOARD).is_part_of(before)
    assert not Arrangement(tiles("CAT")).is_part_of(Arrangement(tiles("CART")))


def test_a_board_is_open_until_tiles_touch() -> None:
    assert Arrangement({}).is_open and Arrangement(tiles("A.B")).is_open
    assert not Arrangement(tiles("AB")).is_open
