"""The whole game by ear: words say once what pictures show, in a useful order (ledger X16)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.board.answers import grid_message, openings_message, text_board_message
from bot.front.board.endings import end_message
from bot.front.board.messages import board_message
from bot.front.components.message import Message, Text
from bot.text import cast_of, texts_for
from bot.text.boards import MOST_ALT, board_alt
from bot.text.events import happened
from bot.text.scores import word_list
from bot.text.spoken import rows_said, words_said
from bot.text.wordlists import hooks_text
from engine.errors import MalformedCoordinate
from engine.game import commands as cmd
from engine.game.clock import UNDO_ALONE, UNDO_TIME, undo_window
from engine.game.events import Event
from engine.game.history import history
from engine.game.state import Computer, Person
from engine.game.views import TableView, table_view
from engine.model.board import STANDARD as USUAL
from engine.model.board import Cell, Direction, Line, Orientation, PlacedTile
from engine.model.rules import Rules
from engine.model.tiles import Tile
from engine.play.placement import arrange, score
from tests.support.games import Table
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, ask, board, gathered, started, text_only
from tests.support.sentences import said

ENGLISH = texts_for("en")
TURNED = Orientation(digits_for_columns=True, columns_from_right=True, rows_upward=True)
SIZE = (15, 15)


def played() -> Table:
    """HELLo across with a blank, and HE down from its H."""
    table = Table(Rules(undo=False)).start("HELL?XY", "EAZJVKQ")
    table.play("8D HELLo")
    table.play("D8 HE")
    return table


def plain_text(message: dict[str, Any]) -> str:
    """The text of a posted message without the escapes for Markdown."""
    return text_of(message).replace("\\", "")


def view() -> TableView:
    """The table after these plays."""
    return table_view(played().game)


def plain(message: Message) -> str:
    """The text of a message as people read it, without the escapes for Markdown."""
    return message.text.replace("\\", "")


def test_X16_words_are_said_with_their_squares_and_blanks() -> None:
    """Words across from the top, then words down; a blank is named, not only shown by a lower-case letter."""
    assert words_said(view(), ENGLISH) == ("8D HELLO, the O is a blank", "D8 HE")
    turned = replace(view(), setup=replace(view().setup, orientation=TURNED))
    assert words_said(turned, ENGLISH) == ("H12 HELLO, the O is a blank", "12H HE")


def test_X16_the_alt_text_of_a_board_is_what_only_the_picture_tells() -> None:
    """The words, then the free premium squares near them; not the status or scores, which are in the message.

    That of an empty board says where to start.
    """
    table = view()
    alt = board_alt(table, cast_of(table, str), ENGLISH)
    counts = f"{said('status.tiles_pool', 80)} · Ada: 22 points, 7 tiles · Bruno: 5 points, 7 tiles"
    words = "Words: 8D HELLO, the O is a blank; D8 HE. Free: triple word at A8;"
    assert alt.startswith(f"Board of 15 by 15. {counts}. {words}")
    message = board_message("g", table, played().events[-1:], ENGLISH)
    assert "turn" in message.text and "turn" not in message.images[0].alt
    assert counts not in message.text and counts in message.images[0].alt
    table = table_view(Table().start().game)
    alt = board_alt(table, cast_of(table, str), ENGLISH)
    assert said("spoken.board_is_empty", start="the centre square H8") in alt and "double word at H8" in alt


@pytest.mark.parametrize("count", [1, 400])
def test_X16_the_alt_text_never_exceeds_discords_limit(count: int) -> None:
    """Words come before premium squares, and the highest premiums first."""
    table = view()
    board = table.board
    tile = board[Cell(7, 3)]
    assert tile
    full = board.place({cell: tile for cell in list(board.layout.cells())[:count] if not board[cell]})
    alt = board_alt(replace(table, board=full), cast_of(table, str), ENGLISH)
    assert len(alt) <= MOST_ALT
    assert "Words: " in alt


def test_X16_the_end_card_tells_words_and_standings_once() -> None:
    """The final words are in the board's alt text, standings and the course of play in the card's."""
    table, events = over()
    message = end_message("g", table, events, ENGLISH)
    board, card = message.images
    assert message.in_words().text.count("Ada**: 22 points") == 1
    assert card.alt.split("\n") == [
        "Ada v Bruno",
        said("board.result_card"),
        "– Ada: 22 points",
        "– Bruno: 5 points",
        "Best play: Ada with 8D HELLO for 22 points.",
        said("board.points_after_turn", points="Ada: 22; Bruno: 5"),
    ]
    assert "8D HELLO" in board.alt


def test_X16_public_lines_name_blanks_and_cross_words() -> None:
    """In the line that announces a play, and in the word list."""
    table = Table(Rules(undo=False)).start("HELL?XY", "EAZJVKQ")
    first = happened(table.play("8D HELLo"), cast_of(table_view(table.game), str), ENGLISH)
    assert first == ("Ada played 8D HELLo for 22 points. The O is a blank.",)
    second = happened(table.play("9D EA"), cast_of(table_view(table.game), str), ENGLISH)
    assert second == ("Bruno played 9D EA for 9 points, also HE and EA.",)
    listed = word_list(history(table.events), cast_of(table_view(table.game), str), ENGLISH)
    assert "8D HELLo (blank: O)" in listed


def test_X16_text_mode_says_the_words_first_and_then_rows_in_prose() -> None:
    """Empty rows are counted and premium squares named; the grid appears only on request."""
    table = view()
    lines = plain(text_board_message(table, ENGLISH)).split("\n")
    assert lines[0] == "Words: 8D HELLO, the O is a blank; HE down D8 to D9."
    assert lines[1] == "Rows 1 to 4: no tiles."
    assert lines[2] == "Row 5: no tiles; free, double word at E5."
    assert "Row 8: D to H HELLO, the O is a blank; free, triple word at A8." in lines
    assert any(line.startswith("Row 9: E in D; free, ") for line in lines)
    assert lines[-1] == "Rows 13 to 15: no tiles."
    assert "```" not in text_board_message(table, ENGLISH).text
    assert " 8 = . . H E L L o" in grid_message(table, ENGLISH).text
    assert "free" not in "".join(rows_said(table, cast_of(table), ENGLISH, premiums=False))


def test_X16_lines_are_named_as_the_game_labels_them() -> None:
    """By the label at the edge of the picture, also counted from the right; a line outside the board is refused."""
    for text, line in (("8", Line(Direction.ACROSS, 7)), ("h", Line(Direction.DOWN, 7))):
        assert USUAL.read_line(text, SIZE) == line
    assert TURNED.read_line("1", SIZE) == Line(Direction.DOWN, 14)
    assert TURNED.read_line("A", SIZE) == Line(Direction.ACROSS, 14)
    for outside in ("16", "0", "P", "8H", "", "AAA"):
        with pytest.raises(MalformedCoordinate):
            USUAL.read_line(outside, SIZE)


def test_X16_open_premiums_and_places_to_hook_are_listed() -> None:
    """The highest premiums first, then the free squares at each end of every word."""
    text = plain(openings_message(view(), ENGLISH))
    assert text.startswith("Free premium squares:\n- triple word at A1")
    assert f"- {said('spoken.free_before_after', word='8D HELLO, the O is a blank', before='C8', after='I8')}" in text
    assert f"- {said('spoken.free_before_after', word='D8 HE', before='D7', after='D10')}" in text


@pytest.mark.gate
async def test_X16_the_places_where_a_given_word_could_go_are_told(tmp_path: Path) -> None:
    """With squares, directions, tiles and cross words, whatever tiles the asker has; valid words only."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(bruno, "/word hooks word:horn", said("words.not_fit_anywhere_board"))
        told = plain_text(await ask(bruno, "/word hooks word:cat")).split("\n")
        assert told[0] == said("hooks.none_in_front", word="**CAT**")
        assert told[1] == said("hooks.at_the_end", word="**CAT**", back="**S**")
        assert told[2] == "With any tiles, **CAT** fits in 6 places:"
        assert told[3].startswith("- 8F across: ") and told[3].endswith("with C, A, T")
        await ask(ada, "/play move:8H AT")
        await board(bruno, "AT", after=first)
        assert plain_text(await ask(bruno, "/word hooks word:to")).split("\n")[2:] == [
            "With any tiles, **TO** fits in 2 places:",
            "- 9H across: 8 points with T, O; it also makes AT and TO",
            "- I8 down: 3 points with O",
        ]
        await ask(bruno, "/word hooks word:tac", said("words.word_invalid", word="TAC", lexicon="English"))
        await ask(bruno, "/word hooks word:c4t", "4")


