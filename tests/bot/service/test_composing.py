"""Moves composed tile by tile, as values."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.service.composing import (
    Composition,
    beginnings,
    is_anchor,
    line_through,
    move_text,
    on_board,
    opening,
    place_number,
    place_of,
    read_composition,
    write_composition,
)
from bot.service.composing import spelt as spell
from engine.errors import NotConnected, NoTilesPlayed, SquareTaken, TilesNotInLine, TilesNotOnRack
from engine.game.state import Setup
from engine.model.board import BLOCKED, Board, Cell, Direction
from engine.model.board import STANDARD as USUAL
from engine.model.tiles import KnownRack, Tile, Tiles, TileSet
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.play.placement import resolve
from tests.support import diagram
from tests.support.games import NO_UNDO, REF, STANDARD, rack, tiles, variant_of

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
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


def test_D2_a_direction_on_an_empty_board_is_a_choice() -> None:
    """There is no place to choose besides, so tiles that make no word yet stay; elsewhere, a line is to be chosen."""
    assert opening(EMPTY, 7).turned(EMPTY).chosen
    assert not opening(WORD, 7).turned(WORD).chosen


def test_D2_tapping_tiles_goes_on_along_the_line() -> None:
    """From the start of an empty board, letter by letter; a blank waits for its letter."""
    one = opening(EMPTY, 7)
    assert one.cursor == Cell(7, 7)
    one = one.take(tile("C"), EMPTY).take(tile("?"), EMPTY)
    assert one.needs_letter
    assert [cell for cell, _ in one.laid] == [Cell(7, 7)]
    one = one.name("A", EMPTY).take(tile("T"), EMPTY)
    assert one.cursor == Cell(7, 10)
    placement = one.placement(EMPTY)
    assert move_text(placement, EMPTY, STANDARD, "8H") == "8H C?AT"


def at(row: int, column: int, direction: Direction = ACROSS) -> Composition:
    """A composition that begins on a square."""
    return Composition(cursor=Cell(row, column), direction=direction)


def test_D2_a_tile_without_a_square_waits_for_one() -> None:
    """Where the line has ended; an arrow leads to a free square, and the tile goes there."""
    one = spelt(at(0, 13), "AB", EMPTY).take(tile("A"), EMPTY)
    assert (one.cursor, one.held) == (None, tile("A"))
    one = one.step(DOWN, 1, EMPTY)
    assert one.held is None
    assert one.laid[-1] == (Cell(1, 14), one.laid[0][1])


def test_D2_letters_on_the_board_are_skipped() -> None:
    """For a word through them, the player chooses its first square and taps only their own tiles."""
    one = spelt(at(6, 4, DOWN), "RD", WORD)
    assert [cell for cell, _ in one.laid] == [Cell(6, 4), Cell(8, 4)]
    assert move_text(one.placement(WORD), WORD, STANDARD, "E7") == "E7 R(E)D"
    assert at(7, 2).step(ACROSS, 1, WORD).cursor == Cell(7, 8)


def test_D2_back_and_all_back() -> None:
    """The latest tile first."""
    one = spelt(opening(EMPTY, 7), "CAT", EMPTY)
    shorter = one.back()
    assert [placed.letter for _, placed in shorter.laid] == ["C", "A"]
    assert shorter.cursor == Cell(7, 9)
    cleared = one.cleared()
    assert (cleared.laid, cleared.cursor) == ((), Cell(7, 7))
    assert opening(EMPTY, 7).back() == opening(EMPTY, 7)
    assert Composition().cleared() == Composition()


def test_D2_a_change_of_direction_moves_the_next_square() -> None:
    """After one tile, it is below that instead of beside it; a longer word turns around its first square."""
    one = spelt(opening(EMPTY, 7), "C", EMPTY).turned(EMPTY)
    assert (one.cursor, one.direction) == (Cell(8, 7), DOWN)
    word = spelt(opening(EMPTY, 7), "CAT", EMPTY).turned(EMPTY)
    assert [cell for cell, _ in word.laid] == [Cell(7, 7), Cell(8, 7), Cell(9, 7)]
    assert word.cursor == Cell(10, 7)
    assert word.turned(EMPTY).laid == spelt(opening(EMPTY, 7), "CAT", EMPTY).laid
    through = spelt(at(6, 4), "RDS", WORD).turned(WORD)
    assert [cell for cell, _ in through.laid] == [Cell(6, 4), Cell(8, 4), Cell(9, 4)]


def test_D2_a_word_that_cannot_turn_stays_and_the_next_square_moves() -> None:
    """There is no room below it."""
    one = spelt(at(13, 2), "CAT", EMPTY).turned(EMPTY)
    assert [cell for cell, _ in one.laid] == [Cell(13, 2), Cell(13, 3), Cell(13, 4)]
    assert (one.cursor, one.direction) == (Cell(14, 2), DOWN)


def test_edges_and_blocked_squares_end_a_line() -> None:
    """There is no next square, and none beyond can be chosen."""
    one = spelt(at(0, 14), "A", EMPTY)
    assert one.cursor is None
    layout = STANDARD.layout
    squares = (*layout.squares[:5], BLOCKED, *layout.squares[6:])
    board = Board.empty(replace(layout, squares=squares))
    assert at(0, 0).begin(Cell(0, 5), DOWN, board) == at(0, 0)
    assert spelt(at(0, 4), "A", board).cursor is None
    assert at(0, 4).step(ACROSS, 1, board).cursor == Cell(0, 6)


def test_arrows_move_the_next_square_and_stop_at_the_edge() -> None:
    """Over tiles to the next free square."""
    assert at(6, 5).step(DOWN, 1, WORD).cursor == Cell(8, 5)
    corner = at(0, 0)
    assert corner.step(DOWN, -1, EMPTY) == corner
    assert corner.turned(EMPTY).direction is DOWN


def test_places_that_take_no_tile_change_nothing() -> None:
    """A menu offers none, but its answer can be forged, or older than the board."""
    one = at(3, 3)
    for number in (0, 1, 2 * (7 * 15 + 5), 2 * 225, 9999):
        cell, direction = place_of(number, WORD.layout)
        chosen = one.begin(cell, direction, WORD)
        assert chosen == one if WORD.at(cell) or cell not in WORD.layout else chosen.cursor == cell


def test_D2_moves_begin_where_they_touch_a_tile() -> None:
    """Every line with a legal place has one suggestion, whatever the dictionary says; an empty board has its start."""
    found = beginnings(WORD, 7)
    assert {one.cell.row for one in found if one.direction is ACROSS} == {6, 7, 8}
    assert {one.cell.column for one in found if one.direction is DOWN} == set(range(2, 9))
    assert all(is_anchor(one.cell, WORD) for one in found)
    assert beginnings(EMPTY, 7) == ()
    assert opening(WORD, 7).cursor in {one.cell for one in found}
    places = [(one.cell, one.direction) for one in found]
    assert [place_of(place_number(*place, WORD.layout), WORD.layout) for place in places] == places


@pytest.mark.parametrize("seed", range(5))
def test_D2_every_play_lies_in_a_suggested_line(seed: int) -> None:
    """Also on boards with many words: whoever knows a play finds its line."""
    luck = random.Random(seed)
    board = diagram.read(
        ["." * 15] * 5 + ["...DOT.SEA.TO.."] + ["." * 15] * 4 + ["KITE......HELLO"] + ["." * 15] * 4, STANDARD
    )
    lines = {(one.direction, line_through(one.cell, one.direction, board.layout)) for one in beginnings(board, 7)}
    played = 0
    for _ in range(400):
        cell, way = Cell(luck.randrange(15), luck.randrange(15)), luck.choice(list(Direction))
        one = at(*cell, way) if board.at(cell) is None else None
        for _ in range(luck.randrange(1, 8)):
            one = one.take(tile("A"), board) if one and one.cursor else None
        try:
            placement = one.placement(board) if one else None
        except (NotConnected, TilesNotInLine):
            continue
        if placement:
            played += 1
            assert (placement.direction, line_through(placement.cell, placement.direction, board.layout)) in lines
    assert played


SETUP = Setup(STANDARD, NO_UNDO, REF)


def typed(one: Composition, text: str, board: Board, held: str) -> list[tuple[int, int, str]]:
    """The tiles on the board after typing a text."""
    return [(*cell, placed.letter) for cell, placed in spell(one, text, board, rack(held), SETUP).laid]


@pytest.mark.parametrize("text", ["GREAT", "great", "GR(E)AT", "E6 GREAT"])
def test_D2_a_word_is_typed_into_its_line(text: str) -> None:
    """Wherever it fits there, with the letters that are on the board; a whole move says its place itself."""
    assert typed(at(6, 4, DOWN), text, WORD, "GRAT") == [(5, 4, "G"), (6, 4, "R"), (8, 4, "A"), (9, 4, "T")]


@pytest.mark.parametrize("text", ["GREAT", "REAT"])
def test_D2_the_rest_of_a_word_is_typed_after_a_tap(text: str) -> None:
    """All of the word, or only what is missing."""
    begun = at(5, 4, DOWN).take(tile("G", 2), WORD)
    assert typed(begun, text, WORD, "GRAT") == [(5, 4, "G"), (6, 4, "R"), (8, 4, "A"), (9, 4, "T")]


def test_D2_a_typed_word_begins_on_the_next_square_if_it_can() -> None:
    """On an empty board it would fit in several places."""
    assert typed(opening(EMPTY, 7), "CaT", EMPTY, "CT?") == [(7, 7, "C"), (7, 8, "A"), (7, 9, "T")]
    assert typed(at(7, 6), "CAT", EMPTY, "CAT") == [(7, 6, "C"), (7, 7, "A"), (7, 8, "T")]
    assert typed(at(7, 2), "HELLOS", WORD, "SAT") == [(7, 8, "S")]


def test_D2_a_typed_word_that_does_not_fit_says_why() -> None:
    """As a typed move does."""
    with pytest.raises(TilesNotOnRack):
        typed(at(6, 4, DOWN), "GREAT", WORD, "GRAS")
    with pytest.raises(SquareTaken):
        typed(at(6, 4, DOWN), "RAT", WORD, "RAT")


def test_what_makes_no_move_yet_says_why() -> None:
    """The checks are the same as for a typed move."""
    with pytest.raises(NoTilesPlayed):
        Composition().placement(EMPTY)
    with pytest.raises(NotConnected):
        spelt(at(0, 0), "AB", WORD).placement(WORD)
    with pytest.raises(TilesNotInLine):
        spelt(spelt(at(8, 4), "A", WORD).begin(Cell(6, 5), ACROSS, WORD), "B", WORD).placement(WORD)


def test_what_no_longer_fits_goes_back_to_the_rack() -> None:
    """If another play has covered a square, or the rack has changed."""
    one = spelt(at(7, 3), "CAT", EMPTY)
    kept = one.fitting(WORD, tiles("CAT") - Tiles())
    assert kept.laid == ()
    assert at(7, 3).fitting(WORD, tiles("A")).cursor == Cell(7, 8)
    other = spelt(at(8, 3), "AA", EMPTY)
    assert [cell for cell, _ in other.fitting(WORD, tiles("A")).laid] == [Cell(8, 3)]
    assert on_board(one, WORD) == {}
    held = Composition(held=tile("Z", 10))
    assert held.fitting(WORD, tiles("A")).held is None


def test_compositions_are_read_back_as_they_were() -> None:
    """With blanks, pages and digraphs; a draft without one is empty."""
    one = spelt(opening(EMPTY, 7), "Cat", EMPTY).turned(EMPTY).take(tile("?"), EMPTY)
    for composition in (one, opening(EMPTY, 7), Composition(page=1, held=Tile("CH", 5), part=(3, 5, 9, 5))):
        assert read_composition(write_composition(composition)) == composition
    assert read_composition("") == Composition()


def two_e() -> Variant:
    """A game with tiles of one letter and different points, and two kinds of blank."""
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
        one = at(luck.choice((6, 8)), luck.randrange(2, 13), luck.choice(list(Direction)))
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
