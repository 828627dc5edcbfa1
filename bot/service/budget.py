"""How often a channel may be written to: five messages or edits in five seconds, whoever writes there.

| shared            | limit                    | who waits                               | how long at most            |
|-------------------|--------------------------|-----------------------------------------|-----------------------------|
| writes to a       | `WRITES` in `SPAN`       | deliveries, in the database: none comes | `SPAN` after the message    |
| channel or person |                          | out before its target has room          | before it                   |
|                   | `SPARE` of them are left | old buttons (`bot.service.tidying`)     | until messages leave room   |
|                   | to deliveries            | the players' chat, in its order         | `PATIENCE`, then it is lost |
|                   |                          | what a computer considers: left out     | not at all                  |
| writes in all     | `EVERYWHERE` in `SECOND` | old buttons                             | until messages leave room   |

No channel's writes count for another's, apart from the last row, which keeps tidying up from using Discord's own limit
of 50 requests in a second.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

from bot.service.locks import Locks
from bot.service.ports import Clock, Target

WRITES = 5
SPAN = 5_000
"""Milliseconds in which a channel takes that many writes (Discord, "Rate Limits")."""
SPARE = 2
"""So many of them are left to messages by edits that may wait."""
EVERYWHERE = 25
SECOND = 1_000
"""Tidying up waits while there were that many writes in the last milliseconds, to whatever targets."""
PATIENCE = 15_000
"""Milliseconds for which a line of chat is worth waiting with."""
MAX_TARGETS = 1_000


class Budget:
    """Counts the writes to each target over the last seconds; `limit` of them are allowed."""

    def __init__(self, clock: Clock, limit: int = WRITES) -> None:
        self._clock = clock
        self._limit = limit
        self._spare = max(1, limit - SPARE)
        self._writes: dict[Target, deque[int]] = {}
        self._everywhere: deque[int] = deque(maxlen=EVERYWHERE)
        self._locks = Locks()

    def full(self) -> Mapping[Target, int]:
        """The targets that may not be written to now, and the instants from which they may be."""
        return {target: self.free_at(target) for target in tuple(self._writes) if not self._has_room(target)}

    def free_at(self, target: Target) -> int:
        """The instant from which a message may be sent to a target."""
        return self._instant(target, self._limit)

    def spare_at(self, target: Target) -> int:
        """The instant from which there may be room for an edit that gives way to messages."""
        now, everywhere = self._clock.now(), self._everywhere
        crowded = len(everywhere) == EVERYWHERE and everywhere[0] > now - SECOND
        return max(self._instant(target, self._spare), everywhere[0] + SECOND if crowded else now)

    def try_message(self, target: Target) -> bool:
        """Whether a message may be sent to a target now; counts it."""
        return self._try(target, self._limit)

    def try_take(self, target: Target) -> bool:
        """Whether an edit that may as well be left out, such as one that shows thinking, may be made now; counts it."""
        return self._try(target, self._spare)

    async def take(self, target: Target) -> bool:
        """Wait until a line of chat may be written to a target, first come first served, and count it.

        False when that would take too long.
        """
        end = self._clock.now() + PATIENCE
        async with self._locks.hold(f"{target.kind.value}/{target.id}"):
            while not self._try(target, self._spare):
                if self._instant(target, self._spare) > end:
                    return False
                await self._clock.wait(asyncio.Event(), self._instant(target, self._spare))
            return True

    def _has_room(self, target: Target) -> bool:
        return len(self._recent(target)) < self._limit

    def _try(self, target: Target, limit: int) -> bool:
        writes = self._recent(target)
        if len(writes) >= limit:
            return False
        writes.append(self._clock.now())
        self._everywhere.append(self._clock.now())
        return True

    def _instant(self, target: Target, limit: int) -> int:
        writes = self._recent(target)
        return self._clock.now() if len(writes) < limit else writes[-limit] + SPAN

    def _recent(self, target: Target) -> deque[int]:
        if len(self._writes) > MAX_TARGETS:
            start = self._clock.now() - SPAN
            self._writes = {one: kept for one, kept in self._writes.items() if kept and kept[-1] > start}
        writes = self._writes.setdefault(target, deque())
        while writes and writes[0] <= self._clock.now() - SPAN:
            writes.popleft()
        return writes
