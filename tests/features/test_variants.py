"""Boards, tile sets and coordinates of any kind, by ledger code, through the engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import NoSuchPoints, SquareBlocked, StartNotCovered
from engine.game import commands as cmd
from engine.game.history import history
from engine.game.views import seat_view, table_view, unseen
from engine.loading import load_variant, load_variant_file
from engine.model.coordinates import ORIENTATIONS, Cell, Direction, Orientation, letters_of, number_of
from engine.model.layout import BLOCKED, Layout, Square, Start
from engine.model.tiles import Tile, TileSet
from engine.model.variant import Variant
from engine.words.counting import count_letters
from tests.support.games import STANDARD, Table, tiles
from tests.support.records import parse_variant

CARDWORDS = load_variant("cardwords")

GERMAN = """
name = "german"
rack_size = 7
bonuses = { 7 = 50 }
languages.de.alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Ä Ö Ü ß"
languages.de.tiles = "A5/1 B2/3 E9/1 R5/1 S5/1 T5/1 U4/1 N5/1 Ä1/6 Ö1/8 Ü1/6 ß2/5 ?2/0"
[layout]
start = "3"
rows = '''
.........
.........
.........
.........
'''
"""


def on(layout: Layout, letters: str = "AAAEEEIIRRSSTTNNOOLLBB??", rack_size: int = 4) -> Variant:
    """A small game on a board."""
    bonuses = (0,) * (rack_size + 1)
    return replace(STANDARD, layout=layout, tile_set=TileSet(tiles(letters)), rack_size=rack_size, bonuses=bonuses)


def row_of(*squares: Square, start: Start | None = None) -> Layout:
    """A board of three rows with these squares in the middle row."""
    plain = (Square(),) * len(squares)
    return Layout(len(squares), 3, (*plain, *squares, *plain), start or Start(row=1))


def test_N2_squares_of_2X_to_4X_and_blocked_ones() -> None:
    """4X letter and word squares count, and a blocked square accepts no tile."""
    layout = row_of(Square(letter=4), Square(word=4), Square(), BLOCKED, Square())
    table = Table(variant=on(layout)).start("STAR", "EEEI")
    with pytest.raises(SquareBlocked):
        table.play("2B STA")
    table.play("2A STA")
    assert table.scores[0] == (4 * 1 + 1 + 1) * 4
    wild = load_variant("wild").layout
    assert {square.letter for square in wild.squares} >= {2, 3, 4}
    assert {square.word for square in wild.squares} >= {2, 3, 4}
    assert any(square.blocked for square in wild.squares)


def test_N20_a_file_sets_blanks_rack_points_colours_and_language() -> None:
    """Everything that the classic program's configuration file had."""
    text = """
    name = "mine"
    rack_size = 5
    [bonuses]
    5 = 35
    [colours]
    letter_2 = "#00FF00"
    tile = "#ffeedd"
    [layout]
    start = "1A"
    rows = '''
....
....
'''
    [languages.fr]
    alphabet = "A É/E"
    tiles = "?3/0 A9/2 É7/5"
    """
    mine = parse_variant(text, "fr")
    assert mine.tile_set.tiles.count(Tile("", 0)) == 3
    assert mine.tile_set.of_letter("É") == (Tile("É", 5),)
    assert (mine.rack_size, mine.bingo, mine.language) == (5, 35, "fr")
    assert mine.colours == (("letter_2", "#00ff00"), ("tile", "#ffeedd"))


def test_N22_letters_of_two_characters_are_one_tile() -> None:
    """CH and LL occupy one square and count as one letter, in words, scores and on the board."""
    text = GERMAN.replace("Z Ä Ö Ü ß", "Z CH LL").replace("Ä1/6 Ö1/8 Ü1/6 ß2/5", "CH4/5 LL4/8")
    spanish = parse_variant(text, "de")
    table = Table(variant=spanish).start("CHELLABST", "AEELLBSN")
    table.play("3A CHELLA")
    assert [p.letter for _, p in table.game.board.tiles()] == ["CH", "E", "LL", "A"]
    assert table.scores[0] == 5 + 1 + 8 + 1
    table.play("A2 E[CH]B")
    assert table.game.board.word(table.game.board.run(Cell(2, 0), Direction.DOWN)) == ("E", "CH", "B")


