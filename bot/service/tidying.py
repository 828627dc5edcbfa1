"""Removing the buttons of old posts, once newer ones show the same.

It is separate from sending, so that nothing waits for it: one edit at a time to each target, and only if the messages
of the last seconds leave room. Old posts are looked up right before each edit.

| shared            | limit                    | who waits                        | how long at most             |
|-------------------|--------------------------|----------------------------------|------------------------------|
| workers that tidy | `PARALLEL`; one a target | old posts of other targets, each | an edit, `SECONDS`; messages |
|                   |                          | in turn                          |                              |
|                   |                          | after each edit                  | do not wait for it           |
"""

from __future__ import annotations

import asyncio
import logging

from bot.model.deliveries import Post, Target
from bot.service.budget import Budget
from bot.service.ports import Clock, PermanentRefusal, Sender, TransientFailure
from bot.service.tasks import Workers, pause, repeat
from bot.store.outbox import Outbox

LOG = logging.getLogger(__name__)
PARALLEL = 4
SECONDS = 30
TRIES = 7
"""After this many failures in a row a target is left alone until something new is sent there."""


class Tidier:
    """The loop that removes old buttons."""

    def __init__(self, outbox: Outbox, sender: Sender, clock: Clock, budget: Budget) -> None:
        self._outbox = outbox
        self._sender = sender
        self._clock = clock
        self._budget = budget
        self._due: dict[Target, int] = {}
        self._failures: dict[Target, int] = {}
        self._under_way: set[Target] = set()
        self._woken = asyncio.Event()
        self._workers = Workers(PARALLEL, self._woken.set)

    def note(self, target: Target) -> None:
        """Something was sent to a target, so its earlier posts may be old now."""
        self._failures.pop(target, None)
        self._due[target] = self._clock.now()
        self._woken.set()

    async def run(self) -> None:
        """Tidy up until cancelled, beginning with what an earlier process had no time for."""
        try:
            self._workers.start(self._note_all(), "looking for old buttons")
            await repeat("taking old buttons off", self._step, self._clock, self._woken)
        finally:
            await self._workers.stop()

    async def _note_all(self) -> None:
        for target in await self._outbox.untidy():
            self.note(target)

    async def _step(self) -> int | None:
        now = self._clock.now()
        idle = [target for target in self._due if target not in self._under_way]
        for target in sorted(idle, key=self._due.__getitem__):
            self._due[target] = max(self._due[target], self._budget.spare_at(target))
            if self._due[target] <= now and self._workers.free:
                self._begin(target)
        # A target without a worker waits for one to end, not for an instant.
        return min((due for due in self._due.values() if due > now), default=None)

    def _begin(self, target: Target) -> None:
        del self._due[target]
        self._under_way.add(target)
        self._workers.start(self._tidy(target), "taking old buttons off")

    async def _tidy(self, target: Target) -> None:
        try:
            if await self._tidy_one(target):
                self._failures.pop(target, None)
                self._due.setdefault(target, self._clock.now())
        except (TransientFailure, OSError) as error:
            self._later(target, error)
        finally:
            self._under_way.discard(target)

    async def _tidy_one(self, target: Target) -> bool:
        """Whether there was anything old; the newest of it, which people see first, loses its buttons."""
        post = await self._outbox.outdated(target)
        if post is None:
            return False
        async with asyncio.timeout(SECONDS):
            gone = await self._retire(post)
        if gone:
            await self._outbox.retire((post.message_id,))
        return True

    async def _retire(self, post: Post) -> bool:
        try:
            return await self._sender.retire(post, lambda: self._budget.try_take(post.target))
        except PermanentRefusal as refusal:
            LOG.info("the buttons of a post stay: refused with code %d", refusal.code)
            return True

    def _later(self, target: Target, error: Exception) -> None:
        failures = self._failures[target] = self._failures.get(target, 0) + 1
        if failures >= TRIES:
            LOG.info("the buttons of a target stay for now: %s", type(error).__name__)
            del self._failures[target]
            return
        least = (error.retry_after or 0) if isinstance(error, TransientFailure) else 0
        self._due[target] = self._clock.now() + max(least, pause(failures))
