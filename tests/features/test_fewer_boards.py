"""Boards that are edited instead of posted again, and channels with one board for each game; ledger C17, D4, N23."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.front.board.messages import move_message
from bot.front.components.message import Text
from bot.text import texts_for
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table
from tests.support.playground import Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, changed, gathered, started
from tests.support.sentences import said


def boards(person: Person) -> list[dict[str, Any]]:
    """The boards that everyone sees in the channel."""
    return [one for one in person.visible() if not one["flags"] & 64 and pictures_of(one)]


async def test_D4_an_undone_move_changes_the_board_that_is_there(tmp_path: Path) -> None:
    """It says both, and offers the next move; that one has a board of its own."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT")
        played = await board(bruno, "8H AT", after=first)
        await ask(ada, "/undo")
        edited = await changed(bruno, played, said("happenings.undid_last_move"))
        assert "played 8H AT" in text_of(edited) and "Undo" not in buttons_of(edited)
        assert len(boards(bruno)) == 2
        await ask(ada, "/play move:8H CAT")
        await board(bruno, "8H CAT", after=played)
        assert len(boards(bruno)) == 3


@pytest.mark.gate
async def test_C17_a_failed_challenge_changes_the_board_that_is_there(tmp_path: Path) -> None:
    """A line tells of it below; a challenge that succeeds brings a new board."""
    async with gathered(tmp_path, *DRAWS, "EEE", letters="CATSODEEEEEE", rack_size=3) as (_, ada, bruno):
        await ada.command("/game new variant:tiny preset:classic")
        lobby = await bruno.wait_message("seats taken")
        await bruno.click(lobby, "Join")
        await answer(bruno, said("receipts.joined"))
        await ask(ada, "/game rules rule:challenge value:five_point", "is now")
        await ask(ada, "/game start")
        first = await board(ada, after=lobby)
        await ask(ada, "/play move:8H CAT", "You played")
        played = await board(bruno, "CAT", after=first)
        await bruno.click(played, "Challenge")
        await changed(bruno, played, "Ada: 65")
        await ask(bruno, "/play move:9H SOD")
        second = await board(ada, "SOD", after=played)
        assert len(boards(ada)) == 3
        await ada.click(second, "Challenge")
        await answer(ada)


@pytest.mark.gate
async def test_N23_a_channel_may_keep_one_board_for_each_game(tmp_path: Path) -> None:
    """It is edited, and a line below tells of each move, calls the next player and leads to the board."""
    async with gathered(tmp_path, *DRAWS, "EEE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        panel = await ask(ada, "/settings channel")
        await ada.click(panel, "One board: off")
        await ada.wait(lambda: "One board: on" in buttons_of(ada.now(panel) or {}), "the switch")
        first = await started(ada, bruno)
        for person, move in ((ada, "8H CAT"), (bruno, "J8 TO")):
            await ask(person, f"/play move:{move}")
            line = await bruno.wait_message(
                lambda m, move=move: f"played {move}" in text_of(m) and not m["flags"] & 64 and not pictures_of(m)
            )
            await changed(bruno, first, f"played {move}")
            other = bruno if person is ada else ada
            assert f"<@{other.id}>" in text_of(line) and [one["id"] for one in line["mentions"]] == [other.id]
            assert text_of(line).rstrip().endswith(f"/{first['id']})") and not buttons_of(line)
        assert [one["id"] for one in boards(bruno)] == [first["id"]]
        await stage.restart()
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        await board(ada, said("status.won", name="**Ada**"), after=first)


def test_N23_a_line_with_nothing_to_tell_begins_with_whose_turn_it_is() -> None:
    """As after a challenge that has a message of its own."""
    table = Table(Rules())
    table.start("HELLOXY", "QUAZJVK")
    [line] = move_message(table_view(table.game), (), texts_for("en"), "https://example.com").blocks
    assert isinstance(line, Text) and line.content == line.content.strip()
