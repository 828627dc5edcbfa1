"""A host who has gone or is silent for long blocks nobody (K1). Discord does not tell the bot who leaves a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.playground.world import Event
from engine.game.phases import Over
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, Scene, ask, board, gathered, started
from tests.support.sentences import said

DAY = 86_400
TWO = ("Chloe", "Deniz")
NEW_HOST = said("board.now_the_host", name="**Deniz**")
ONLY_HOST = said("rights.host_only")


def gone(stage: Scene, seen_by: Person, who: Person) -> None:
    """The person has left the server, or was banned; the bot is not told."""
    world = stage.playground.world
    server = world.guild(world.channel(seen_by.channel_id())["guild_id"])
    del server.members[who.id]
    world.emit(Event("GUILD_MEMBER_REMOVE", {"guild_id": server.id, "user": who.known.user}))
    stage.clock.push(600)


async def asked_on(stage: Scene, person: Person) -> dict[str, Any]:
    """The question to everyone whether a quiet game goes on."""
    for _ in range(10):
        stage.clock.push(DAY)
        await asyncio.sleep(0.3)
        if found := [m for m in person.visible() if said("reminders.nothing_happened_game") in text_of(m)]:
            return found[-1]
    raise AssertionError("the bot has not asked")


@pytest.mark.gate
async def test_K1_whoever_is_asked_whether_a_quiet_game_goes_on_may_end_it(tmp_path: Path) -> None:
    """The host is silent, though still there. Nobody loses, and the channel is free."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        await ask(other, "/game end", ONLY_HOST)
        question = await asked_on(stage, other)
        await other.click(question, "End the game")
        told = await other.wait_message("End for good", after=question)
        assert "resigning" not in text_of(told)
        await other.wait_message(NEW_HOST)
        await other.click(told, "End for good")
        await other.wait_message(said("status.over_without_winner"))
        state = await stage.state(other.channel_id())
        assert isinstance(state.phase, Over) and not state.phase.winners
        await ask(other, "/game new variant:tiny", said("receipts.opened"))


async def test_K1_the_rights_of_a_host_who_has_left_pass_on_when_they_are_needed(tmp_path: Path) -> None:
    """Also if the host left while the bot was away; the one who is left ends the game without losing it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        await ask(other, "/game end", ONLY_HOST)
        await stage.stop()
        gone(stage, other, host)
        await stage.start()
        question = await ask(other, "/game end")
        assert "resigning" not in text_of(question)
        await other.wait_message(NEW_HOST)
        await other.click(question, "End for good")
        await other.wait_message(said("status.over_without_winner"))


async def test_K1_a_host_who_is_there_keeps_the_rights(tmp_path: Path) -> None:
    """Neither a watcher nor a player gets them, and the host may answer at any time."""
    people = ("Chloe", "Deniz", "Bruno")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=people) as (stage, host, other, watcher):
        await started(host, other)
        gone(stage, other, watcher)
        await ask(other, "/seat remove player:Chloe", ONLY_HOST)
        assert (await stage.state(host.channel_id())).host == host.id


@pytest.mark.gate
async def test_K1_nobody_is_said_to_be_reminded_who_has_left(tmp_path: Path) -> None:
    """Whoever waits is told how to go on, and may do so."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        gone(stage, other, host)
        await ask(other, "/nudge", said("core.nobody_reads", name="**Chloe**"))
        await other.click(await ask(other, "/seat remove player:Chloe"), "Remove")
        await board(other, said("status.won", name="**Deniz**"))


@pytest.mark.gate
async def test_K15_a_word_is_judged_by_someone_who_is_there(tmp_path: Path) -> None:
    """The host who is asked has left; of two players, the other one decides."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await ask(host, "/game new variant:tiny")
        await other.click(await other.wait_message("seats taken"), "Join")
        await ask(host, "/game rules rule:challenge value:ask_host", "is now")
        await ask(host, "/game start")
        first = await board(other)
        await ask(host, "/pass", "passed")
        await board(other, "passed", after=first)
        gone(stage, other, host)
        await ask(other, "/play move:8H DOS", said("receipts.host_judges", 1))
        await other.wait_message(NEW_HOST)
        state = await stage.state(other.channel_id())
        assert state.host == other.id
