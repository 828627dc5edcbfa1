"""Boards, tile sets and coordinates of any kind, by ledger code, through the engine."""

from __future__ import annotations

import pytest

from engine.game import commands as cmd
from engine.game.history import history
from engine.loading import load_variant, load_variant_file
from engine.model.board import ORIENTATIONS, Cell, Direction, Orientation, letters_of, number_of
from engine.model.tiles import Tile
from engine.words.textlist import count_letters
from tests.support.games import STANDARD, Table
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
