"""A sign of life in the database, which tells the next start how long the bot was down."""

from __future__ import annotations

import asyncio

from bot.service.ports import Clock
from bot.service.tasks import repeat
from bot.store.meta import Meta

BEAT = 20_000
KEEP = 7 * 24 * 3600 * 1000
"""Milliseconds to keep causes, finished deliveries and drafts; nothing repeats itself after a week."""
PRUNE = 3600 * 1000


class Heartbeat:
    """Writes the present instant again and again, and deletes what is no longer needed."""

    def __init__(self, meta: Meta, clock: Clock) -> None:
        self._meta = meta
        self._clock = clock
        self._pruned = 0

    async def last(self) -> int | None:
        """The instant of the latest sign of life; None before the first start."""
        value = await self._meta.get("heartbeat")
        return None if value is None else int(value)

    async def run(self) -> None:
        """Beat until cancelled."""
        try:
            await repeat("the heartbeat", self._beat, self._clock, asyncio.Event())
        finally:
            await self._beat()

    async def _beat(self) -> int:
        now = self._clock.now()
        await self._meta.set("heartbeat", str(now))
        if now - self._pruned >= PRUNE:
            await self._meta.prune(now - KEEP)
            self._pruned = now
        return now + BEAT