def test_K7_the_same_letter_with_different_and_negative_points_and_wildcards_with_points() -> None:
    """Each tile keeps its own points on the board and in the score."""
    kinds = {letter: [kind.points for kind in CARDWORDS.tile_set.of_letter(letter)] for letter in "EA"}
    assert kinds == {"E": [-1, 0, 1], "A": [1, 6]}
    assert [kind.points for kind in CARDWORDS.tile_set.blanks] == [-2, 0, 3]
    table = Table(variant=CARDWORDS).start("A(6)T(3)E(-1)NRSIO", "NNNRRTTL")
    table.play("5J A(6)T(3)E(-1)")
    first = [placed.tile.points for _, placed in table.game.board.tiles()]
    assert first == [6, 3, -1]


def test_K8_tables_of_any_size_with_points_factors_and_start_conditions() -> None:
    """Several attributes on one square; a start row must be touched, and only that."""
    layout = row_of(Square(), Square(letter=2, word=3, points=7), Square(points=-2), Square(), Square())
    table = Table(variant=on(layout)).start("STAR", "EEEI")
    with pytest.raises(StartNotCovered):
        table.play("1A STA")
    table.play("2A STA")
    assert table.scores[0] == (1 + 2 * 1 + 1) * 3 + 7 - 2
    free = Table(variant=on(replace(layout, start=Start()))).start("STAR", "EEEI")
    free.play("1A STA")
    column = Table(variant=on(replace(layout, start=Start(column=4)))).start("STAR", "EEEI")
    with pytest.raises(StartNotCovered):
        column.play("2A STA")
    column.play("E1 AT")


def test_K9_points_by_number_of_tiles_and_costs_of_trading_and_passing() -> None:
    """They count in the score and the word list, and the rack has the size in the file."""
    table = Table(variant=CARDWORDS).start("STARINGE", "NNNRRTTL")
    assert CARDWORDS.rack_size == 8
    table.play("5J STARI")
    assert table.events[-2].sheet.bonus == 5  # type: ignore[union-attr]
    table.do(cmd.Exchange(table.on_turn, "NNR"))
    assert table.scores[1] == -3
    table.pass_()
    totals = {entry.seat: entry.total for entry in history(table.events)}
    assert [totals[0], totals[1]] == table.scores
    assert [entry.points for entry in history(table.events)][1:] == [-3, -5]


def test_K10_letters_of_a_text_are_counted() -> None:
    """Every form of a letter counts, digraphs as one letter; other characters are ignored."""
    counts = count_letters("Eel, [see] 3 éé!\nHELL?", STANDARD.alphabet)
    assert {letter: count for letter, count in counts.items() if count} == {"E": 5, "L": 3, "S": 1, "H": 1}
    assert list(counts) == list(STANDARD.alphabet.letters)


@pytest.mark.parametrize("orientation", ORIENTATIONS, ids=lambda one: one.code)
def test_K11_every_orientation_names_and_reads_every_square(orientation: Orientation) -> None:
    """A game reads back what it writes, on a board with columns beyond Z; the history uses the same labels."""
    size = (31, 30)
    for cell in (Cell(0, 0), Cell(29, 30), Cell(7, 26), Cell(12, 3)):
        for direction in Direction:
            assert orientation.read(orientation.name(cell, direction, size), size) == (cell, direction)
    assert Orientation.of_code(orientation.code) == orientation


def test_K11_columns_beyond_Z_are_AA_and_AB() -> None:
    """As in the classic program."""
    assert [letters_of(number) for number in (0, 25, 26, 27, 30)] == ["A", "Z", "AA", "AB", "AE"]
    assert number_of("AB") == 27
    assert Orientation().name(Cell(4, 27), Direction.DOWN, (31, 9)) == "AB5"


def test_K12_the_coordinate_named_first_is_the_one_that_all_tiles_share() -> None:
    """Row first is across, column first is down, whichever of them has letters."""
    for orientation, across in ((Orientation(), "8H"), (Orientation(digits_for_columns=True), "H8")):
        table = Table()
        table.state = replace(table.game, setup=replace(table.game.setup, orientation=orientation))
        (opened, *_) = table.events
        table.events[0] = replace(opened, setup=table.game.setup)  # type: ignore[type-var]
        table.start("HELLOXY", "QUAZJVK")
        (played, *_) = table.play(f"{across} HELLO")
        assert played.placement.direction is Direction.ACROSS  # type: ignore[union-attr]
        assert played.placement.cell == Cell(7, 7)  # type: ignore[union-attr]


