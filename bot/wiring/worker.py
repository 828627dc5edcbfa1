"""The worker: a process without Discord that only computes, for the bots on the same PostgreSQL database.

It makes the moves of computer players, reviews, and puzzles from finished games. The bots send the boards, keep the
clocks, and do everything themselves when no worker lives.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping

from bot import features
from bot.fairness import helping_threads
from bot.model.changes import DeadlineFilter
from bot.model.measures import PoolLoad
from bot.model.processes import ProcessKind
from bot.service.listeners import Applied
from bot.service.sending.liveboards import CandidateList, CandidatesFeed, write_thoughts
from bot.settings import KEYS, POSTGRESQL, Settings
from bot.store.processes import Topic
from bot.store.repositories import Store
from bot.wiring.process import Computing, ComputingParts
from bot.wiring.starting import (
    MISCONFIGURED,
    Running,
    StartFailed,
    open_or_fail,
    read_own_words,
)
from engine.sentences import Sentence

LOG = logging.getLogger(__name__)
ONLY_COMPUTERS = DeadlineFilter(others=False)


class WorkerCore(Computing):
    """The services and loops of a worker: it minds only computer players, and wakes the bots, which do the rest."""

    @property
    def audience(self) -> CandidatesFeed:
        """The bots show what computer players of workers consider."""

        async def tell(thoughts: CandidateList) -> bool:
            self.signals.tell(Topic.THOUGHTS, write_thoughts(thoughts))
            return True

        return CandidatesFeed(tell, insists=True)

    @property
    def minding(self) -> DeadlineFilter:
        """Bots mind everything else."""
        return ONLY_COMPUTERS

    @property
    def loads(self) -> Mapping[str, PoolLoad]:
        """How busy the pools of threads and connections are, by name."""
        return {"thinking": self.engines.load, **self.store.loads()}

    def changed(self, _: Applied) -> None:
        """A game has changed here: look for the next computer move, and let the bots send what there is to send."""
        self.deadlines.wake()
        self.signals.tell(Topic.DELIVERIES)
        self.signals.tell(Topic.DEADLINES)


class Worker(Running[WorkerCore]):
    """Moves the computer players of other processes' games, `threads` at once; as many as cores by default."""

    def __init__(self, settings: Settings, threads: int | None = None, parts: ComputingParts | None = None) -> None:
        super().__init__(settings)
        self._threads = threads or os.cpu_count() or 1
        self._parts = parts or ComputingParts()
        self._is_working = False

    async def run(self, announce: Callable[[int], object] = print) -> None:
        """Start, announce the number of threads, and work until the process is told to stop. Raises `StartFailed`."""

        async def serve(told_to_end: asyncio.Event) -> None:
            announce(self._threads)
            await told_to_end.wait()

        await self._run(serve)

    async def _start(self) -> None:
        if not self._settings.database_url.startswith(POSTGRESQL):
            raise StartFailed(
                Sentence("a worker needs a database that processes share: set {setting}", setting=KEYS["database_url"]),
                MISCONFIGURED,
            )
        self._measure({})
        asyncio.get_running_loop().set_default_executor(helping_threads())
        await asyncio.to_thread(read_own_words)
        store = await open_or_fail(self._settings.database_url, features.store_hooks(self._parts.features))
        self._ending.push_async_callback(store.close)
        core = self.core = self._assemble(store)
        await core.time.look()  # before this machine's clock says what is due
        await core.peers.enter()
        core.listen()
        self._begin(store.signals.run())
        self._begin(core.peers.run())
        await self._serve_monitoring(store, self._parts.clock, lambda: self._is_working, "not working yet")
        for work in (core.deadlines.run(), core.time.run(), *(one.run() for one in core.loops)):
            self._begin(work)
        core.engines.warm()
        self._is_working = True
        LOG.info("Worker %s thinks about %d moves at once", core.peers.owner, self._threads)

    def _assemble(self, store: Store) -> WorkerCore:
        core = WorkerCore(ProcessKind.WORKER, store, self._parts, self._settings, self._measures, self._threads)
        self._ending.push_async_callback(core.end_processes)
        return core
