"""What is being answered now: one person's requests in their order, and all of them before the bot ends.

| shared          | limit                 | who waits                      | how long at most         |
|-----------------|-----------------------|--------------------------------|--------------------------|
| requests of one | `MOST` being answered | the later of them; nobody else | `LONGEST_WAIT`; one too  |
| person          |                       |                                | many: `TooManyAtOnce` at |
|                 |                       |                                | once                     |

What is done for a request is counted for the person, wherever it waits (`bot.service.fairness`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.service.errors import TooManyAtOnce
from bot.service.fairness import on_behalf_of, person_key

LONGEST_WAIT = 2.0
"""Seconds after which a request no longer waits for the person's earlier ones, such as a hint that takes its time."""
MOST = 8
"""So many requests of one person are answered at the same time, those that wait for each other included."""


class InFlight:
    """The tasks that answer somebody, by the id of that person, oldest first."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[Any], str] = {}

    @contextmanager
    def answering(self, person: str) -> Iterator[Callable[[], Awaitable[None]]]:
        """The current task answers a person while this lasts.

        What it gives waits until the requests are answered that this person had before. Otherwise, with a slow disk,
        what only a seated player may do would be refused to somebody who has asked for a seat just before. It raises
        `TooManyAtOnce` where there are too many of them.
        """
        task = asyncio.current_task()
        assert task is not None
        earlier = [other for other, asker in self._tasks.items() if asker == person]
        self._tasks[task] = person

        async def wait() -> None:
            if len(earlier) >= MOST:
                raise TooManyAtOnce
            if earlier:
                await asyncio.wait(earlier, timeout=LONGEST_WAIT)

        try:
            with on_behalf_of(person_key(person)):
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
