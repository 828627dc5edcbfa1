"""What is being answered now: one person's wishes in their order, and all of them before the bot ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

LONGEST_WAIT = 2.0
"""Seconds after which a wish no longer waits for the person's earlier ones, such as a hint that takes its time."""


class Busy:
    """The tasks that answer somebody, by the id of that person, oldest first."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], str] = {}

    @contextmanager
    def answering(self, person: str) -> Iterator[Callable[[], Awaitable[None]]]:
        """The current task answers a person while this lasts.

        What it gives waits until the wishes are answered that this person had before. Otherwise, with a slow disk, what
        only a seated player may do would be refused to somebody who has asked for a seat just before.
        """
        task = asyncio.current_task()
        assert task is not None
        earlier = [other for other, asker in self._tasks.items() if asker == person]
        self._tasks[task] = person

        async def wait() -> None:
            if earlier:
                await asyncio.wait(earlier, timeout=LONGEST_WAIT)

        try:
            yield wait
        finally:
            del self._tasks[task]

    async def finish(self, seconds: float) -> None:
        """Wait until everybody has been answered, or that long; what is unfinished then is cancelled."""
        tasks = self._tasks.keys() - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
