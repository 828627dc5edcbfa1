"""Background work: loops that wait for an instant or for what is due in a table, and locks of games."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Generic, Protocol, TypeVar

from bot.fairness import on_behalf_of, tenant_key
from bot.model.errors import TooBusy, describe
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.store.queue import DueItem

LOCK_SECONDS = 60.0


class KeyedLocks:
    """Locks by key. They prevent lost races within a process; the journal's key decides between processes."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Hold the lock of a key. An unused lock is forgotten. Raises `TooBusy`."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] = self._users.get(key, 0) + 1
        try:
            await _acquire(lock, key)
            try:
                yield
            finally:
                lock.release()
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]


async def _acquire(lock: asyncio.Lock, key: str) -> None:
    try:
        async with asyncio.timeout(LOCK_SECONDS):
            await lock.acquire()
    except TimeoutError:
        raise TooBusy(key) from None


LOG = logging.getLogger(__name__)
POLL = 30_000
"""Milliseconds after which a loop looks again even if nobody wakes it."""
AFTER_ERROR = 5_000
STAND_BY_SECONDS = 15.0
"""Seconds after the start for what nobody may have to wait for later: sooner, it would slow down the start."""
FIRST_PAUSE = 2_000
LONGEST_PAUSE = 600_000


def pause(attempts: int) -> int:
    """Milliseconds to wait after that many failures: 2 seconds at first, doubling each time, at most ten minutes."""
    return min(FIRST_PAUSE << min(max(attempts - 1, 0), 20), LONGEST_PAUSE)


class Loop(ABC):
    """Work that goes on as long as its process. Other processes wake it by signals of the `topic`, if it has one."""

    topic = ""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self.is_busy = False
        """Whether people wait for its work, so that what nobody waits for gives way."""

    def wake(self) -> None:
        """Look again: there may be something to do."""
        self._woken.set()

    def hear(self, _: str) -> None:
        """The same, for another process."""
        self.wake()

    @abstractmethod
    async def run(self) -> None:
        """Do the work until cancelled."""


class Workers:
    """A bounded number of tasks that run at the same time. An error in one is logged and does not affect the others."""

    def __init__(self, most: int, wake: Callable[[], None]) -> None:
        self._most = most
        self._wake = wake
        self._tasks: dict[asyncio.Task[None], int] = {}

    @property
    def free(self) -> int:
        """How many more tasks may be started."""
        return self._most - len(self._tasks)

    @property
    def under_way(self) -> Counter[int]:
        """How many tasks are at work for each tenant."""
        return Counter(self._tasks.values())

    def start(self, work: Coroutine[None, None, None], name: str, tenant: int = 0) -> None:
        """Start work for a tenant (`bot.fairness.tenant_key`); the loop is woken when it ends."""
        with on_behalf_of(tenant_key(tenant) if tenant else ""):
            task = asyncio.create_task(work, name=name)
        self._tasks[task] = tenant
        task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Cancel all work and wait until it has ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._tasks[task]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("%s failed: %s", task.get_name(), describe(error))
        self._wake()


def _alone() -> int:
    return POLL


async def repeat(
    name: str,
    step: Callable[[], Awaitable[int | None]],
    clock: Clock,
    wake: asyncio.Event,
    poll: Callable[[], int] = _alone,
) -> None:
    """Do a step whenever the event is set or the instant that the step named has come, until cancelled.

    At the latest, it is done again after the milliseconds that `poll` says.
    """
    while True:
        wake.clear()
        try:
            next_due = await step()
        except Exception as error:
            LOG.error("%s failed: %s", name, describe(error))
            next_due = clock.now() + AFTER_ERROR
        latest = clock.now() + poll()
        await clock.wait(wake, latest if next_due is None else min(next_due, latest))


T = TypeVar("T", bound=DueItem)


class DueStore(Protocol[T]):
    """Where things are due (`bot.store.queue`)."""

    async def next_due(self) -> int | None:
        """The earliest instant at which something can be claimed; None if there is nothing."""

    async def claim(self, owner: str, now: int, until: int, limit: int) -> Sequence[T]:
        """Lease what is due."""

    async def later(self, one: T, owner: str, due: int, /) -> None:
        """End a lease after a failure; it is due again at an instant."""


class DueLoop(Loop, Generic[T]):
    """Sees to what is due, each thing in one process at a time; `owner` names this process.

    `name` is for the log, `lease` is in milliseconds, `at_once` things are seen to at the same time. After `tries`
    failures in a row, a thing is given up.
    """

    name: str
    lease = 120_000
    at_once = 8
    tries: int

    def __init__(self, due: DueStore[T], clock: Clock, owner: str, poll: Callable[[], int] = lambda: POLL) -> None:
        super().__init__()
        self._due = due
        self._clock = clock
        self._owner = owner
        self._poll = poll
        self._workers = Workers(self.at_once, self.wake)

    async def run(self) -> None:
        """See to what is due until cancelled."""
        try:
            await repeat(self.name, self._step, self._clock, self._woken, self._poll)
        finally:
            await self._workers.stop()

    async def _step(self) -> int | None:
        if not self._workers.free:
            return None
        await self.take_note()
        first = await self._due.next_due()
        if first is None or first > self._clock.now():
            return first
        for one in await self.claimed():
            self._workers.start(self.see_to(one), self.name, one.server)
        return await self._due.next_due() if self._workers.free else None

    async def take_note(self) -> None:
        """Have what has changed meanwhile be due; called before each look at what is."""

    async def claimed(self) -> Sequence[T]:
        """What is due now, leased."""
        now = self._clock.now()
        return await self._due.claim(self._owner, now, now + self.lease, self._workers.free)

    async def see_to(self, one: T) -> None:
        """Do what is due about one thing that is leased, or put it off."""
        try:
            await self.go_on(one)
        except PermanentRefusal as refusal:
            LOG.info("%s: Discord refuses it in server %s (%s)", self.name, one.server, refusal.code)
            await self.refused(one, refusal)
        except TransientFailure as failure:
            await self.put_off(one, failure.retry_after)
        except Exception as error:
            LOG.error("%s failed in server %s: %s", self.name, one.server, describe(error))
            await self.put_off(one)

    async def put_off(self, one: T, wait: int | None = None) -> None:
        """Try again later, at the earliest after `wait` milliseconds; after `tries` failures, give up."""
        attempts = one.attempts + 1
        if attempts >= self.tries:
            await self.give_up(one)
        else:
            await self.later(one, self._clock.now() + max(wait or 0, pause(attempts)))

    async def refused(self, one: T, _: PermanentRefusal) -> None:
        """Discord refuses what is due, and would again."""
        await self.put_off(one)

    @abstractmethod
    async def go_on(self, one: T) -> None:
        """Do what is due and end the lease. Raises `PermanentRefusal` and `TransientFailure`."""

    async def later(self, one: T, due: int) -> None:
        """End the lease and note a failure; it is due again at an instant."""
        await self._due.later(one, self._owner, due)

    @abstractmethod
    async def give_up(self, one: T) -> None:
        """End the lease of something that keeps failing."""