def test_K13_a_word_goes_through_tiles_on_the_table() -> None:
    """Letters already on the board are typed with the word, as dots or in parentheses."""
    for move in ("H6 CATER", "H6 CA.ER", "H6 CA(T)ER"):
        table = Table().start("STARXYZ", "CAERQVK")
        table.play("8G STAR")
        table.play(move)
        assert "".join(p.letter for _, p in table.game.board.tiles()).count("T") == 1


def test_K14_tiles_of_the_same_face_are_told_apart_by_their_points() -> None:
    """`E(0)` and `?E(-2)` pick the tile; without points, the best tile goes where it scores most."""
    table = Table(variant=CARDWORDS).start("E(0)E(1)?(-2)?(3)NRTS", "NNNRRTTL")
    with pytest.raises(NoSuchPoints):
        table.play("5J TE(7)N")
    table.play("5J TE(0)?E(-2)N")
    points = {(p.tile.letter, p.letter): p.tile.points for _, p in table.game.board.tiles()}
    assert points[("E", "E")] == 0
    assert points[("", "E")] == -2
    other = Table(variant=CARDWORDS).start("E(0)E(1)?(-2)?(3)NRTS", "NNNRRTTL")
    other.play("5J TEN")
    assert Tile("E", 1) in [p.tile for _, p in other.game.board.tiles()]


def test_K16_all_tiles_and_those_that_may_still_come() -> None:
    """Unseen tiles are neither on the board nor on the player's own rack."""
    table = Table(variant=CARDWORDS).start("E(0)E(1)?(-2)?(3)NRTS", "NNNRRTTL")
    table.play("5J TE(0)N")
    own = seat_view(table.game, 1)
    board = [p.tile for _, p in table.game.board.tiles()]
    assert len(own.unseen) == len(CARDWORDS.tile_set) - len(board) - len(own.rack)
    assert Tile("E", 0) in own.unseen
    assert len(own.unseen) == len(table.game.pool) + len(table.game.seats[0].rack)
    assert len(unseen(table_view(table.game))) == len(CARDWORDS.tile_set) - len(board)


def test_K18_cell_points_once_then_letters_times_factors_times_word_factors() -> None:
    """Cross words count the new tile with its factors too; the square's own points only once."""
    layout = row_of(Square(), Square(letter=3, word=2, points=10), Square(), Square(), start=Start())
    table = Table(variant=on(layout)).start("TSAE", "ESAI")
    table.play("1A TA")
    table.play("2A ES")
    new_row, new_columns = (1 + 3 * 1) * 2, (1 + 1) + (1 + 3 * 1) * 2
    assert table.scores == [2, new_row + new_columns + 10]


def test_K19_umlauts_and_sharp_s_are_letters_of_their_own() -> None:
    """Typed in either case; a distribution belongs to a language."""
    german = parse_variant(GERMAN, "de")
    table = Table(variant=german)
    table.start("ßUERTAB", "ÄÖÜSNNE")
    table.play("3A TREUßA")
    assert [p.letter for _, p in table.game.board.tiles()] == list("TREUßA")
    assert not any(p.is_blank for _, p in table.game.board.tiles())
    table.play("a2 ätü")
    assert load_variant_file("standard").languages[0] == "en"


def test_D6_rules_distribution_and_values_come_from_the_variant() -> None:
    """Help shows those of the game's tiles."""
    from bot.text import texts_for
    from bot.text.help import help_text

    texts = texts_for("en")
    assert "K 1×19" in help_text("tiles", texts, CARDWORDS)
    assert "A pass scores" in help_text("scoring", texts, CARDWORDS)
    assert "A pass scores" not in help_text("scoring", texts, STANDARD)


def test_D7_a_blanks_letter_is_fixed_once_played() -> None:
    """It is that letter for every later word through it, and is worth the blank's own points."""
    for move in ("8G ?CAT", "8G CAT", "8G cAT"):
        table = Table().start("?ATXYZQ", "SAEINRT")
        table.play(move)
        placed = table.game.board[Cell(7, 6)]
        assert placed and placed.is_blank and placed.letter == "C"
    table.play("8G CATS")
    assert table.scores[1] == 3
