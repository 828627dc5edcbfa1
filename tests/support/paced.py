"""People who play at a steady pace by a test's clock, and how late Discord shows their moves."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.model.contexts import DeliveryContext
from bot.model.deliveries import Delivery, Post, SentMessage, Target
from bot.service.sending.budget import SPAN, WRITES
from tests.support.service import FakeDiscord, Process

STEP = 250
"""Milliseconds by which the clock advances at a time."""


@dataclass
class RatedDiscord(FakeDiscord):
    """Accepts five writes in five seconds to each channel; a request beyond that waits, as in discord.py."""

    writes: dict[Target, deque[int]] = field(default_factory=dict)

    async def send(self, delivery: Delivery, context: DeliveryContext) -> SentMessage:
        """Accept a message once the rate limit allows it."""
        await self._write(delivery.target)
        return await super().send(delivery, context)

    async def retire(self, post: Post, may_write: Callable[[], bool]) -> bool:
        """Remove buttons once the rate limit allows it."""
        if not await super().retire(post, may_write):
            return False
        await self._write(post.target)
        return True

    async def _write(self, target: Target) -> None:
        latest = self.writes.setdefault(target, deque(maxlen=WRITES))
        while len(latest) == WRITES and latest[0] + SPAN > self.clock.now():
            await self.clock.wait(asyncio.Event(), latest[0] + SPAN)
        latest.append(self.clock.now())


async def calm() -> None:
    """Wait until everything that can be done at this instant is done, in a loop that skips time."""
    await asyncio.sleep(0.001)


async def pass_time(bot: Process, milliseconds: int) -> None:
    """Advance time in small steps, completing everything due in each."""
    end = bot.clock.now() + milliseconds
    await calm()
    while bot.clock.now() < end:
        bot.clock.advance(min(STEP, end - bot.clock.now()))
        await calm()


def shown(bot: Process, game: str, target: int) -> int:
    """The number of the last event that a target shows of a game."""
    told = bot.discord.messages + bot.discord.edits
    return max((one.upto for one in told if (one.game, one.target.id) == (game, target)), default=0)


async def lateness(bot: Process, game: str, upto: int, *targets: int, most: int = 20_000) -> int:
    """Milliseconds until all targets show a game up to an event; `most` if that takes longer."""
    begun = bot.clock.now()
    await calm()
    while any(shown(bot, game, target) < upto for target in targets) and bot.clock.now() - begun < most:
        await pass_time(bot, STEP)
    return bot.clock.now() - begun