@pytest.mark.gate
async def test_X16_the_letters_that_make_a_word_longer_need_no_game(tmp_path: Path) -> None:
    """Before it and after it; a game adds its board, on which a dot stands for a tile."""
    words = ("CARE", "SCARE", "CARED", "CARES", "CARET", "AT", "CAT")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (_, ada, bruno):
        told = plain_text(await ask(ada, "/word hooks word:`care`"))
        assert told.split("\n") == [
            said("hooks.in_front", word="**CARE**", front="**S**"),
            said("hooks.at_the_end", word="**CARE**", back="**D S T**"),
        ]
        await ask(ada, "/word hooks word:tac", said("words.word_invalid", word="TAC", lexicon="English"))
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT")
        await board(bruno, "AT", after=first)
        assert plain_text(await ask(bruno, "/word hooks word:C..")).startswith("With any tiles")


def test_X16_a_long_list_of_places_is_cut_off_and_says_so() -> None:
    """The places with most points come first."""
    table = view()
    placed = arrange(
        {Cell(8, 7): PlacedTile(Tile("A", 1), "A"), Cell(9, 7): PlacedTile(Tile("T", 1), "T")}, table.board
    )
    fits = [(placed, score(table.board, placed, table.variant))] * 30
    lines = hooks_text("AT", fits, table.setup, ENGLISH).split("\n")
    assert len(lines) == 27
    assert lines[-1] == "… and 5 more places."


