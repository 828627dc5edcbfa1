"""Fair shares of what everyone uses: threads, database connections, workers.

Work counts for its beneficiary: the person who asked, or the server whose game it advances (`on_behalf_of`; a task or
thread inherits it from its starter). The beneficiary with the least work under way is served next; among equals, the
one served longest ago, however many requests the others have waiting.

The table in the docstring of `bot.engines` lists everything that is shared.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from bot.model.errors import TooManyAtOnce
from bot.model.measures import PoolLoad

HELPERS = 8
MOST_RUNNING = 32
UNBOUNDED = 1_000_000

_J = TypeVar("_J")
_K = TypeVar("_K")
_P = ParamSpec("_P")
_R = TypeVar("_R")

_beneficiary: ContextVar[str] = ContextVar("beneficiary", default="")


def person_key(person: str) -> str:
    """The key that counts work done for a person."""
    return f"person/{person}"


def tenant_key(tenant: int) -> str:
    """The key that counts work done for the games of a tenant: a server, or a channel of direct messages."""
    return f"tenant/{tenant}"


@contextmanager
def on_behalf_of(key: str) -> Iterator[None]:
    """While this lasts, the current task's work counts under a key."""
    token = _beneficiary.set(key)
    try:
        yield
    finally:
        _beneficiary.reset(token)


def beneficiary() -> str:
    """The key that counts the current work; empty for the bot's own."""
    return _beneficiary.get()


class Turns(Generic[_J]):
    """Waiting jobs, by whom they are for, and how many of each are under way.

    At most `share` jobs of one key are under way at a time, and at most `most` wait; the bot's own are unlimited.
    """

    def __init__(self, share: int, most: int) -> None:
        self._share = share
        self._most = most
        self._waiting: dict[str, deque[_J]] = {}
        self._under_way: Counter[str] = Counter()

    def add(self, key: str, job: _J) -> None:
        """Queue a job. Raises `TooManyAtOnce`."""
        waiting = self._waiting.setdefault(key, deque())
        if key and len(waiting) >= self._most:
            raise TooManyAtOnce
        waiting.append(job)

    def remove(self, key: str, job: _J) -> None:
        """Forget a job if it still waits."""
        waiting = self._waiting.get(key)
        if waiting and job in waiting:
            waiting.remove(job)
            if not waiting:
                del self._waiting[key]

    def next(self) -> tuple[str, _J] | None:
        """The job whose turn it is, now counted as under way; None if none may begin."""
        able = [key for key in self._waiting if self._under_way[key] < self._share]
        if not able:
            return None
        key = min(able, key=self._under_way.__getitem__)  # among equals, the first in the queue
        waiting = self._waiting.pop(key)
        job = waiting.popleft()
        if waiting:
            self._waiting[key] = waiting
        self._under_way[key] += 1
        return key, job

    def ended(self, key: str) -> None:
        """A job of a key has ended."""
        self._under_way[key] -= 1
        if not self._under_way[key]:
            del self._under_way[key]

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def under_way(self) -> int:
        """How many jobs are under way."""
        return self._under_way.total()

    def clear(self) -> list[_J]:
        """Drop all waiting jobs and return them."""
        jobs = [job for waiting in self._waiting.values() for job in waiting]
        self._waiting.clear()
        return jobs


def fair_choice(
    jobs: Iterable[_J], key: Callable[[_J], _K], under_way: Mapping[_K, int], share: int, limit: int
) -> list[_J]:
    """At most `limit` of some jobs, each key getting its turn; with those under way, at most `share` of each."""
    counts = Counter(under_way)
    queues: dict[_K, deque[_J]] = {}
    for job in jobs:
        queues.setdefault(key(job), deque()).append(job)
    chosen: list[_J] = []
    while len(chosen) < limit and (able := [one for one in queues if counts[one] < share]):
        one = min(able, key=counts.__getitem__)
        chosen.append(queues[one].popleft())
        counts[one] += 1
        if not queues[one]:
            del queues[one]
    return chosen


class FairThreads(ThreadPoolExecutor):
    """A thread pool that serves each person or server in turn instead of taking the oldest job.

    One key has at most `share` threads, by default all, and at most `most` jobs waiting; `submit` raises
    `TooManyAtOnce` beyond that. `initializer` is called in each thread first.
    """

    def __init__(
        self,
        threads: int,
        name: str,
        share: int | None = None,
        most: int = MOST_RUNNING,
        initializer: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(threads, name, initializer)
        self._turns: Turns[_Job] = Turns(max(1, threads if share is None else share), most)
        self._guard = Lock()

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_R]:
        """Run a function in one of the threads, for the person or server that the caller works for."""
        job = _Job(partial(copy_context().run, partial(fn, *args, **kwargs)))
        with self._guard:
            self._turns.add(beneficiary(), job)
        super().submit(self._work)
        return job.future

    @property
    def load(self) -> PoolLoad:
        """How many threads are at work, and how many jobs wait."""
        with self._guard:
            return PoolLoad(self._turns.under_way, self._turns.waiting, self._max_workers)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the threads; on request, without starting the waiting jobs."""
        if cancel_futures:
            with self._guard:
                waiting = self._turns.clear()
            for job in waiting:
                job.future.cancel()
        super().shutdown(wait, cancel_futures=cancel_futures)

    def _work(self) -> None:
        """Do jobs while any may begin: one blocked by its key's share becomes due after another has ended."""
        while found := self._next():
            key, job = found
            try:
                job.do()
            finally:
                with self._guard:
                    self._turns.ended(key)

    def _next(self) -> tuple[str, _Job] | None:
        with self._guard:
            return self._turns.next()


class _Job:
    """A call that waits for a thread, and where its result goes."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call
        self.future: Future[Any] = Future()

    def do(self) -> None:
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self._call())
        except BaseException as error:
            self.future.set_exception(error)


def helping_threads() -> FairThreads:
    """Threads for `asyncio.to_thread`; nobody can take the last one."""
    return FairThreads(HELPERS, "helping", share=HELPERS - 1)


class FairGate:
    """Admits a number of tasks at a time, each person or server in turn; `share` of one key at most.

    `patience` is how many seconds a task waits before `TimeoutError`.
    """

    def __init__(self, width: int, patience: float, share: int | None = None) -> None:
        self._width = self._free = width
        self._patience = patience
        self._turns: Turns[asyncio.Future[None]] = Turns(width if share is None else max(1, share), UNBOUNDED)

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for a turn, and stay admitted while this lasts."""
        key, ticket = beneficiary(), asyncio.get_running_loop().create_future()
        self._turns.add(key, ticket)
        self._admit()
        try:
            if not ticket.done():
                async with asyncio.timeout(self._patience):
                    await asyncio.shield(ticket)
            yield
        finally:
            self._leave(key, ticket)

    @property
    def load(self) -> PoolLoad:
        """How many tasks are admitted, and how many wait."""
        return PoolLoad(self._width - self._free, self._turns.waiting, self._width)

    def _admit(self) -> None:
        while self._free and (found := self._turns.next()):
            self._free -= 1
            found[1].set_result(None)

    def _leave(self, key: str, ticket: asyncio.Future[None]) -> None:
        if ticket.done():
            self._free += 1
            self._turns.ended(key)
            self._admit()
        else:
            self._turns.remove(key, ticket)
            ticket.cancel()
