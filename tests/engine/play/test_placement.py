"""Intents resolved on boards drawn as diagrams, where a word fits, and scores, word by word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors
from engine.errors import RuleViolation
from engine.model.board import BLOCKED, Board, Cell, Direction, Square, StartCondition
from engine.model.board import STANDARD as ORIENTATION
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tile, Tiles, TileSet
from engine.model.variant import Variant
from engine.play.notation import PlayIntent, read_move, read_word
from engine.play.placement import Placement, ScoreSheet, check, lacking, places, resolve, score
from tests.support import diagram
from tests.support.games import STANDARD, placed, rack

HELLO = "\n" * 7 + ".......HELLO"
"""HELLO across from the centre."""


def put(move: str, on: str = "", held: str | Rack = "ABCDEFG", variant: Variant = STANDARD) -> Placement:
    """The placement that a typed move means on a board."""
    board = diagram.read(on, variant)
    owned = rack(held, variant) if isinstance(held, str) else held
    return resolve(read_move(move, variant, ORIENTATION), board, owned, variant)


def drawn(move: str, on: str = "", held: str = "ABCDEFG", row: int = 8) -> str:
    """One row of the board after a move."""
    board = put(move, on, held).on(diagram.read(on, STANDARD))
    return diagram.write(board, STANDARD).split("\n")[row - 1]


def test_K12_the_coordinate_named_first_is_shared() -> None:
    """Row first runs across, column first down."""
    assert put("8H FACE").direction is Direction.ACROSS
    assert put("H8 FACE").direction is Direction.DOWN


@pytest.mark.parametrize("text", ["8H face", "h8 across face", "FACE 8h", "face h8 across", "8h a face", "8H Face"])
def test_K12_other_ways_to_type_the_same(text: str) -> None:
    """Order, case and a spelt-out direction do not matter."""
    assert put(text) == put("8H FACE")


def test_K13_a_word_goes_through_tiles_on_the_board() -> None:
    """Typed in full, with dots, in parentheses or in part, the same tiles are placed."""
    full = put("H8 HEAD", HELLO)
    assert [cell for cell, _ in full.tiles] == [Cell(8, 7), Cell(9, 7), Cell(10, 7)]
    assert put("H8 .EAD", HELLO) == put("H8 (H)EAD", HELLO) == put("H9 EAD", HELLO) == full


def test_blanks_are_taken_only_where_the_rack_needs_them() -> None:
    """An unmarked letter uses the player's own tile first."""
    assert drawn("8H DAD", held="DA?") == ".......DAd....."
    assert drawn("8H DAD", held="DDA?") == ".......DAD....."


def test_a_blank_goes_where_it_costs_least() -> None:
    """8D, under the first D, is a double letter square, so the blank is the second D."""
    assert drawn("8D DADAE", held="DAAE?") == "...DAdAE......."


def test_marked_blanks_are_obeyed() -> None:
    """A lower-case letter among capitals and `?e` both ask for a blank, even if the rack has the letter."""
    assert drawn("8H DaD", held="DDA?") == drawn("8H D?aD", held="DDA?") == ".......DaD....."


def test_K14_tiles_of_one_letter_are_told_apart_by_points() -> None:
    """`E(0)` picks the tile of no points; unmarked letters use the tiles of most points where they count most."""
    kinds = [Tile("E", 0), Tile("E", 1), Tile("E", 4), Tile("B", 3), Tile("", -2), Tile("", 0)]
    variant = replace(STANDARD, tile_set=TileSet(Tiles.of(kinds * 8)))
    held = KnownRack(Tiles.of(kinds))
    assert [tile.tile.points for _, tile in put("8H BE(0)E", "", held, variant).tiles] == [3, 0, 4]
    blank = put("8H B?E(-2)E", "", held, variant).tiles[1][1]
    assert blank.is_blank
    assert blank.tile.points == -2


def test_dear_tiles_go_to_squares_that_count_more() -> None:
    """Of two E tiles, the one with more points goes on the double letter square."""
    variant = replace(STANDARD, tile_set=TileSet(Tiles.of([Tile("E", 1), Tile("E", 4), Tile("B", 3)] * 9)))
    held = KnownRack(Tiles.of([Tile("E", 1), Tile("E", 4), Tile("B", 3)]))
    placement = put("7F BEE", "\n" * 7 + ".......E", held, variant)
    assert [tile.tile.points for _, tile in placement.tiles] == [3, 4, 1]


def test_a_single_tile_runs_the_way_that_makes_a_word() -> None:
    """Typed across under an H, a single tile makes its word downwards."""
    placement = put("9H A", HELLO)
    assert placement.direction is Direction.DOWN
    assert placement.cell == Cell(7, 7)


