"""Loops over what is due in a table: leased, seen to, and put off after a failure."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from bot.model.errors import describe
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import POLL, Loop, Workers, pause, repeat
from bot.store.queue import DueItem

LOG = logging.getLogger(__name__)


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
        for one in await self.claimed():
            self._workers.start(self.see_to(one), self.name, one.server)
        return await self._due.next_due() if self._workers.free else None

    async def claimed(self) -> Sequence[T]:
        """What is due now, leased."""
        now, first = self._clock.now(), await self._due.next_due()
        if first is None or first > now:
            return ()
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
