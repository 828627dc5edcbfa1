"""Background work: loops that wait for an instant or a wake-up, and the tasks they start."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine

from bot.fairness import on_behalf_of, tenant_key
from bot.model.errors import describe
from bot.service.ports import Clock

LOG = logging.getLogger(__name__)
POLL = 30_000
"""Milliseconds after which a loop looks again even if nobody wakes it."""
AFTER_ERROR = 5_000
STAND_BY_SECONDS = 15.0
"""Seconds after the start for what nobody may have to wait for later: sooner, it would slow down the start."""
FIRST_PAUSE = 2_000
LONGEST_PAUSE = 600_000


def pause(attempts: int) -> int:
    """Milliseconds to wait after that many failures: 2 seconds at first, doubling each time, at most ten minutes."""
    return min(FIRST_PAUSE << min(max(attempts - 1, 0), 20), LONGEST_PAUSE)


class Loop(ABC):
    """Work that goes on as long as its process. Other processes wake it by signals of the `topic`, if it has one."""

    topic = ""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self.is_busy = False
        """Whether people wait for its work, so that what nobody waits for gives way."""

    def wake(self) -> None:
        """Look again: there may be something to do."""
        self._woken.set()

    def hear(self, _: str) -> None:
        """The same, for another process."""
        self.wake()

    @abstractmethod
    async def run(self) -> None:
        """Do the work until cancelled."""


class Workers:
    """A bounded number of tasks that run at the same time. An error in one is logged and does not affect the others."""

    def __init__(self, most: int, wake: Callable[[], None]) -> None:
        self._most = most
        self._wake = wake
        self._tasks: dict[asyncio.Task[None], int] = {}

    @property
    def free(self) -> int:
        """How many more tasks may be started."""
        return self._most - len(self._tasks)

    @property
    def under_way(self) -> Counter[int]:
        """How many tasks are at work for each tenant."""
        return Counter(self._tasks.values())

    def start(self, work: Coroutine[None, None, None], name: str, tenant: int = 0) -> None:
        """Start work for a tenant (`bot.fairness.tenant_key`); the loop is woken when it ends."""
        with on_behalf_of(tenant_key(tenant) if tenant else ""):
            task = asyncio.create_task(work, name=name)
        self._tasks[task] = tenant
        task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Cancel all work and wait until it has ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._tasks[task]
        if not task.cancelled() and (error := task.exception()):
            LOG.error("%s failed: %s", task.get_name(), describe(error))
        self._wake()


def _alone() -> int:
    return POLL


async def repeat(
    name: str,
    step: Callable[[], Awaitable[int | None]],
    clock: Clock,
    wake: asyncio.Event,
    poll: Callable[[], int] = _alone,
) -> None:
    """Do a step whenever the event is set or the instant that the step named has come, until cancelled.

    At the latest, it is done again after the milliseconds that `poll` says.
    """
    while True:
        wake.clear()
        try:
            next_due = await step()
        except Exception as error:
            LOG.error("%s failed: %s", name, describe(error))
            next_due = clock.now() + AFTER_ERROR
        latest = clock.now() + poll()
        await clock.wait(wake, latest if next_due is None else min(next_due, latest))