REFUSALS = [
    ("8H HELLO", HELLO, "HELLO", errors.NoTilesPlayed),
    ("9A FACE", HELLO, "FACE", errors.NotConnected),
    ("1A FACE", "", "FACE", errors.StartNotCovered),
    ("8H A", "", "A", errors.PlayTooShort),
    ("8M FACE", "", "FACE", errors.OffTheBoard),
    ("99ZZ FACE", "", "FACE", errors.OffTheBoard),
    ("8H JELLY", HELLO, "JELLY", errors.SquareTaken),
    ("H8 H.AD", HELLO, "ADE", errors.SquareEmpty),
    ("8H FACE", "", "FAC", errors.TilesNotOnRack),
    ("8H F?ACE", "", "FACE", errors.TilesNotOnRack),
    ("8H F1CE", "", "FACE", errors.UnknownLetter),
    ("8H F☺CE", "", "FACE", errors.UnknownLetter),
    ("8H A(9)", "", "A", errors.NoSuchPoints),
    ("hello", "", "", errors.MalformedMove),
    ("8H", "", "", errors.MalformedMove),
    ("8H HELLO sideways", "", "", errors.MalformedMove),
    ("8H " + "A" * 4000, "", "", errors.MalformedMove),
    ("8H (AB", "", "", errors.UnknownLetter),
]


@pytest.mark.parametrize(("move", "on", "held", "error"), REFUSALS)
def test_N25_each_refusal_is_a_type(move: str, on: str, held: str, error: type[errors.EngineError]) -> None:
    """Each impossible move is refused with a typed error."""
    with pytest.raises(error):
        put(move, on, held)


def test_K14_a_missing_blank_is_named_as_it_is_typed() -> None:
    """With its points if they were typed."""
    for move, missing in (("8H ?E(0)AT", "?(0)"), ("8H ?EAT", "?"), ("8H E(1)AT", "E(1)")):
        with pytest.raises(errors.TilesNotOnRack) as refused:
            put(move, "", "AT")
        assert refused.value.missing == (missing,)


def test_N25_tiles_not_in_line_and_gaps() -> None:
    """Squares chosen one by one may be out of line or leave gaps."""
    board = diagram.read("", STANDARD)
    with pytest.raises(errors.TilesNotInLine):
        check({Cell(7, 7): placed("A"), Cell(8, 8): placed("B")}, board)
    with pytest.raises(errors.GapBetweenTiles):
        check({Cell(7, 7): placed("A"), Cell(7, 9): placed("B")}, board)
    check({Cell(7, 6): placed("A"), Cell(7, 12): placed("B")}, diagram.read(HELLO, STANDARD))


@pytest.mark.parametrize(
    ("start", "fits", "fails"),
    [
        (StartCondition(column=7, row=7), "8H FACE", "8I FACE"),
        (StartCondition(column=2), "5A FACE", "5D FACE"),
        (StartCondition(row=2), "A1 FACE", "A5 FACE"),
        (StartCondition(), "1A FACE", None),
    ],
)
def test_K8_start_by_cell_column_row_or_anywhere(start: StartCondition, fits: str, fails: str | None) -> None:
    """The first word must touch what the layout names."""
    variant = replace(STANDARD, layout=replace(STANDARD.layout, start=start))
    put(fits, variant=variant)
    if fails:
        with pytest.raises(errors.StartNotCovered):
            put(fails, variant=variant)


def test_N2_no_tile_on_a_blocked_square() -> None:
    """A word cannot run over a blocked square."""
    squares = list(STANDARD.layout.squares)
    squares[7 * 15 + 9] = BLOCKED
    variant = replace(STANDARD, layout=replace(STANDARD.layout, squares=tuple(squares)))
    with pytest.raises(errors.SquareBlocked):
        put("8H FACE", variant=variant)


def test_a_hidden_rack_can_make_what_the_set_holds() -> None:
    """When nobody knows the tiles, only the tile set limits a play."""
    assert len(put("8H FACE", "", HiddenRack(7)).tiles) == 4


def test_first_word_fits_wherever_it_covers_the_centre() -> None:
    """Three letters through the centre: three places across, three down, in the order of the board."""
    found = places(read_word("CAT", STANDARD), Board.empty(STANDARD.layout), rack("CATXYZQ"), STANDARD)
    assert [(p.cell, p.direction) for p in found] == [
        *((Cell(7, column), Direction.ACROSS) for column in (5, 6, 7)),
        *((Cell(row, 7), Direction.DOWN) for row in (5, 6, 7)),
    ]


