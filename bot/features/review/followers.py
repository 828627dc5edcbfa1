"""Keeps private messages about waiting reviews up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.model.errors import describe
from bot.service.ports import Clock
from bot.service.tasks import Loop

LOG = logging.getLogger(__name__)
MOST_FOLLOWED = 100
FOLLOW_GAP = 3_000
"""Milliseconds between two looks."""
LONGEST_FOLLOWED = 13 * 60_000
"""Discord lets a bot change an answer for 15 minutes."""

Glance = Callable[[], Awaitable[bool]]
"""Looks at a review and shows what has changed; True once there is nothing more to wait for."""


class Followers(Loop):
    """The tasks that look after messages about reviews, by the id of the person who sees the message."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Let people look until the bot ends."""
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    def follow(self, person: str, look: Glance) -> None:
        """Look now and then for a person, in place of what was looked at before."""
        self.leave(person)
        if len(self._tasks) >= MOST_FOLLOWED:
            return
        task = asyncio.create_task(self._look(look), name="a follower of a review")
        self._tasks[person] = task
        task.add_done_callback(lambda ended: self._forget(person, ended))

    def leave(self, person: str) -> None:
        """Stop looking for a person."""
        if task := self._tasks.pop(person, None):
            task.cancel()

    async def stop(self) -> None:
        """Stop looking for everyone."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, look: Glance) -> None:
        end, never = self._clock.now() + LONGEST_FOLLOWED, asyncio.Event()
        while self._clock.now() < end:
            await self._clock.wait(never, self._clock.now() + FOLLOW_GAP)
            if await look():
                return

    def _forget(self, person: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(person) is task:
            del self._tasks[person]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("%s failed: %s", task.get_name(), describe(error))
