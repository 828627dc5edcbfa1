"""Moves composed tile by tile, as values."""

from __future__ import annotations

import random

import pytest

from bot.service.composing import (
    Composition,
    move_text,
    on_board,
    opening,
    read_composition,
    write_composition,
)
from engine.errors import NotConnected, NoTilesPlayed, SquareBlocked, SquareTaken, TilesNotInLine
from engine.model.board import Board
from engine.model.coordinates import STANDARD as USUAL
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import KnownRack, Tile, Tiles, TileSet
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.play.placement import resolve
from tests.support import diagram
from tests.support.games import STANDARD, tiles, variant_of

EMPTY = Board.empty(STANDARD.layout)
WORD = diagram.read(["." * 15] * 7 + ["...HELLO......."], STANDARD)


def tile(letter: str, points: int = 1) -> Tile:
    """A tile."""
    return Tile("" if letter == "?" else letter, 0 if letter == "?" else points)


def spelt(one: Composition, text: str, board: Board) -> Composition:
    """The composition after tapping these letters in order; a lower-case letter is a blank."""
    for letter in text:
        one = (
            one.take(tile("?"), board).name(letter.upper(), board)
            if letter.islower()
            else one.take(tile(letter), board)
        )
    return one


def test_D2_tapping_tiles_goes_on_along_the_line() -> None:
    """From the start of an empty board, letter by letter; a blank waits for its letter."""
    one = opening(EMPTY)
    assert one.cursor == Cell(7, 7)
    one = one.take(tile("C"), EMPTY).take(tile("?"), EMPTY)
    assert one.needs_letter
    assert [cell for cell, _ in one.laid] == [Cell(7, 7)]
    one = one.name("A", EMPTY).take(tile("T"), EMPTY)
    assert one.cursor == Cell(7, 10)
    placement = one.placement(EMPTY)
    assert move_text(placement, EMPTY, STANDARD, "8H") == "8H C?AT"


def test_D2_a_tile_may_be_taken_before_its_square() -> None:
    """Row and column come one at a time; the tile is placed once both are known."""
    one = Composition().take(tile("A"), WORD)
    assert (one.cursor, one.held) == (None, tile("A"))
    one = one.go(WORD, row=8)
    assert one.cursor is None
    one = one.go(WORD, column=4)
    assert one.held is None
    assert [cell for cell, _ in one.laid] == [Cell(8, 4)]


def test_D2_letters_on_the_board_are_skipped() -> None:
    """For a word through them, the player chooses its first square and taps only their own tiles."""
    one = spelt(Composition(direction=Direction.DOWN).go(WORD, 6, 4), "RD", WORD)
    assert [cell for cell, _ in one.laid] == [Cell(6, 4), Cell(8, 4)]
    assert move_text(one.placement(WORD), WORD, STANDARD, "E7") == "E7 R(E)D"
    assert Composition().go(WORD, 7, 3).cursor == Cell(7, 8)


def test_D2_back_all_back_and_picking_up() -> None:
    """The latest tile first; a tile chosen by its square is picked up again."""
    one = spelt(opening(EMPTY), "CAT", EMPTY)
    shorter = one.back()
    assert [placed.letter for _, placed in shorter.laid] == ["C", "A"]
    assert shorter.cursor == Cell(7, 9)
    picked = one.go(EMPTY, 7, 8)
    assert picked.held == tile("A")
    assert [placed.letter for _, placed in picked.laid] == ["C", "T"]
    assert picked.back().held is None
    cleared = one.cleared()
    assert (cleared.laid, cleared.cursor) == ((), Cell(7, 7))
    assert opening(EMPTY).back() == opening(EMPTY)
    assert Composition().cleared() == Composition()


def test_D2_a_blank_picked_up_keeps_its_letter() -> None:
    """The letter need not be named again; returning the blank to the rack discards it."""
    one = spelt(opening(EMPTY), "Ca", EMPTY).go(EMPTY, 7, 8)
    assert (one.held, one.letter, one.needs_letter) == (tile("?"), "A", False)
    assert one.go(EMPTY, 9, 9).laid[-1][1].letter == "A"


def test_edges_and_blocked_squares_end_a_line() -> None:
    """There is no next square, and none beyond can be chosen."""
    one = spelt(Composition().go(EMPTY, 0, 14), "A", EMPTY)
    assert one.cursor is None
    full = diagram.read(["." * 13 + "AB"], STANDARD)
    with pytest.raises(SquareTaken):
        Composition().go(full, 0, 13)
    layout = STANDARD.layout
    from dataclasses import replace

    from engine.model.layout import BLOCKED

    squares = (*layout.squares[:5], BLOCKED, *layout.squares[6:])
    board = Board.empty(replace(layout, squares=squares))
    with pytest.raises(SquareBlocked):
        Composition().go(board, 0, 5)
    assert spelt(Composition().go(board, 0, 4), "A", board).cursor is None


