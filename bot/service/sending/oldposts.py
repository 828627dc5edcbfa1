"""Removing the buttons of old posts, once newer ones show the same.

It is separate from sending, so that no message waits for it: one edit at a time to each target, and only if the
messages of the last seconds leave room. An edit that has to wait looks up the old posts again first. Posts that lose
their buttons at about the same time are recorded together, in one transaction.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from bot.model.deliveries import Post, Target
from bot.service.ports import Clock, PermanentRefusal, Sender, TransientFailure
from bot.service.sending.budget import EDIT_GAP, Budget
from bot.service.tasks import Workers, pause, repeat
from bot.store.outbox import Outbox

LOG = logging.getLogger(__name__)
EDITS_AT_ONCE = 4
OLD_POST_SECONDS = 30
EDITS_COLLECTED_FOR = EDIT_GAP
"""Milliseconds for which finished edits wait, to be recorded in one transaction; no target has its next edit sooner."""
HANDLED = 1_000
"""How many of the posts that have lost their buttons are remembered, so that none is edited twice."""
EDIT_TRIES = 7
"""After this many failures in a row a target is left alone until something new is sent there."""


class ButtonRemover:
    """The loop that removes old buttons."""

    def __init__(self, outbox: Outbox, sender: Sender, clock: Clock, budget: Budget) -> None:
        self._outbox = outbox
        self._sender = sender
        self._clock = clock
        self._budget = budget
        self._due: dict[Target, int] = {}
        self._failures: dict[Target, int] = {}
        self._under_way: set[Target] = set()
        self._old: dict[Target, Post] = {}
        self._gone: list[Post] = []
        self._handled: deque[int] = deque(maxlen=HANDLED)
        self._remember_at = 0
        self._woken = asyncio.Event()
        self._workers = Workers(EDITS_AT_ONCE, self._woken.set)

    def note(self, post: Post) -> None:
        """Note that a newer message has made a post obsolete."""
        if post.message_id in self._handled:  # looked up before the removal was recorded
            return
        self._old[post.target] = post
        self._failures.pop(post.target, None)
        self._due[post.target] = self._clock.now()
        self._woken.set()

    async def run(self) -> None:
        """Tidy up until cancelled, beginning with what an earlier process had no time for."""
        try:
            self._workers.start(self._note_all(), "looking for old buttons")
            await repeat("taking old buttons off", self._step, self._clock, self._woken)
        finally:
            await self._workers.stop()
            await self._remember()

    async def _note_all(self) -> None:
        for target in await self._outbox.untidy():
            self._due.setdefault(target, self._clock.now())

    async def _step(self) -> int | None:
        now = self._clock.now()
        if self._gone and self._remember_at <= now:
            await self._remember()
        ready = [target for target, due in self._due.items() if due <= now and target not in self._under_way]
        for target in sorted(ready, key=self._due.__getitem__):
            if not self._workers.free:
                break
            self._due[target] = self._budget.spare_at(target, now)
            if self._due[target] <= now:
                self._begin(target)
        # A target without a worker waits for another worker to end, not for an instant.
        instants = [*self._due.values(), *([self._remember_at] if self._gone else [])]
        return min((due for due in instants if due > now), default=None)

    async def _remember(self) -> None:
        """Record which posts have lost their buttons, and note the next old post in each of their targets."""
        gone = tuple(self._gone)
        for post in await self._outbox.retire(tuple(post.message_id for post in gone)):
            self._old[post.target] = post
            self._due.setdefault(post.target, self._clock.now())
        del self._gone[: len(gone)]

    def _begin(self, target: Target) -> None:
        del self._due[target]
        self._under_way.add(target)
        self._workers.start(self._tidy(target), "taking old buttons off")

    async def _tidy(self, target: Target) -> None:
        try:
            post = self._old.pop(target, None) or await self._outbox.outdated(target)
            if post and post.message_id not in self._handled:
                await self._tidy_one(post)
                self._failures.pop(target, None)
        except (TransientFailure, OSError) as error:
            self._later(target, error)
        finally:
            self._under_way.discard(target)

    async def _tidy_one(self, post: Post) -> None:
        """Remove the buttons of a target's newest obsolete post, which people see first."""
        async with asyncio.timeout(OLD_POST_SECONDS):
            gone = await self._retire(post)
        if not gone:
            self._due.setdefault(post.target, self._clock.now())
            return
        if not self._gone:
            self._remember_at = self._clock.now() + EDITS_COLLECTED_FOR
        self._gone.append(post)
        self._handled.append(post.message_id)

    async def _retire(self, post: Post) -> bool:
        try:
            return await self._sender.retire(post, lambda: self._budget.try_take(post.target))
        except PermanentRefusal as refusal:
            LOG.info("the buttons of a post stay: refused with code %d", refusal.code)
            return True

    def _later(self, target: Target, error: Exception) -> None:
        failures = self._failures[target] = self._failures.get(target, 0) + 1
        if failures >= EDIT_TRIES:
            LOG.info("the buttons of a target stay for now: %s", type(error).__name__)
            del self._failures[target]
            return
        least = (error.retry_after or 0) if isinstance(error, TransientFailure) else 0
        self._due[target] = self._clock.now() + max(least, pause(failures))
