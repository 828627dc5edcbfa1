"""How often the bot may write to a channel, and the buttons of old posts, removed as that leaves room."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.model.deliveries import Post, Target
from bot.service.ports import Clock, PermanentRefusal, Sender, TransientFailure
from bot.service.tasks import KeyedLocks, Workers, pause, repeat
from bot.store.outbox import Outbox

WRITES = 5
SPAN = 5_000
"""Milliseconds in which a channel takes that many writes (Discord, "Rate Limits")."""
SPARE = 2
"""The fewest writes that deferrable edits leave for messages; they leave more if messages come quickly."""
EDIT_GAP = 1_500
"""Milliseconds between two deferrable edits: a burst of them would leave no room for the next messages."""
MOST_WRITES_A_SECOND = 25
SECOND = 1_000
"""Milliseconds; tidying up waits if the bot made `MOST_WRITES_A_SECOND` writes in them, to any targets."""
CHAT_PATIENCE = 15_000
"""Milliseconds that a line of chat may wait."""


@dataclass(frozen=True, slots=True)
class _Write:
    at: int
    is_message: bool


class Budget:
    """Counts the writes to each target over the last seconds; `limit` of them are allowed.

    Answers about an instant are given for the instant that the caller names: by a second reading of the clock, it would
    be later than the caller's, and a target with room would look full.
    """

    def __init__(self, clock: Clock, limit: int = WRITES) -> None:
        self._clock = clock
        self._limit = limit
        self._writes: dict[Target, deque[_Write]] = {}  # in the order of the last writes
        self._everywhere: deque[int] = deque(maxlen=MOST_WRITES_A_SECOND)
        self._locks = KeyedLocks()

    def full(self, now: int) -> Mapping[Target, int]:
        """The targets without room for a message at an instant, each with the instant when there is room again."""
        busy = (one for one, writes in self._writes.items() if len(writes) >= self._limit)
        return {one: free for one in busy if (free := self.free_at(one, now)) > now}

    def free_at(self, target: Target, now: int) -> int:
        """The instant from which a message may be sent to a target."""
        return self._instant(target, self._limit, now)

    def spare_at(self, target: Target, now: int) -> int:
        """The earliest instant at which there may be room for an edit that yields to messages."""
        everywhere = self._everywhere
        crowded = len(everywhere) == MOST_WRITES_A_SECOND and everywhere[0] > now - SECOND
        here = now if self._has_spare(target, now) else max(now + 1, min(self._changes(target, now)))
        return max(here, everywhere[0] + SECOND if crowded else now)

    def try_message(self, target: Target) -> bool:
        """Whether a message may be sent to a target now; if so, counts it."""
        now = self._clock.now()
        return len(self._recent(target, now)) < self._limit and self._count(target, now, is_message=True)

    def try_take(self, target: Target) -> bool:
        """Whether an optional edit, such as one that shows thinking, may be made now; if so, counts it."""
        now = self._clock.now()
        return self._has_spare(target, now) and self._count(target, now, is_message=False)

    async def take(self, target: Target) -> bool:
        """Wait until there is room for a line of chat in a target, first come, first served, and count it.

        Returns False if that would take too long.
        """
        end, limit = self._clock.now() + CHAT_PATIENCE, max(1, self._limit - 1)
        async with self._locks.hold(f"{target.kind.value}/{target.id}"):
            while (free := self._instant(target, limit, now := self._clock.now())) > now:
                if free > end:
                    return False
                await self._clock.wait(asyncio.Event(), free)
            return self._count(target, now, is_message=True)

    def _has_spare(self, target: Target, now: int) -> bool:
        """Whether an edit leaves room for the messages likely to come, judging by the last seconds."""
        writes = self._recent(target, now)
        edits = [one.at for one in writes if not one.is_message]
        if edits and edits[-1] > now - EDIT_GAP:
            return False
        left = max(self._limit - max(SPARE, _expected(writes)), self._limit <= SPARE)
        return len(edits) < left and len(writes) < max(1, self._limit - 1)

    def _changes(self, target: Target, now: int) -> Iterator[int]:
        """The instants at which more room becomes free."""
        for write in self._recent(target, now):
            yield write.at + SPAN
            if not write.is_message and write.at + EDIT_GAP > now:
                yield write.at + EDIT_GAP

    def _count(self, target: Target, now: int, *, is_message: bool) -> bool:
        self._writes[target] = writes = self._writes.pop(target, deque())
        writes.append(_Write(now, is_message))
        self._everywhere.append(now)
        while (oldest := next(iter(self._writes))) != target and not self._recent(oldest, now):
            del self._writes[oldest]
        return True

    def _instant(self, target: Target, limit: int, now: int) -> int:
        writes = self._recent(target, now)
        return now if len(writes) < limit else writes[-limit].at + SPAN

    def _recent(self, target: Target, now: int) -> deque[_Write]:
        writes = self._writes.get(target, deque())
        while writes and writes[0].at <= now - SPAN:
            writes.popleft()
        return writes


def _expected(writes: Iterable[_Write]) -> int:
    """How many messages to expect, from the number in the last seconds or the pace of the last two."""
    instants = [one.at for one in writes if one.is_message]
    if len(instants) < 2:
        return len(instants)
    return max(len(instants), math.ceil(SPAN / max(1, instants[-1] - instants[-2])))


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
