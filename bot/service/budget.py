"""How often a channel may be written to: five messages or edits in five seconds, whoever writes there."""

from __future__ import annotations

import asyncio
from collections import deque

from bot.service.locks import Locks
from bot.service.ports import Clock, Target

WRITES = 5
SPAN = 5_000
"""Milliseconds in which a channel takes that many writes (Discord, "Rate Limits")."""
SPARE = 2
"""So many of them are left to messages by edits that may wait."""
MAX_TARGETS = 1_000


class Budget:
    """Counts the writes to each target over the last seconds; `limit` of them are allowed."""

    def __init__(self, clock: Clock, limit: int = WRITES) -> None:
        self._clock = clock
        self._limit = limit
        self._writes: dict[Target, deque[int]] = {}
        self._locks = Locks()

    async def take(self, target: Target) -> None:
        """Wait until one more message may be written to a target, first come first served, and count it."""
        async with self._locks.hold(f"{target.kind.value}/{target.id}"):
            while not self._try(target, self._limit):
                await self._clock.wait(asyncio.Event(), self._recent(target)[0] + SPAN)

    async def take_spare(self, target: Target) -> None:
        """Wait until an edit that gives way to messages may be made, and count it."""
        while not self.try_take(target):
            await self._clock.wait(asyncio.Event(), self._recent(target)[0] + SPAN)

    def try_take(self, target: Target) -> bool:
        """Whether an edit that may as well be left out, such as one that shows thinking, may be made now; counts it."""
        return self._try(target, max(1, self._limit - SPARE))

    def _try(self, target: Target, limit: int) -> bool:
        writes = self._recent(target)
        if len(writes) >= limit:
            return False
        writes.append(self._clock.now())
        return True

    def _recent(self, target: Target) -> deque[int]:
        if len(self._writes) > MAX_TARGETS:
            start = self._clock.now() - SPAN
            self._writes = {one: kept for one, kept in self._writes.items() if kept and kept[-1] > start}
        writes = self._writes.setdefault(target, deque())
        while writes and writes[0] <= self._clock.now() - SPAN:
            writes.popleft()
        return writes
