"""How often the bot may write to a channel: five messages or edits in five seconds altogether.

Each channel's writes count for that channel alone, except that tidying up must not exhaust Discord's limit of 50
requests a second.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.model.deliveries import Target
from bot.service.locks import KeyedLocks
from bot.service.ports import Clock

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
