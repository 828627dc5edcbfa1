"""Nobody can use up shared resources: each person and server gets threads and connections in turn."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from bot.fairness import FairGate, FairThreads, Turns, beneficiary, fair_choice, helping_threads, on_behalf_of
from bot.model.errors import TooBusy, TooManyAtOnce
from bot.service import locks as locks_module
from bot.service.locks import KeyedLocks
from bot.settings import sqlite_url
from bot.store.database import Database, finishing
from tests.support.service import eventually


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
    monkeypatch.setattr(locks_module, "PATIENCE", 0.01)
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
