"""Rates of fair use: the requests of a person or server in a minute or an hour."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.limits import Limit, Per, limit_name, read_limits
from bot.model.errors import ModeratorsOnly, TooOften
from bot.model.games import Place
from bot.model.profiles import ServerProfile
from bot.service.computers import Computers
from bot.service.fairuse import FairUse, Rate, Rates, numbers_of
from bot.service.games import Games
from bot.service.rights import Member
from engine.computer.candidates import Report, ignore
from engine.game import commands as cmd
from engine.game.clock import next_deadline
from engine.game.views import SeatView
from engine.model.durations import HOUR, MINUTE
from tests.support.service import ADA, HOME, NO_UNDO, Process, StillClock, Words, eventually, passes, process, setup

SMALL = (
    "hints_per_person=2..4, hints_per_server=3..8, thinking_per_person=100, thinking_per_server=150,"
    "requests_per_person=30..40, requests_per_server=300"
)


@asynccontextmanager
async def fair(folder: Path, limits: str = SMALL) -> AsyncIterator[tuple[FairUse, StillClock, Process]]:
    """Fair use over its own database."""
    clock = StillClock()
    async with process(folder, clock) as bot:
        yield FairUse(bot.store.people, clock, read_limits(limits)), clock, bot


def test_a_level_sinks_evenly_and_little_is_kept() -> None:
    """The full amount at once, then as fast as the level sinks; of many keys, only the newest are kept."""
    rates, rate = Rates(kept=3), Rate(2, 1_000)
    for _ in range(2):
        assert not rates.wait("a", rate, 0)
        rates.add("a", rate, 0)
    assert rates.wait("a", rate, 0) == 500
    assert rates.wait("a", rate, 499) == 1
    assert not rates.wait("a", rate, 500)
    rates.add("a", rate, 0, -1)
    assert not rates.wait("a", rate, 0)
    for key in "bcdefg":
        rates.add(key, rate, 0)
    assert len(rates) == 3
    assert rates.wait("g", Rate(0, 1_000), 0) == 1_000


async def test_who_is_at_a_limit_waits_and_nobody_else(tmp_path: Path) -> None:
    """A person in a server, a server as a whole, and a person in all servers and direct messages together."""
    async with fair(tmp_path) as (use, clock, _):
        for _ in range(2):
            await use.spend(Limit.HINTS, "ada", 7)
        with pytest.raises(TooOften) as refused:
            await use.spend(Limit.HINTS, "ada", 7)
        assert (refused.value.per, refused.value.most, refused.value.wait) == (Per.PERSON, 2, HOUR // 2)
        await use.spend(Limit.HINTS, "bruno", 7)
        with pytest.raises(TooOften) as refused:
            await use.spend(Limit.HINTS, "deniz", 7)
        assert (refused.value.per, refused.value.most) == (Per.SERVER, 3)
        for person, server in (("deniz", 8), ("deniz", None), ("ada", 8), ("ada", None)):
            await use.spend(Limit.HINTS, person, server)
        with pytest.raises(TooOften) as refused:
            await use.spend(Limit.HINTS, "ada", 3)
        assert (refused.value.per, refused.value.most) == (Per.PERSON, 4)
        clock.advance(HOUR // 2)
        await use.spend(Limit.HINTS, "ada", 7)


async def test_what_came_to_nothing_is_given_back(tmp_path: Path) -> None:
    """Refused requests are not counted either."""
    async with fair(tmp_path) as (use, _, _):
        for _ in range(5):
            await use.spend(Limit.HINTS, "ada", 7)
            await use.give_back(Limit.HINTS, "ada", 7)
        await use.spend(Limit.HINTS, "ada", 7)
        await use.check(Limit.HINTS, "ada", 7)


async def test_moderators_choose_within_the_operators_bounds(tmp_path: Path) -> None:
    """Only for their own server, at once and permanently; numbers outside the bounds are clamped."""
    async with fair(tmp_path) as (use, clock, bot):
        name, here = limit_name(Limit.HINTS, Per.PERSON), Member(7, moderator=True)
        await use.choose(here, name, 1)
        assert ((await use.numbers(7))[name], (await use.numbers(8))[name]) == (1, 2)
        again = FairUse(bot.store.people, clock, use.bounds)
        assert (await again.numbers(7))[name] == 1
        await use.choose(here, name, 99)
        assert (await use.numbers(7))[name] == 4
        await use.choose(here, name, None)
        assert (await use.numbers(7))[name] == 2
        for outsider in (Member(7), Member(None, moderator=True)):
            with pytest.raises(ModeratorsOnly):
                await use.choose(outsider, name, 1)
    odd = replace(ServerProfile(7), limits={"requests_per_person": 1, "nothing_of_the_kind": 3})
    assert numbers_of(odd, use.bounds)["requests_per_person"] == 30
    assert "nothing_of_the_kind" not in numbers_of(odd, use.bounds)


async def test_another_process_hears_of_a_servers_number_soon(tmp_path: Path) -> None:
    """Numbers are taken from memory for some seconds only."""
    async with fair(tmp_path) as (use, clock, bot):
        other, name = FairUse(bot.store.people, clock, use.bounds), limit_name(Limit.HINTS, Per.PERSON)
        assert (await other.numbers(7))[name] == 2
        await use.choose(Member(7, moderator=True), name, 4)
        assert (await other.numbers(7))[name] == 2
        clock.advance(10_000)
        assert (await other.numbers(7))[name] == 4


async def test_demonstrations_run_out_of_thinking_time_first(tmp_path: Path) -> None:
    """Half of it is kept for games that people play; per person and per server."""
    async with fair(tmp_path) as (use, clock, _):
        await use.thought("ada", 7, 49)
        assert await use.may_think("ada", 7, demonstration=True)
        await use.thought("ada", 7, 2)
        assert not await use.may_think("ada", 7, demonstration=True)
        assert await use.may_think("ada", 7)
        assert await use.may_think("bruno", 7, demonstration=True)
        await use.thought("ada", 7, 60)
        assert not await use.may_think("ada", 7)
        with pytest.raises(TooOften) as refused:
            await use.check_thinking("bruno", 7, demonstration=True)
        assert refused.value.per is Per.SERVER
        assert await use.may_think("bruno", 7)
        clock.advance(HOUR)
        assert await use.may_think("ada", 7, demonstration=True)


async def test_somebody_who_types_on_is_told_once_in_a_while(tmp_path: Path) -> None:
    """An answer to each message would be a flood of its own."""
    async with fair(tmp_path) as (use, clock, _):
        assert [use.tells("ada"), use.tells("ada"), use.tells("bruno")] == [True, False, True]
        clock.advance(MINUTE)
        assert use.tells("ada")


async def test_a_computer_player_moves_at_once_where_no_time_is_left_and_its_time_is_counted(tmp_path: Path) -> None:
    """Nobody waits for it, nor is it refused; the host and the server of the game are charged."""
    told: list[bool] = []

    def thinks(view: SeatView, should_stop: object, report: Report = ignore, family: bool = True) -> cmd.Command:
        assert callable(should_stop)
        told.append(bool(should_stop()))
        threading.Event().wait(0.02)
        return passes(view, should_stop)

    async with fair(tmp_path) as (use, _, bot):
        computers = Computers(bot.games, bot.engines(thinks), bot.clock, allowance=use)
        for spent in (0, 100):
            await use.thought(ADA.id, HOME.guild_id, spent)
            game = (await bot.games.open(HOME, ADA, setup(NO_UNDO), bot.cause(), (8, 8), demonstration=True)).game
            deadline = next_deadline(await bot.games.load(game))
            assert deadline
            assert await computers.move(game, deadline)
            await bot.do(game, cmd.End("999", moderator=True))
        assert told == [False, True]
        with pytest.raises(TooOften):
            await use.check_thinking(ADA.id, HOME.guild_id)


async def test_computer_players_know_whether_a_server_is_for_families(tmp_path: Path) -> None:
    """It is unless it says otherwise, and so are direct messages."""
    told: list[bool] = []

    def thinks(
        view: SeatView, should_stop: Callable[[], bool], report: Report = ignore, family: bool = True
    ) -> cmd.Command:
        told.append(family)
        return passes(view, should_stop)

    async with fair(tmp_path) as (_, _, bot):
        games = Games(bot.store.journal, Words(), people=bot.store.people)
        computers = Computers(games, bot.engines(thinks), bot.clock)
        for family in (True, False):
            await bot.store.people.change_server(7, lambda profile, on=family: replace(profile, family=on))
            game = (await games.open(HOME, ADA, setup(NO_UNDO), bot.cause(), (8, 8), demonstration=True)).game
            deadline = next_deadline(await games.load(game))
            assert deadline
            assert await computers.move(game, deadline)
            await games.submit(game, cmd.End("999", moderator=True), bot.cause())
        assert told == [True, False]
        assert await games.is_for_families(Place(None, 1))


async def test_X10_thinking_time_counts_in_all_processes(tmp_path: Path) -> None:
    """What one process spends counts in the others, once; nonsense is ignored."""
    async with fair(tmp_path) as (here, clock, bot):
        told: list[str] = []
        there = FairUse(bot.store.people, clock, read_limits(SMALL), told.append)
        await there.thought("ada", 7, 60.0)
        await there.thought("ada", None, 41.0)
        assert await here.may_think("ada", 7)
        for one in (*told, "", "ada", "ada x 100", "ada 7 much"):
            here.hear(one)
        await eventually(lambda: not here._heard)
        assert not await here.may_think("ada", None)
        assert len(told) == 2
        assert await here.may_think("bruno", 7)
