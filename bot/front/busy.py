"""What is being answered now, so that the bot can finish it before it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Busy:
    """The tasks that answer somebody."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """The current task answers somebody while this lasts."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self, seconds: float) -> None:
        """Wait until everybody has been answered, or that long; what is unfinished then is cancelled."""
        tasks = self._tasks - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
