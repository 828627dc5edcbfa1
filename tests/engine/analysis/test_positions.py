"""Positions of analysis boards: what a move leads to."""

from __future__ import annotations

from engine.analysis.positions import Move, after, count_tiles, fill_rack, read_play
from engine.formats.cgp import CgpPosition, read
from engine.model.board import STANDARD
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from tests.support.games import tiles, variant_of

FEW = variant_of("CATSODEEERTN", 4)
EMPTY_ROWS = "15/15/15/15/15/15/15/{}/15/15/15/15/15/15/15"


def position(row: str, rest: str, variant: Variant = FEW) -> CgpPosition:
    """A position whose only word is in row 8."""
    return read(f"{EMPTY_ROWS.format(row)} {rest}", variant)


def made(before: CgpPosition, text: str) -> Move:
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
    assert reached.position.scores == (84 - 4, 20 + move.score + 4)


def test_X7_a_rack_is_filled_from_tiles_that_nobody_holds() -> None:
    filled = fill_rack(position("6CAT6", "DO/EERN 0/0 0"), FEW, lambda free, count: Tiles.of(list(free)[:count]))
    assert len(filled.racks[0]) == 4
    assert set(tiles("DO")) < set(filled.racks[0]) and filled.racks[1] == tiles("EERN")
