"""Idle lobbies: the bot asks about them once, and closes them politely if nobody answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import LOBBY_HOURS, Settings, SettingsError
from engine.game import commands as cmd
from engine.game.state import LOBBY_PATIENCE
from engine.model.durations import HOUR
from tests.support.databases import first_due
from tests.support.readable import buttons_of, text_of
from tests.support.running import ask, gathered
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, process, setup

DAY_SECONDS = LOBBY_PATIENCE // 1000


async def lobby_of(bot: Process) -> str:
    """Ada's lobby."""
    return (await bot.games.open(HOME, ADA, setup(), bot.cause())).game


async def test_a_game_that_begins_is_a_lobby_no_longer(tmp_path: Path) -> None:
    """The deadline disappears with the lobby, also when everyone has left."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await lobby_of(bot)
        await bot.do(game, cmd.Join(BRUNO))
        await bot.do(game, cmd.Start(ADA.id))
        due = await first_due(bot.store)
        assert due is not None and due > clock.now() + LOBBY_PATIENCE
        await bot.do(game, cmd.End("999", moderator=True))
        other = await lobby_of(bot)
        await bot.do(other, cmd.Leave(ADA.id))
        assert await first_due(bot.store) is None


def test_how_long_a_lobby_waits_is_a_setting() -> None:
    """In hours; invalid values are refused."""
    assert Settings.from_environment({}).lobby_hours == LOBBY_HOURS == LOBBY_PATIENCE // HOUR
    assert Settings.from_environment({"TILEWRIGHT_LOBBY_HOURS": "48"}).lobby_hours == 48
    assert Settings.from_environment({}, "lobby_hours = 3").lobby_hours == 3
    for value in ("0", "soon", "-1", "100000", "1.5"):
        with pytest.raises(SettingsError, match="hours"):
            Settings.from_environment({"TILEWRIGHT_LOBBY_HOURS": value})


async def test_in_the_bot_a_quiet_lobby_is_kept_or_closed_by_buttons_or_by_itself(tmp_path: Path) -> None:
    """The host is mentioned; any seated player can keep it open; a closed lobby can be reopened with the same rules."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:classic name:Friday")
        lobby = await bruno.wait_message("seats taken")
        stage.clock.push(DAY_SECONDS + 1)
        question = await bruno.wait_message("Keep it open?", after=lobby)
        assert buttons_of(question) == ["Keep it open", "Close it"]
        assert [one["id"] for one in question["mentions"]] == [ada.id]
        await bruno.click(question, "Keep it open")
        await bruno.wait_message(said("seats.no_seat"), after=question)
        await ada.click(question, "Keep it open")
        await ada.wait_message("stays open", after=question)
        stage.clock.push(DAY_SECONDS + 1)
        second = await bruno.wait_message("Keep it open?", after=question)
        await stage.restart()
        stage.clock.push(DAY_SECONDS + 1)
        closed = await bruno.wait_message(said("board.game_not_started"), after=second)
        assert "**Friday** has not started" in text_of(closed)
        await bruno.click(closed, "Open it again")
        again = await bruno.wait_message("seats taken", after=closed)
        assert "**Bruno** (host)" in text_of(again)
        state = await stage.state(bruno.channel_id())
        assert (state.setup.name, state.rules.challenge.value) == ("Friday", "single")
        stage.clock.push(DAY_SECONDS + 1)
        third = await bruno.wait_message("Keep it open?", after=again)
        await bruno.click(third, "Close it")
        ask_again = await bruno.wait_message(said("pause.end_for_everyone"), after=third)
        await bruno.click(ask_again, "End the game")
        await ada.wait_message(said("board.game_closed_before"), after=third)


@pytest.mark.gate
async def test_K1_whoever_has_a_seat_closes_a_lobby_that_its_host_has_left_alone(tmp_path: Path) -> None:
    """The host says nothing, so the one who answers the question is the host."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        await bruno.click(lobby, "Join")
        await ada.wait_message("**Bruno**")
        stage.clock.push(DAY_SECONDS + 1)
        question = await bruno.wait_message("Keep it open?", after=lobby)
        await bruno.click(question, "Close it")
        sure = await bruno.wait_message(said("pause.end_for_everyone"), after=question)
        await bruno.wait_message(said("board.now_the_host", name="**Bruno**"), after=question)
        await bruno.click(sure, "End the game")
        await ada.wait_message(said("board.game_closed_before"), after=question)