def test_X16_there_is_more_time_to_undo_by_ear() -> None:
    """Three times as much, unless the rules set it; everyone has less in games against computers only."""
    for by_ear, longer in ((False, 1), (True, 3)):
        table = Table(Rules())
        seat = table.game.seats[0]
        ear = replace(seat, player=Person("ada", "Ada", by_ear))
        between = replace(table.game, seats=(ear, table.game.seats[1]))
        assert undo_window(between, 0) == longer * UNDO_TIME
        assert undo_window(between, 1) == UNDO_TIME
        alone = replace(table.game, seats=(ear, replace(seat, player=Computer("computer-1", "Robot", 5))))
        assert undo_window(alone, 0) == longer * UNDO_ALONE
        told = replace(alone, setup=replace(alone.setup, rules=Rules(undo_window=7000)))
        assert undo_window(told, 0) == 7000


def test_X16_pictures_give_way_to_their_words_once() -> None:
    """Except where texts beside a picture already say it, and never more than a message can hold."""
    scene = replace(end_message("g", *over(), ENGLISH).images[1], words="")
    said = Message((Text("told"), replace(scene, is_told=True), replace(scene, alt="a card")))
    assert said.in_words().text == "told\na card"
    long = Message((Text("x" * 3990), replace(scene, alt="y" * 100)))
    assert len(long.in_words().text) <= 4000


def over() -> tuple[TableView, list[Event]]:
    """A game that has ended, and its events."""
    table = played()
    table.do(cmd.End("999", moderator=True))
    return table_view(table.game), table.events


async def test_X16_text_only_needs_one_message_a_turn(tmp_path: Path) -> None:
    """The play, the tiles and the scores; the next message replaces it. A receipt has no button that dies."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await text_only(ada)
        first = await started(ada, bruno)
        called = await ada.wait_message(said("board.your_turn_in_game"), channel=DM)
        assert "Your rack: A 1, C 3, T 1." in plain_text(called)
        assert ada.id not in {one["id"] for one in first["mentions"]}
        receipt = await ask(ada, "/play move:8H AT", "You played 8H AT")
        assert buttons_of(receipt) == []
        await ask(bruno, "/move pass", "You passed")
        again = await ada.wait_message(lambda m: "passed" in text_of(m) and "your turn" in text_of(m), channel=DM)
        await ada.wait(lambda: [one["id"] for one in ada.dm()] == [again["id"]], "one message in the end")
        assert not pictures_of(again)
        for line in (
            "/rack",
            "/game board",
            "/game board square:H8",
            "/game board style:picture",
            "/game board premiums:yes",
            "/settings mine",
        ):
            assert not pictures_of(await ask(ada, line))


@pytest.mark.gate
async def test_X16_who_is_given_the_seat_on_turn_is_told_at_once(tmp_path: Path) -> None:
    """One direct message says that it is their turn, and names their tiles: their own settings apply."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *DRAWS, "EEE", people=people, letters=LETTERS, rack_size=3) as (_, ada, bruno, chloe):
        await text_only(chloe)
        await started(ada, bruno)
        await ask(ada, "/move pass", "You passed")
        await ask(ada, "/game seat give player:Bruno person:Chloe tiles:new", "I have asked **Chloe**")
        await chloe.click(await chloe.wait_message(said("specials.you_like_play_seat")), "I agree")
        called = await chloe.wait_message(said("board.your_turn_in_game"), channel=DM)
        assert "Your rack: E 1, E 1, E 1." in plain_text(called)
        assert [one["id"] for one in chloe.dm()] == [called["id"]]


@pytest.mark.soak
async def test_X16_only_the_newest_board_says_whose_turn_it_is(tmp_path: Path) -> None:
    """An older board loses its instructions and buttons; the play stays."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/move pass", "You passed")
        second = await board(bruno, "passed", after=first)
        await bruno.wait(lambda: not buttons_of(bruno.now(first) or first), "the buttons to go")
        old, new = (text_of(bruno.now(one) or one) for one in (first, second))
        assert "your turn" not in old and said("happenings.goes_first") in old
        assert "your turn" in new


@pytest.mark.soak
async def test_X16_rows_columns_and_what_is_free_are_told(tmp_path: Path) -> None:
    """By the labels at the edge of the board; anything that is not a line or square is refused with a valid example."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        for line, expected in (
            ("/game board square:8", "Row 8: H to I AT; free, "),
            ("/game board square:row 8", "H to I AT"),
            ("/game board square:1", "Row 1: no tiles; free, triple word"),
            ("/game board square:h", "Column H"),
            ("/game board premiums:free", said("spoken.free_before_after", before="G8")),
            ("/game board style:grid", "capital letter"),
            ("/help topic:listening", "Text only"),
        ):
            assert expected in plain_text(await ask(ada, line)), line
        await ask(ada, "/game board square:99", "like 8H")
