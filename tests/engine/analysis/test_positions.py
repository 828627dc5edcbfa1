"""Positions of analysis boards: what a move leads to, and which boards are of one game."""

from __future__ import annotations

from engine.analysis.likeness import is_alike
from engine.analysis.positions import Move, after, count_tiles, fill_rack, read_play
from engine.formats.cgp import Position, read
from engine.loading import load_variant
from engine.model.coordinates import STANDARD
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from tests.support.games import tiles, variant_of

FEW = variant_of("CATSODEEERTN", 4)
EMPTY_ROWS = "15/15/15/15/15/15/15/{}/15/15/15/15/15/15/15"


def position(row: str, rest: str, variant: Variant = FEW) -> Position:
    """A position whose only word is in row 8."""
    return read(f"{EMPTY_ROWS.format(row)} {rest}", variant)


def made(before: Position, text: str) -> Move:
    return read_play(text, before, FEW, STANDARD)


def test_X7_the_next_player_comes_first_and_the_tiles_kept_are_known() -> None:
    reached = after(position("6CAT6", "DOSE/ 20/24 2"), made(position("6CAT6", "DOSE/ 20/24 2"), "8G CATS"), FEW)
    assert reached.position.racks == (Tiles(), tiles("DOE"))
    assert reached.position.scores == (24, 26)
    assert reached.position.zeros == 0 and not reached.is_over


def test_X7_going_out_settles_the_tiles_that_are_left() -> None:
    """With an empty pool, who goes out gets the points of the other rack, which loses them."""
    before = position("6CAT6", "DOSE/EENR 20/84 0")
    assert count_tiles(before, FEW).pool == 1
    few = variant_of("CATSODEEERN", 4)
    move = read_play("F5 ODES", before, few, STANDARD)
    reached = after(before, move, few)
    assert reached.is_over and reached.position.racks == (tiles("EENR"), Tiles())
    assert reached.position.scores == (84 - 4, 20 + move.points + 4)


def test_X7_a_rack_is_filled_from_tiles_that_nobody_holds() -> None:
    filled = fill_rack(position("6CAT6", "DO/EERN 0/0 0"), FEW, lambda free, count: Tiles.of(list(free)[:count]))
    assert len(filled.racks[0]) == 4
    assert set(tiles("DO")) < set(filled.racks[0]) and filled.racks[1] == tiles("EERN")


def test_X7_boards_of_one_game_are_alike_some_turns_apart_and_turned() -> None:
    """Others, and those of another size, are not."""
    running = position("6CAT6", "/ 0/0 0").board
    later = position("6CATS5", "/ 0/0 0").board
    far = position("ODEEERNT7", "/ 0/0 0").board
    assert is_alike(running, running, 1) and is_alike(later, running, 1)
    assert is_alike(far, running, 7)
    assert not is_alike(far, running, 4)


def test_X7_a_board_is_alike_wherever_it_lies_on_a_board_of_any_size() -> None:
    """Shifted, turned, and on a larger board; a few letters alone are not."""
    running = position("6CATS5", "/ 0/0 0").board
    shifted = position("2CATS9", "/ 0/0 0").board
    assert is_alike(shifted, running, 2)
    large = load_variant("super", "en")
    across, down = ["21"] * 21, ["21"] * 21
    across[9], down[3:7] = "12CATS5", [f"12{letter}8" for letter in "CATS"]
    for rows in (across, down):
        assert is_alike(read("/".join(rows) + " / 0/0 0", large).board, running, 2)
    across[9] = "12CA7"
    assert not is_alike(read("/".join(across) + " / 0/0 0", large).board, running, 0)
    across[9] = "12DOGE5"
    assert not is_alike(read("/".join(across) + " / 0/0 0", large).board, running, 2)
