"""The whole game by ear: what pictures show is said once, in words, in a useful order (ledger X16)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.front.board.answers import grid_message, openings_message, square_message, text_board_message
from bot.front.board.messages import board_message, end_message
from bot.front.core.message import Message
from bot.text import cast_of, texts_for
from bot.text.boards import MOST_ALT, board_alt
from bot.text.happenings import happened
from bot.text.scores import word_list
from bot.text.spoken import line_said, rows_said, words_said
from engine.errors import MalformedCoordinate
from engine.game import commands as cmd
from engine.game.history import history
from engine.game.views import TableView, table_view
from engine.model.coordinates import STANDARD as USUAL
from engine.model.coordinates import Cell, Direction, Line, Orientation
from engine.model.rules import Rules
from tests.support.games import Table

ENGLISH = texts_for("en")
TURNED = Orientation(digits_for_columns=True, columns_from_right=True, rows_upward=True)
SIZE = (15, 15)


def played() -> Table:
    """HELLo across with a blank, and HE down from its H."""
    table = Table(Rules(undo=False)).start("HELL?XY", "EAZJVKQ")
    table.play("8D HELLo")
    table.play("D8 HE")
    return table


def view() -> TableView:
    """The table after these plays."""
    return table_view(played().game)


def plain(message: Message) -> str:
    """The text of a message as it is read, without the marks that keep it from being markdown."""
    return message.text.replace("\\", "")


def test_X16_words_are_said_with_their_squares_and_blanks() -> None:
    """Across from the top, then down; a blank never by the size of its letter alone."""
    assert words_said(view(), ENGLISH) == ("8D HELLO, the O is a blank", "D8 HE")
    turned = replace(view(), setup=replace(view().setup, orientation=TURNED))
    assert words_said(turned, ENGLISH) == ("H12 HELLO, the O is a blank", "12H HE")


def test_X16_the_alt_text_of_a_board_is_what_only_the_picture_tells() -> None:
    """The words, then the free premium squares near them; neither status nor scores, which the message says."""
    table = view()
    alt = board_alt(table, cast_of(table, str), ENGLISH)
    assert alt.startswith("Board of 15 by 15. Words: 8D HELLO, the O is a blank; D8 HE. Free: triple word at A8;")
    message = board_message("g", table, played().events[-1:], ENGLISH)
    assert "turn" in message.text and "turn" not in message.images[0].alt
    assert "22" in message.text and "22" not in message.images[0].alt


def test_X16_the_alt_text_of_an_empty_board_says_where_to_start() -> None:
    """And which premium squares are near."""
    table = table_view(Table().start().game)
    alt = board_alt(table, cast_of(table, str), ENGLISH)
    assert alt.startswith("Board of 15 by 15. The board is empty. The first word must cover the centre square H8.")
    assert "double word at H8" in alt


@pytest.mark.parametrize("count", [1, 400])
def test_X16_the_alt_text_never_exceeds_discords_limit(count: int) -> None:
    """Words come before premium squares, and the highest premiums before others."""
    table = view()
    board = table.board
    tile = board[Cell(7, 3)]
    assert tile
    full = board.place({cell: tile for cell in list(board.layout.cells())[:count] if not board[cell]})
    alt = board_alt(replace(table, board=full), cast_of(table, str), ENGLISH)
    assert len(alt) <= MOST_ALT
    assert "Words: " in alt


def test_X16_the_end_card_tells_words_and_standings_once() -> None:
    """The standings are in the text, the final words in the board's alt text, and the course in the card's."""
    table = played()
    table.do(cmd.End("ada"))
    message = end_message("g", table_view(table.game), table.events, ENGLISH)
    card, board = message.images
    assert message.text.count("Ada**: 22 points") == 1
    assert card.alt == "The result as a card. Points after each turn: Ada 22; Bruno 5."
    assert "8D HELLO" in board.alt


def test_X16_public_lines_name_blanks_and_cross_words() -> None:
    """In the line of a play, and in the word list."""
    table = Table(Rules(undo=False)).start("HELL?XY", "EAZJVKQ")
    first = happened(table.play("8D HELLo"), cast_of(table_view(table.game), str), ENGLISH)
    assert first == ("Ada played 8D HELLo for 22 points. The O is a blank.",)
    second = happened(table.play("9D EA"), cast_of(table_view(table.game), str), ENGLISH)
    assert second == ("Bruno played 9D EA for 9 points, also HE and EA.",)
    listed = word_list(history(table.events), cast_of(table_view(table.game), str), ENGLISH)
    assert "8D HELLo (blank: O)" in listed


def test_X16_text_mode_says_the_words_first_and_then_rows_in_prose() -> None:
    """Empty rows are counted, premium squares named; the grid comes only when asked for."""
    table = view()
    lines = plain(text_board_message(table, ENGLISH)).split("\n")
    assert lines[0] == "Words: 8D HELLO, the O is a blank; D8 HE."
    assert lines[1] == "Rows 1 to 6: no tiles."
    assert lines[2].startswith("Row 7: no tiles; free, ")
    assert lines[3] == "Row 8: D to H HELLO, the O is a blank; free, triple word at A8 and O8 and double letter at L8."
    assert lines[4].startswith("Row 9: D E; free, ")
    assert lines[-1] == "Rows 11 to 15: no tiles."
    assert "```" not in text_board_message(table, ENGLISH).text
    assert " 8 = . . H E L L o" in grid_message(table, ENGLISH).text
    assert "free" not in "".join(rows_said(table, cast_of(table), ENGLISH, premiums=False))


@pytest.mark.parametrize(
    ("text", "line"),
    [("8", Line(Direction.ACROSS, 7)), ("h", Line(Direction.DOWN, 7)), ("15", Line(Direction.ACROSS, 14))],
)
def test_X16_a_row_or_a_column_has_a_name(text: str, line: Line) -> None:
    """The label that the picture shows at its edge."""
    assert USUAL.read_line(text, SIZE) == line


def test_X16_lines_are_named_as_the_game_labels_them() -> None:
    """Digits for columns, counted from the right; what is outside the board is refused."""
    assert TURNED.read_line("1", SIZE) == Line(Direction.DOWN, 14)
    assert TURNED.read_line("A", SIZE) == Line(Direction.ACROSS, 14)
    for outside in ("16", "0", "P", "8H", "", "AAA"):
        with pytest.raises(MalformedCoordinate):
            USUAL.read_line(outside, SIZE)


def test_X16_rows_and_columns_are_said() -> None:
    """Their tiles from where to where, and what is free."""
    table, cast = view(), cast_of(view(), str)
    assert line_said(table, Line(Direction.DOWN, 3), cast, ENGLISH).startswith("Column D: 8 to 9 HE; free, ")
    assert line_said(table, Line(Direction.ACROSS, 0), cast, ENGLISH).startswith("Row 1: no tiles; free, triple word")


def test_X16_a_free_square_names_its_neighbours_and_the_words_it_touches() -> None:
    """On all four sides, in a fixed order."""
    table = view()
    message = square_message(table, Cell(8, 4), ENGLISH)
    assert plain(message).split("\n")[-4:] == [
        "Above: E8 E, part of 8D HELLO, the O is a blank.",
        "Below: E10 is free.",
        "Left: D9 E, part of D8 HE.",
        "Right: F9 is free.",
    ]
    corner = plain(square_message(table, Cell(0, 0), ENGLISH))
    assert "Above: the edge of the board." in corner and "Right: B1 is free." in corner


def test_X16_open_premiums_and_places_to_hook_are_listed() -> None:
    """The highest premiums first, then the free squares at the ends of each word."""
    text = plain(openings_message(view(), ENGLISH))
    assert text.startswith("Free premium squares:\n- triple word at A1")
    assert "- 8D HELLO, the O is a blank: free before it at C8 and after it at I8." in text
    assert "- D8 HE: free before it at D7 and after it at D10." in text
