"""Requests in flight: one person's are answered in order, and all are finished before the bot stops.

Work for a request counts as the person's, wherever it waits (`bot.fairness`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.fairness import on_behalf_of, person_key
from bot.model.errors import TooManyAtOnce

LONGEST_WAIT = 2.0
"""Seconds after which a request no longer waits for the person's earlier ones, such as a slow hint."""
MOST_ANSWERING = 8
"""How many requests of one person are answered at once, including those that wait for each other."""


class InFlight:
    """The tasks that answer people, by the person's id, oldest first."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], str] = {}

    @contextmanager
    def answering(self, person: str) -> Iterator[Callable[[], Awaitable[None]]]:
        """Record that the current task answers a person while this lasts.

        Yields a callable that waits for the person's earlier requests. Without it, on a slow disk, someone who has just
        asked to join would be refused what only players may do. The callable raises `TooManyAtOnce` if there are too
        many earlier requests.
        """
        task = asyncio.current_task()
        assert task is not None
        earlier = [other for other, asker in self._tasks.items() if asker == person]
        self._tasks[task] = person

        async def wait() -> None:
            if len(earlier) >= MOST_ANSWERING:
                raise TooManyAtOnce
            if earlier:
                await asyncio.wait(earlier, timeout=LONGEST_WAIT)

        try:
            with on_behalf_of(person_key(person)):
                yield wait
        finally:
            del self._tasks[task]

    async def finish(self, seconds: float) -> None:
        """Wait up to `seconds` until everyone has been answered, then cancel the remaining tasks."""
        tasks = self._tasks.keys() - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
