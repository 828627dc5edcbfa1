"""A process's signs of life, by which the others know that its leases count, and what it knows of the others.

A process that has not been seen for `DEAD_AFTER` is dead, or for `LOST` if the server has lost its connection, as when it
was killed. Whoever notices frees what it held, so that another process goes on with it. With SQLite there is one
process, which its lock file guards, and nothing to write.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from time import monotonic

from bot.model.measures import Measures
from bot.model.processes import DeadProcesses, Process, ProcessKind
from bot.service.ports import Clock
from bot.service.tasks import repeat
from bot.store.processes import Processes

LOG = logging.getLogger(__name__)
SIGN_OF_LIFE_GAP = 3_000
"""Milliseconds between signs of life."""
LOST = 8_000
"""Milliseconds without a sign of life after which a process counts as dead if the server has lost its connection."""
DEAD_AFTER = 20_000
"""Milliseconds without a sign of life after which a process counts as dead."""

GRACE_SECONDS = 10.0
"""Seconds after an interruption in which this process takes nobody for dead."""


class Peers:
    """Enters this process among those that serve the database, keeps it there, and knows who else lives.

    `owner` is the process's id, with which all its leases are marked.
    """

    def __init__(
        self,
        processes: Processes | None,
        owner: str,
        kind: ProcessKind,
        version: str,
        clock: Clock,
        measures: Measures | None = None,
    ) -> None:
        self._measures = measures or Measures()
        self._processes = processes
        self.owner = owner
        self._kind = kind
        self._version = version
        self._clock = clock
        self._woken = asyncio.Event()
        self._listeners: list[Callable[[], object]] = []
        self._beaten = self._trusts = -math.inf
        self.living: tuple[Process, ...] = ()

    def subscribe(self, listener: Callable[[], object]) -> None:
        """Call the listener whenever a process has come or gone, also one that was found dead."""
        self._listeners.append(listener)

    def wake(self) -> None:
        """Look now: a process has come or gone."""
        self._woken.set()

    def lives(self, kind: ProcessKind) -> bool:
        """Whether another process of a kind lives."""
        return any(one.kind is kind and one.id != self.owner for one in self.living)

    async def enter(self) -> None:
        """Show the first sign of life, before this process takes any lease."""
        if self._processes:
            await self._processes.sign(self.owner)
        await self._beat()

    async def run(self) -> None:
        """Beat until cancelled, then leave."""
        if self._processes is None:
            return
        try:
            await repeat("the signs of life", self._beat, self._clock, self._woken)
        finally:
            await self._processes.leave(self.owner)

    async def _beat(self) -> int | None:
        if self._processes is None:
            return None
        await self._processes.seen(self.owner, self._kind, self._version)
        dead = await self._processes.bury(DEAD_AFTER, LOST) if self._is_steady() else DeadProcesses()
        if dead.processes:
            self._note(dead)
        before, self.living = self.living, await self._processes.living(DEAD_AFTER)
        if dead.processes or {one.id for one in before} != {one.id for one in self.living}:
            for listener in self._listeners:
                listener()
        return self._clock.now() + SIGN_OF_LIFE_GAP

    def _is_steady(self) -> bool:
        """Whether this process has reached the database for long enough that all others have had time for it, too."""
        now, before = monotonic(), self._beaten
        self._beaten = now
        if now - before > LOST / 1000:
            self._trusts = now if math.isinf(before) else now + GRACE_SECONDS
        return now > self._trusts

    def _note(self, dead: DeadProcesses) -> None:
        LOG.warning("Others go on with the work of %d processes that fell silent", len(dead.processes))
        for what, count in (("delivery", dead.deliveries), ("deadline", dead.deadlines), ("work", dead.work)):
            self._measures.took_over(what, count)
