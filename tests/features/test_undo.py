"""The time in which a move can be undone: its length, and what the board says about it (ledger D4)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.board.messages import board_message
from bot.front.board.racks import rack_message
from bot.text import cast_of, texts_for
from bot.text.boards import counts_line
from bot.text.status import until
from engine.game.clock import UNDO_ALONE, UNDO_WINDOW
from engine.game.state import Computer, GameState
from engine.game.views import seat_view, table_view
from engine.model.rules import Rules
from tests.support.engines import told_at_once
from tests.support.games import Table
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import EPHEMERAL, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

ENGLISH = texts_for("en")


def against_a_computer(rules: Rules | None = None) -> GameState:
    """Ada has just played HELLO, and a computer player is on turn."""
    table = Table(rules or Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    other = replace(table.game.seats[1], player=Computer("computer-1", "Robot", 5))
    return replace(table.game, seats=(table.game.seats[0], other))


def test_D4_the_board_counts_down_to_the_computers_move() -> None:
    """In Discord's relative time; not if a person is on turn, who may play at any time."""
    state = against_a_computer()
    view = table_view(state)
    assert state.latest
    end = -(-(state.latest.at + UNDO_ALONE) // 1000)
    assert until(view, cast_of(view), ENGLISH) == said(
        "status.moves_after_undo", name="**Robot**", moment=f"<t:{end}:R>"
    )
    told = board_message("g", view, (), ENGLISH).text
    assert f"<t:{end}:R>" in told and said("status.choosing_a_move") not in told
    closed = table_view(replace(state, latest=None))
    assert said("status.choosing_a_move", name="**Robot**") in board_message("g", closed, (), ENGLISH).text
    between = Table(Rules()).start("HELLOXY", "QUAZJVK")
    between.play("8D HELLO")
    assert until(table_view(between.game), cast_of(table_view(between.game)), ENGLISH) == ""


def test_D4_tiles_that_come_after_the_undo_are_counted_and_announced() -> None:
    """The rack does not look empty while a bingo can still be undone; its player is told when its tiles come."""
    table = Table(Rules()).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLOXY")
    view = table_view(table.game)
    assert view.seats[0].tiles == 0
    assert counts_line(view, cast_of(view, str), ENGLISH) == (
        f"{said('status.tiles_pool', 79)} · Ada: 98 points, 7 tiles · Bruno: 0 points, 7 tiles"
    )
    message = rack_message("g", seat_view(table.game, 0), ENGLISH)
    assert said("board.draw_new") in message.text
    assert "empty" not in message.text


@pytest.mark.gate
async def test_D4_the_board_is_brought_up_to_date_when_a_move_can_no_longer_be_undone(tmp_path: Path) -> None:
    """The same message, without Undo, with the drawn tiles counted, and with its earlier text.

    Silent events before that, such as a hint, need no new board either, so nobody is mentioned again.
    """
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3, hinter=told_at_once) as (
        stage,
        ada,
        bruno,
    ):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played 8H AT")
        second = await board(bruno, "AT", after=first)
        assert "Undo" in buttons_of(second) and said("status.tiles_pool", 1) in pictures_of(second)[0]["description"]
        await ask(bruno, "/hint kind:best")

        async def counted() -> bool:
            return (await stage.state(first["channel_id"])).seats[1].hints == 1

        await eventually(counted)
        stage.clock.push(UNDO_WINDOW / 1000 + 1)
        await bruno.wait(lambda: "Undo" not in buttons_of(bruno.now(second) or second), "a board without Undo")
        now = bruno.now(second) or {}
        assert said("status.tiles_pool", 1) in pictures_of(now)[0]["description"]
        assert "played 8H AT" in text_of(now) and "your turn" in text_of(now)
        assert "Rack" in buttons_of(now)
        later = [one for one in bruno.visible() if int(one["id"]) > int(second["id"]) and not one["flags"] & EPHEMERAL]
        assert later == []
