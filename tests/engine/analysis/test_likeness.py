"""Which boards are the same position, however somebody writes them down, and which are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.analysis.likeness import Arrangement, SquareAt, are_transliterated, plain

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


def in_other_letters(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """Each letter by a sign of its own."""
    return {spot: chr(0x1D00 + ord(letter)) for spot, letter in board.items()}


@pytest.mark.parametrize("beside", [turned, moved, in_other_letters, None])
@pytest.mark.parametrize("change", [with_strays, with_one_more, with_one_fewer, with_another, dict])
def test_a_position_stays_itself_however_it_is_written_down(change: Change, beside: Change | None) -> None:
    if beside is in_other_letters and change not in (with_strays, dict):
        return  # in other letters, every tile counts
    told = change(BOARD)
    assert Arrangement(BOARD).is_like(Arrangement(beside(told) if beside else told))


EARLY = """
....B.......
..STORM.....
....A.......
....N.......
"""
"""Two plays, with fewer tiles than tell a position apart by themselves."""


def cyrillic(letter: str) -> str:
    """A letter of another alphabet, a blank stays one."""
    return letter and chr(ord("а") + ord(letter) - ord("a"))


def permuted(letter: str) -> str:
    """Another letter of the same alphabet."""
    return letter and chr(ord("a") + (ord(letter) - ord("a") + 5) % 26)


def mirrored(board: dict[SquareAt, str]) -> dict[SquareAt, str]:
    """With all words backwards."""
    return {(row, -column): letter for (row, column), letter in board.items()}


def rack(letters: str) -> Counter[str]:
    """A rack, `?` for a blank."""
    return Counter("" if letter == "?" else letter.lower() for letter in letters)


@pytest.mark.parametrize("rename", [cyrillic, permuted])
@pytest.mark.parametrize("beside", [dict, turned, moved, mirrored])
@pytest.mark.parametrize("change", [dict, with_strays, with_one_more, with_one_fewer, with_another])
def test_few_tiles_in_other_letters_are_known_by_the_rack(
    change: Change, beside: Change, rename: Callable[[str], str]
) -> None:
    """With a letter of the rack exchanged too; another rack is another question, and so is another pattern."""
    told = {spot: rename(letter) for spot, letter in beside(change(tiles(EARLY))).items()}
    own, asked = Arrangement(tiles(EARLY)), Arrangement(told)
    for held in ("AEIMNOT", "AEIMNO?", "EEEIMNT"):
        same = Counter(map(rename, rack(held).elements()))
        assert own.is_renamed(rack(held), asked, same)
        assert own.is_renamed(rack(held), asked, same - Counter({rename("e"): 1}) + Counter({rename("q"): 1}))
    assert not own.is_renamed(rack("EEEIMNT"), asked, Counter(map(rename, rack("DFGHKLU").elements())))
    assert not own.is_renamed(rack("AEIMNOT"), asked, rack("A"))


def test_a_single_word_is_known_by_its_whole_rack() -> None:
    own, told = Arrangement(tiles("STORM")), Arrangement(tiles("FLAKE"))
    assert own.is_renamed(rack("AEOMNNT"), told, rack("XYAEZZL"))
    for other in ("XYAEZZZ", "XYAEZWL", "XYBEZZL", "XYAEZZ"):
        assert not own.is_renamed(rack("AEOMNNT"), told, rack(other))


def test_a_rack_without_a_board_is_known_in_another_alphabet() -> None:
    """In the same one, each is like too many others."""
    held = rack("AEEINST")
    assert are_transliterated(held, Counter(map(cyrillic, held.elements())))
    assert are_transliterated(rack("AEEIN??"), rack("KLLMP??"))
    assert not are_transliterated(held, rack("AOOUBCD")) and not are_transliterated(held, rack("KLMPQRU"))


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
