"""The worker: a process without Discord that only computes, for the bots on the same PostgreSQL database.

It makes the moves of computer players, reviews, and puzzles from finished games. The bots send the boards, keep the
clocks, and do everything themselves when no worker lives.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import Any

from bot.computing import Computing, ComputingParts
from bot.fairness import helping_threads
from bot.garbage import short_collections
from bot.model.changes import Minding
from bot.model.figures import Load
from bot.model.measures import Measures, NoMeasures
from bot.model.processes import ProcessKind
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from bot.service.games import Applied
from bot.service.live import Live
from bot.service.thoughts import Thoughts, write_thoughts
from bot.service.watchdog import Watchdog
from bot.settings import KEYS, POSTGRESQL, Settings
from bot.starting import (
    MISCONFIGURED,
    StartFailed,
    end_task,
    on_signals,
    open_or_fail,
    read_own_words,
    serve_monitoring,
)
from bot.store.repositories import Store
from bot.store.signals import Topic
from engine.errors import Sentence
from engine.game.phases import Over

LOG = logging.getLogger(__name__)
ONLY_COMPUTERS = Minding(others=False)


class WorkerCore(Computing):
    """The services and loops of a worker: it minds only computer players, and wakes the bots, which do the rest."""

    @property
    def audience(self) -> Live:
        """The bots show what computer players of workers consider."""

        async def tell(thoughts: Thoughts) -> bool:
            self.signals.tell(Topic.THOUGHTS, write_thoughts(thoughts))
            return True

        return Live(tell, insists=True)

    @property
    def minding(self) -> Minding:
        """Bots mind everything else."""
        return ONLY_COMPUTERS

    @property
    def loads(self) -> Mapping[str, Load]:
        """How busy the pools of threads and connections are, by name."""
        return {"thinking": self.computers.load, **self.store.loads()}

    def moved(self, applied: Applied) -> None:
        """A game has changed here: look for the next computer move, and let the bots send what there is to send."""
        self.deadlines.wake()
        if isinstance(applied.state.phase, Over):
            self.searching.wake()
        self.signals.tell(Topic.DELIVERIES)
        self.signals.tell(Topic.DEADLINES)


class Worker:
    """Moves the computer players of other processes' games, `threads` at once; as many as cores by default."""

    def __init__(self, settings: Settings, threads: int | None = None, parts: ComputingParts | None = None) -> None:
        self._settings = settings
        self._threads = threads or os.cpu_count() or 1
        self._parts = parts or ComputingParts()
        self._ending = AsyncExitStack()
        self._measures: Measures = NoMeasures()
        self._is_working = False
        self.core: WorkerCore | None = None
        self.monitoring: Monitoring | None = None

    async def run(self, announce: Callable[[int], object] = print) -> None:
        """Start, announce the number of threads, and work until the process is told to stop. Raises `StartFailed`."""
        told_to_end = asyncio.Event()
        on_signals(told_to_end.set)
        await self.start()
        try:
            self._ending.enter_context(short_collections())
            announce(self._threads)
            await told_to_end.wait()
        finally:
            await self.stop()

    async def start(self) -> None:
        """Open everything and begin to work. Raises `StartFailed`, leaving nothing open."""
        if not self._settings.database_url.startswith(POSTGRESQL):
            raise StartFailed(
                Sentence("a worker needs a database that processes share: set {setting}", setting=KEYS["database_url"]),
                MISCONFIGURED,
            )
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Close everything in reverse order; moves under way are left to the others at once."""
        await self._ending.aclose()

    async def _start(self) -> None:
        if self._settings.metrics:
            self._measures = PrometheusMeasures({}, self._loads)
        watchdog = Watchdog(lagged=self._measures.lagged)
        watchdog.start()
        self._ending.callback(watchdog.stop)
        asyncio.get_running_loop().set_default_executor(helping_threads())
        await asyncio.to_thread(read_own_words)
        store = await open_or_fail(self._settings.database_url)
        self._ending.push_async_callback(store.close)
        core = self.core = self._assemble(store)
        await core.pulse.enter()
        core.listen()
        core.games.subscribe(core.moved)
        self._begin(store.signals.run())
        self._begin(core.pulse.run())
        await self._serve_monitoring(store)
        for work in (core.reviewing.run(), core.searching.run(), core.deadlines.run()):
            self._begin(work)
        if self._parts.thinker is None:
            self._begin(core.prepare())
        self._is_working = True
        LOG.info("Worker %s thinks about %d moves at once", core.pulse.owner, self._threads)

    def _assemble(self, store: Store) -> WorkerCore:
        core = WorkerCore(ProcessKind.WORKER, store, self._parts, self._settings, self._measures, self._threads)
        self._ending.push_async_callback(core.end_processes)
        self._ending.callback(core.close)
        return core

    def _loads(self) -> Mapping[str, Load]:
        """How busy the pools of this process are."""
        return self.core.loads if self.core else {}

    async def _serve_monitoring(self, store: Store) -> None:
        if self._settings.metrics is None:
            return
        assert isinstance(self._measures, PrometheusMeasures)
        clock, ready = self._parts.clock, lambda: self._is_working
        served = await serve_monitoring(self._settings.metrics, self._measures, store, clock, ready, "not working yet")
        self._ending.push_async_callback(served.close)
        self.monitoring = served

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._ending.push_async_callback(end_task, asyncio.create_task(work))
