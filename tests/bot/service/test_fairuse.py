"""Rates of fair use, and shared resources that nobody can use up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.fairness import FairGate, FairThreads, Turns, beneficiary, fair_choice, helping_threads, on_behalf_of
from bot.limits import Limit, Per, limit_name, read_limits
from bot.model.errors import ModeratorsOnly, TooBusy, TooManyAtOnce, TooOften
from bot.model.games import Place
from bot.model.profiles import ServerProfile
from bot.service import tasks as locks_module
from bot.service.deadlines import Computers
from bot.service.games import Games
from bot.service.opening import new_game
from bot.service.rights import FairUse, Member, Rate, Rates, numbers_of
from bot.service.tasks import KeyedLocks
from bot.settings import sqlite_url
from bot.store.database import Database, finishing
from engine.computer.tools import Report, ignore
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
            game = (await new_game(bot.games, HOME, ADA, setup(NO_UNDO), bot.cause(), (8, 8), demonstration=True)).game
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
            game = (await new_game(games, HOME, ADA, setup(NO_UNDO), bot.cause(), (8, 8), demonstration=True)).game
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


def test_each_key_gets_its_turn() -> None:
    """The key with the least under way is next; among equals, the one served longest ago."""
    turns: Turns[str] = Turns(share=3, most=9)
    for name in ("a1", "a2", "a3", "b1", "b2", "c1"):
        turns.add(name[0], name)
    assert [turns.next() for _ in range(5)] == [(name[0], name) for name in ("a1", "b1", "c1", "a2", "b2")]
    turns.ended("b")
    turns.ended("b")
    turns.add("b", "b3")
    assert turns.next() == ("b", "b3")
    assert turns.next() == ("a", "a3")
    assert turns.next() is None


def test_a_key_has_its_share_and_no_more() -> None:
    """Further jobs wait, even if nobody else needs the room; beyond a limit they may not even wait."""
    turns: Turns[int] = Turns(share=2, most=3)
    for number in range(3):
        turns.add("a", number)
    with pytest.raises(TooManyAtOnce):
        turns.add("a", 3)
    for number in range(9):
        turns.add("", number)  # the bot's own work is never refused
    taken = [turns.next() for _ in range(5)]
    assert taken.count(None) == 1
    turns.ended("a")
    assert turns.next() == ("a", 2)


def test_what_is_chosen_is_of_each_in_turn() -> None:
    """Jobs under way count too."""
    jobs = ["a1", "a2", "a3", "b1", "c1"]
    first = str.__getitem__
    assert fair_choice(jobs, lambda job: first(job, 0), {}, 2, 9) == ["a1", "b1", "c1", "a2"]
    assert fair_choice(jobs, lambda job: first(job, 0), {"a": 1}, 2, 3) == ["b1", "c1", "a1"]
    assert fair_choice(jobs, lambda job: first(job, 0), {"a": 2}, 2, 9) == ["b1", "c1"]


class Noted:
    """Jobs that record their order of execution, after one that holds the thread."""

    def __init__(self, threads: FairThreads) -> None:
        self.threads = threads
        self.done: list[str] = []
        self.go_on = threading.Event()
        self.futures: list[Future[None]] = [threads.submit(self.go_on.wait)]

    def add(self, name: str) -> Future[None]:
        """A job for the person whose letter its name begins with."""
        with on_behalf_of(name[0]):
            self.futures.append(self.threads.submit(self.done.append, name))
        return self.futures[-1]

    def finish(self) -> None:
        """Let all jobs finish."""
        self.go_on.set()
        for future in self.futures:
            if not future.cancelled():
                future.result(60)


def test_one_with_many_jobs_holds_up_nobody() -> None:
    """However many wait, another person's next job comes after one of them."""
    with FairThreads(1, "test") as threads:
        jobs = Noted(threads)
        for number in range(9):
            jobs.add(f"a{number}")
        jobs.add("b0")
        jobs.add("c0")
        jobs.finish()
    assert jobs.done == ["a0", "b0", "c0", *(f"a{number}" for number in range(1, 9))]


def test_a_thread_stays_free_for_others() -> None:
    """Jobs of one key that go on for ever leave a thread to the others, and their own wait."""
    with FairThreads(2, "test", share=1) as threads:
        end, order = threading.Event(), list[str]()
        with on_behalf_of("a"):
            first, second = threads.submit(end.wait), threads.submit(order.append, "a")
        with on_behalf_of("b"):
            threads.submit(order.append, "b").result(60)
        assert order == ["b"]
        end.set()
        second.result(60)
        first.result(60)
    assert order == ["b", "a"]


