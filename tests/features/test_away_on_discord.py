"""Time banks, time that opponents give, and being away (X12, X18), played through the whole bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game.phases import Turn
from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, press_more, shows, started, switch
from tests.support.sentences import said

if TYPE_CHECKING:
    from pathlib import Path

HOUR, DAY = 3600, 24 * 3600
CORRESPONDENCE = "variant:tiny preset:correspondence"


@pytest.mark.gate
async def test_X12_the_board_shows_what_is_left_of_the_bank(tmp_path: Path) -> None:
    """When the turn clock ends, when the turn does, and everyone's bank; scores show the banks too."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        for sentence in ("clocks.start_bank", "clocks.end_turn"):
            assert said(sentence) in text_of(first)
        assert text_of(first).count("72:00:00") == 2
        stage.clock.push(10 * HOUR)
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        second = await board(bruno, after=first)
        assert "67:59:" in text_of(second)
        assert "67:59:" in text_of(await ask(bruno, "/scores"))


async def test_X12_an_opponent_gives_more_time(tmp_path: Path) -> None:
    """Behind More, once a turn; everyone is told, and the turn ends later. The player on turn has no such button."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        await ada.click(first, "More")
        assert "More time" not in buttons_of(await answer(ada, "More about"))
        await press_more(bruno, first, "More time")
        await answer(bruno, said("clocks.you_gave_more", name="**Ada**", time="6 hours"))
        await ada.wait_message(said("clocks.gave_more", name="**Bruno**", other="**Ada**", time="6 hours"))
        state = await stage.state(ada.channel_id())
        assert isinstance(state.phase, Turn)
        ends = f"<t:{-(-(state.phase.since + 84 * HOUR * 1000) // 1000)}:R>"
        await shows(bruno, first, said("clocks.end_turn", moment=ends))
        last = bruno.last()
        await bruno.click(first, "More")
        assert "More time" not in buttons_of(await answer(bruno, "More about", after=last))


@pytest.mark.gate
async def test_X12_who_wants_one_reminder_gets_one(tmp_path: Path) -> None:
    """The second reminder is a switch in the person's settings."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        panel = await ask(ada, "/settings mine")
        await switch(ada, panel, "Second reminder")
        stage.clock.push(4 * HOUR)
        await ada.wait_message(said("reminders.half_gone"), channel=DM)
        stage.clock.push(72 * HOUR)
        stage.clock.push(3 * HOUR)
        await board(bruno, said("board.out_of_time"), after=first)
        assert not [one for one in ada.visible(DM) if said("reminders.nearly_up") in text_of(one)]


async def test_X18_a_player_is_away_and_comes_back(tmp_path: Path) -> None:
    """The others are told once, the board says so, and the button ends it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        told = await ask(ada, "/away days:7", said("away.away_until"))
        assert buttons_of(told) == ["I am back"]
        await bruno.wait_message(said("clocks.away_until", name="**Ada**"), after=first)
        await shows(bruno, first, said("clocks.away_back", name="**Ada**"))
        state = await stage.state(ada.channel_id())
        assert state.seats[0].away
        await bruno.click(first, "More")
        assert "Send a reminder" not in buttons_of(await answer(bruno, "More about"))
        await ada.click(told, "I am back")
        await shows(ada, told, said("away.not_away"))
        await shows(bruno, first, said("clocks.back", name="**Ada**"))
        await ask(ada, "/away days:28", said("away.too_many_days", 27))


async def test_X12_what_is_left_of_a_time_bank_is_told_as_it_is_now(tmp_path: Path) -> None:
    """lichess-org/mobile #1955: four hours into the bank, `/scores` still says 72:00:00 (a game clock is right)."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:correspondence")
        await ask(bruno, "/game join")
        await ask(ada, "/game start")
        await board(ada)
        stage.clock.push(10 * 3600)
        told = text_of(await ask(ada, "/scores"))
        assert "**Bruno** 72:00:00" in told or "**Ada** 72:00:00" in told
        assert not ("**Bruno** 72:00:00" in told and "**Ada** 72:00:00" in told)