@pytest.mark.parametrize(
    ("word", "held", "missing"),
    [
        ("HOT", "OTXYZQJ", ()),
        ("AREA", "ATXYZQJ", ("A", "R")),
        ("AREA", "AR?XYZQ", ()),
        ("AREAAREAAREAAREA", "A", ()),
    ],
)
def test_the_tiles_that_a_word_lacks_are_the_fewest(word: str, held: str, missing: tuple[str, ...]) -> None:
    """With the letters on the board and blanks; none if it fits, or is too long for the board."""
    board = diagram.read(HELLO, STANDARD)
    assert lacking(read_word(word, STANDARD), board, rack(held), STANDARD) == missing


def test_only_places_where_the_word_stands_alone_in_its_line_are_found() -> None:
    """A word is not offered where letters before or after it would make it longer; the rack must hold its tiles."""
    board = Board.empty(STANDARD.layout)
    first = resolve(PlayIntent(Cell(7, 6), Direction.ACROSS, read_word("CAT", STANDARD)), board, rack("CAT"), STANDARD)
    board = first.on(board)
    found = places(read_word("AT", STANDARD), board, rack("ATXYZQJ"), STANDARD)
    assert found
    for placement in found:
        assert len(placement.on(board).run(placement.cell, placement.direction)) == 2
    assert not places(read_word("DOG", STANDARD), board, rack("ATXYZQJ"), STANDARD)


def test_every_place_found_is_one_that_resolve_takes() -> None:
    """The list holds exactly the places that a typed coordinate could give."""
    board = Board.empty(STANDARD.layout)
    first = resolve(PlayIntent(Cell(7, 6), Direction.ACROSS, read_word("CAT", STANDARD)), board, rack("CAT"), STANDARD)
    board, mine, letters = first.on(board), rack("SODXYZQ"), read_word("SOD", STANDARD)
    wanted = set()
    for direction in Direction:
        for row in range(15):
            for column in range(15):
                try:
                    placement = resolve(PlayIntent(Cell(row, column), direction, letters), board, mine, STANDARD)
                except RuleViolation:
                    continue
                if len(placement.on(board).run(placement.cell, placement.direction)) == 3:
                    wanted.add(placement)
    assert set(places(letters, board, mine, STANDARD)) == wanted


def sheet(move: str, held: str, on: str = "", variant: object = STANDARD) -> ScoreSheet:
    """The score sheet of a typed move."""
    board = diagram.read(on, variant)  # type: ignore[arg-type]
    placement = resolve(read_move(move, variant, ORIENTATION), board, rack(held), variant)  # type: ignore[arg-type]
    return score(board, placement, variant)  # type: ignore[arg-type]


def test_letter_factors_before_word_factors() -> None:
    """8D doubles the first letter, the centre doubles the word."""
    assert sheet("8D FACED", "FACED").total == (4 * 2 + 1 + 3 + 1 + 2) * 2


def test_premium_squares_count_only_when_newly_covered() -> None:
    """A letter factor or word factor under an old tile no longer counts."""
    assert sheet("H8 HEAD", "EAD", "\n" * 7 + ".......HELLO").total == 4 + 1 + 1 + 2


def test_cross_words_count_with_their_own_factors() -> None:
    """A tile shared by two lines counts in both words."""
    on = "\n" * 7 + ".......HELLO"
    made = sheet("9H AX", "AX", on)
    assert [("".join(word.word), word.points) for word in made.words] == [("AX", 17), ("HA", 5), ("EX", 17)]
    assert made.total == 39


def test_N13_a_full_rack_brings_fifty_and_six_tiles_bring_nothing() -> None:
    """The bonus is for playing all tiles of a full rack."""
    assert sheet("8H RETINAS", "RETINAS").bonus == 50
    assert sheet("8H RETINA", "RETINA").bonus == 0


def test_blanks_count_nothing_but_words_are_still_multiplied() -> None:
    """A blank on a double letter square scores nothing."""
    assert sheet("8D fACED", "ACED?").total == (1 + 3 + 1 + 2) * 2


def test_K18_cell_points_count_once_and_several_attributes_add_up() -> None:
    """A square of five points, double letter and triple word, in a word both ways."""
    squares = list(STANDARD.layout.squares)
    squares[8 * 15 + 7] = Square(letter=2, word=3, points=5)
    variant = replace(STANDARD, layout=replace(STANDARD.layout, squares=tuple(squares)))
    made = sheet("9H AX", "AX", "\n" * 7 + ".......HELLO", variant)
    assert [word.points for word in made.words] == [(2 + 16) * 3, (4 + 2) * 3, 17]
    assert made.cell_points == 5
    assert made.total == 54 + 18 + 17 + 5


def test_K9_bonus_by_number_of_tiles() -> None:
    """Each number of tiles may have a bonus."""
    variant = replace(STANDARD, bonuses=(0, 0, 0, 7, 9, 0, 0, 50))
    assert sheet("8H ACE", "ACE", "", variant).bonus == 7
    assert sheet("8H FACE", "FACE", "", variant).bonus == 9