def test_threads_bound_what_waits_and_forget_what_is_not_wanted() -> None:
    """A full queue refuses at once; cancelled jobs are not done; stopping the threads drops waiting jobs."""
    with FairThreads(1, "test", most=2) as threads:
        jobs = Noted(threads)
        jobs.add("a0").cancel()
        jobs.add("a1")
        with pytest.raises(TooManyAtOnce):
            jobs.add("a2")
        jobs.finish()
        assert jobs.done == ["a1"]
    threads = FairThreads(1, "test")
    jobs = Noted(threads)
    waiting = jobs.add("a0")
    threads.shutdown(wait=False, cancel_futures=True)
    jobs.go_on.set()
    assert waiting.cancelled()
    with pytest.raises(RuntimeError):
        threads.submit(print)


def test_a_thread_works_for_whom_it_was_asked_by() -> None:
    """This includes work handed on to further threads; errors reach the caller."""
    with FairThreads(1, "outer") as outer, FairThreads(1, "inner") as inner, on_behalf_of("a"):
        assert outer.submit(lambda: inner.submit(beneficiary).result(60)).result(60) == "a"
        with pytest.raises(KeyError):
            outer.submit({}.__getitem__, 1).result(60)
    assert beneficiary() == ""


async def test_the_helping_threads_are_never_all_taken_by_one() -> None:
    """Another person's `asyncio.to_thread` runs at once."""
    asyncio.get_running_loop().set_default_executor(helping_threads())
    end = threading.Event()
    with on_behalf_of("a"):
        busy = [asyncio.create_task(asyncio.to_thread(end.wait)) for _ in range(30)]
    await asyncio.sleep(0)
    with on_behalf_of("b"):
        assert await asyncio.wait_for(asyncio.to_thread(beneficiary), 60) == "b"
    end.set()
    await asyncio.gather(*busy)


async def test_a_gate_lets_in_each_in_turn() -> None:
    """As many as fit, one key's tasks after the others'."""
    gate, order, go_on = FairGate(1, 60), list[str](), asyncio.Event()

    async def enter(name: str) -> None:
        with on_behalf_of(name[0]):
            async with gate.enter():
                order.append(name)
                await go_on.wait()

    tasks = [asyncio.create_task(enter(name)) for name in ("a0", "a1", "a2", "a3", "b0", "c0")]
    await asyncio.sleep(0)
    assert order == ["a0"]
    go_on.set()
    await asyncio.gather(*tasks)
    assert order == ["a0", "a1", "b0", "c0", "a2", "a3"]


async def test_who_gives_up_at_a_gate_takes_no_place() -> None:
    """Whether it is cancelled while waiting, times out, or fails inside."""
    gate = FairGate(1, 0.01)
    inside = asyncio.Event()

    async def enter(work: Callable[[], Awaitable[object]]) -> None:
        async with gate.enter():
            await work()

    holder = asyncio.create_task(enter(inside.wait))
    cancelled = asyncio.create_task(enter(inside.wait))
    await asyncio.sleep(0)
    cancelled.cancel()
    with pytest.raises(TimeoutError):
        await enter(inside.wait)
    inside.set()
    await holder
    failing: asyncio.Future[None] = asyncio.Future()
    failing.set_exception(KeyError())
    with pytest.raises(KeyError):
        await enter(lambda: failing)
    await asyncio.wait_for(enter(inside.wait), 60)
    assert cancelled.cancelled()


async def test_a_transaction_does_not_wait_for_all_of_somebody_elses(tmp_path: Path) -> None:
    """Twenty of one person's wait for the writing connection; another person's is among the first."""
    database, order, go_on = Database(sqlite_url(tmp_path / "games.db")), list[str](), asyncio.Event()

    @finishing
    async def write(name: str) -> None:
        async with database.write():
            order.append(name)
            await go_on.wait()

    tasks = []
    for name in (*(f"a{number}" for number in range(20)), "b"):
        with on_behalf_of(name[0]):
            tasks.append(asyncio.create_task(write(name)))
    await eventually(lambda: bool(order))
    go_on.set()
    await asyncio.gather(*tasks)
    await database.close()
    assert order[:4] == ["a0", "a1", "b", "a2"]


async def test_a_lock_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the next caller is told that the game is too busy; the lock stays intact."""
    monkeypatch.setattr(locks_module, "LOCK_SECONDS", 0.01)
    locks, end = KeyedLocks(), asyncio.Event()

    async def hold() -> None:
        async with locks.hold("g"):
            await end.wait()

    holder = asyncio.create_task(hold())
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await hold()
    end.set()
    await holder
    await hold()
    assert vars(locks) == {"_locks": {}, "_users": {}}