def test_arrows_move_the_next_square_and_stop_at_the_edge() -> None:
    """Without a next square, they begin at the start."""
    one = Composition().step(Direction.DOWN, 1, WORD)
    assert one.cursor == Cell(7, 7)
    assert one.step(Direction.ACROSS, -1, WORD).cursor == Cell(7, 6)
    corner = Composition().go(EMPTY, 0, 0)
    assert corner.step(Direction.DOWN, -1, EMPTY) == corner
    assert corner.turned().direction is Direction.DOWN


def test_rows_and_columns_beyond_the_board_change_nothing() -> None:
    """A menu offers none, but its answer can be forged."""
    one = Composition(row=3)
    assert one.go(EMPTY, row=99) == one.go(EMPTY, column=EMPTY.layout.width) == one
    assert one.go(EMPTY, row=EMPTY.layout.height - 1).row == EMPTY.layout.height - 1


def test_what_makes_no_move_yet_says_why() -> None:
    """The checks are the same as for a typed move."""
    with pytest.raises(NoTilesPlayed):
        Composition().placement(EMPTY)
    with pytest.raises(NotConnected):
        spelt(Composition().go(WORD, 0, 0), "AB", WORD).placement(WORD)
    with pytest.raises(TilesNotInLine):
        spelt(spelt(Composition().go(WORD, 8, 4), "A", WORD).go(WORD, 6, 5), "B", WORD).placement(WORD)


def test_what_no_longer_fits_goes_back_to_the_rack() -> None:
    """If another play has covered a square, or the rack has changed."""
    one = spelt(Composition().go(EMPTY, 7, 3), "CAT", EMPTY)
    kept = one.fitting(WORD, tiles("CAT") - Tiles())
    assert kept.laid == ()
    other = spelt(Composition().go(EMPTY, 8, 3), "AA", EMPTY)
    assert [cell for cell, _ in other.fitting(WORD, tiles("A")).laid] == [Cell(8, 3)]
    assert on_board(one, WORD) == {}
    held = Composition(held=tile("Z", 10))
    assert held.fitting(WORD, tiles("A")).held is None


def test_compositions_are_read_back_as_they_were() -> None:
    """With blanks, pages and digraphs; a draft without one is empty."""
    one = spelt(opening(EMPTY), "Cat", EMPTY).turned().take(tile("?"), EMPTY)
    for composition in (one, opening(EMPTY), Composition(rows=1, columns=1, held=Tile("CH", 5), part=(3, 5, 9, 5))):
        assert read_composition(write_composition(composition)) == composition
    assert read_composition("") == Composition()


def test_another_square_is_chosen_from_its_row_on() -> None:
    """The tiles stay where they are."""
    one = spelt(opening(EMPTY), "CAT", EMPTY)
    other = one.elsewhere()
    assert (other.row, other.column, other.laid) == (None, None, one.laid)


def two_e() -> Variant:
    """A game with tiles of one letter and different points, and two kinds of blank."""
    from dataclasses import replace

    base = variant_of("CATSODEE")
    extra = Tiles.of((Tile("E", 0), Tile("E", -2), Tile("", 0), Tile("", 3)))
    return replace(base, tile_set=TileSet(base.tile_set.tiles + extra))


@pytest.mark.parametrize("variant", [STANDARD, two_e()], ids=["standard", "two-valued"])
@pytest.mark.parametrize("seed", range(20))
def test_D2_the_text_of_a_move_means_the_very_same_tiles(variant: Variant, seed: int) -> None:
    """Any placement, written as text, is read back as the same placement."""
    luck = random.Random(seed)
    board = diagram.read(["." * 15] * 7 + ["...DOT.SEA.TO.."], variant)
    done = 0
    for _ in range(40):
        rack = Tiles.of(luck.sample(variant.tile_set.tiles.items, 7))
        one = Composition(direction=luck.choice(list(Direction))).go(board, luck.choice((6, 8)), luck.randrange(2, 13))
        for face in luck.sample(rack.items, luck.randrange(1, 6)):
            one = one.take(face, board)
            one = one.name(luck.choice("AETX"), board) if one.needs_letter else one
        try:
            placement = one.placement(board)
        except (NotConnected, TilesNotInLine):
            continue
        place = USUAL.name(placement.cell, placement.direction, variant.layout.size)
        text = move_text(placement, board, variant, place)
        assert resolve(read_move(text, variant, USUAL), board, KnownRack(rack), variant) == placement, text
        done += 1
    assert done
