"""Nobody waits for ever for someone who is silent or gone (X18), as two people see it in a channel."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.phases import Over, Paused
from engine.game.state import Computer
from tests.features.test_vanished_hosts import DAY, TWO, gone
from tests.support.playground import DM
from tests.support.readable import buttons_of
from tests.support.running import DRAWS, LETTERS, ask, gathered, started
from tests.support.sentences import said

CLAIM = "Claim the game"


async def test_X18_a_silent_player_is_told_and_then_loses(tmp_path: Path) -> None:
    """More offers the claim when it is possible; the silent player is told, and a day later the other one is asked."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, silent, other):
        shown = await started(silent, other)
        await other.click(shown, "More")
        more = await other.wait_message("Send a reminder")
        assert CLAIM not in buttons_of(more)
        await ask(other, "/game claim", said("clocks.claim_too_early"))
        stage.clock.push(7 * DAY)
        await silent.wait_message(said("reminders.nothing_happened_game"))
        await other.click(shown, "More")
        more = await other.wait_message(CLAIM, after=more)
        await other.click(more, CLAIM)
        await other.wait_message(said("claims.told_and_decide"))
        await silent.wait_message(said("claims.waited_long_time"), channel=DM)
        stage.clock.push(DAY)
        question = await other.wait_message(said("claims.still_not_moved"), channel=DM)
        await other.click(question, "The player loses")
        await other.wait_message(said("status.won", name=f"**{TWO[1]}**"))


@pytest.mark.gate
async def test_X18_a_computer_player_takes_over_from_somebody_who_has_left(tmp_path: Path) -> None:
    """At once, without a claim."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        gone(stage, other, host)
        question = await ask(other, "/game claim", said("claims.no_longer_here"))
        await other.click(question, said("board.computer_plays_on"))
        await other.wait_message(said("specials.not_moved_long"))
        state = await stage.state(other.channel_id())
        assert isinstance(state.seats[0].player, Computer)
        assert state.host == other.id


@pytest.mark.gate
async def test_X18_a_game_that_nobody_touches_frees_its_channel(tmp_path: Path) -> None:
    """It is paused and can be resumed by either player."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        stage.clock.push(3 * DAY)
        await other.wait_message(said("reminders.nothing_happened_game"))
        stage.clock.push(7 * DAY)
        await other.wait_message(said("events.put_aside"))
        assert isinstance((await stage.state(other.channel_id())).phase, Paused)
        await ask(other, "/game resume", said("receipts.game_resumes"))
        assert not isinstance((await stage.state(other.channel_id())).phase, Paused | Over)
