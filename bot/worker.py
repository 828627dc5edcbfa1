"""The worker: a process without Discord that only computes, for the bots on the same PostgreSQL database.

It makes the moves of computer players, reviews, and puzzles from finished games. The bots send the boards, keep the
clocks, and do everything themselves when no worker lives.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.fairness import helping_threads
from bot.garbage import short_collections
from bot.model.changes import Minding
from bot.model.errors import ReadingFailed
from bot.model.figures import Load
from bot.model.measures import Measures, NoMeasures
from bot.model.processes import ProcessKind
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from bot.service.compiling import Compiler
from bot.service.computers import Computers
from bot.service.deadlines import Deadlines
from bot.service.dictionaries import Dictionaries
from bot.service.engineprocess import EngineProcess
from bot.service.fairuse import FairUse
from bot.service.gamepuzzles import LazyFinder, Searching
from bot.service.games import Applied, Games
from bot.service.grading import LazyGrader
from bot.service.live import Live
from bot.service.meanwhile import PlainPlayer
from bot.service.ports import Clock, SystemClock, Thinker
from bot.service.pulse import Pulse
from bot.service.reviewing import Reviewing
from bot.service.sandbox import Reading
from bot.service.sandbox.process import Sandbox
from bot.service.thinking import LazyThinker
from bot.service.thoughts import Thoughts, write_thoughts
from bot.service.watchdog import Watchdog
from bot.settings import KEYS, POSTGRESQL, Settings
from bot.starting import (
    READING,
    StartFailed,
    end_task,
    lexicon_getter,
    make_pulse,
    on_signals,
    open_or_fail,
    serve_monitoring,
)
from bot.store.repositories import Store
from bot.store.signals import Topic
from bot.store.words import WordStore
from engine.errors import Sentence
from engine.game.phases import Over
from engine.model.durations import HOUR

LOG = logging.getLogger(__name__)
ONLY_COMPUTERS = Minding(others=False)


@dataclass(frozen=True, slots=True)
class WorkerParts:
    """The parts that tests can replace; None means the real part."""

    clock: Clock = field(default_factory=SystemClock)
    luck: random.Random | None = None
    thinker: Thinker | None = None
    dictionaries: Callable[[WordStore, Reading], Dictionaries] = Dictionaries


class Worker:
    """Moves the computer players of other processes' games, `threads` at once; as many as cores by default."""

    def __init__(self, settings: Settings, threads: int | None = None, parts: WorkerParts | None = None) -> None:
        self._settings = settings
        self._threads = threads or os.cpu_count() or 1
        self._parts = parts or WorkerParts()
        self._ending = AsyncExitStack()
        self._measures: Measures = NoMeasures()
        self._is_working = False
        self._load: Callable[[], Mapping[str, Load]] = dict
        self.pulse: Pulse | None = None
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
                2,
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
        store = await open_or_fail(self._settings.database_url)
        self._ending.push_async_callback(store.close)
        pulse = self.pulse = make_pulse(store, self._parts.clock, ProcessKind.WORKER, self._measures)
        await pulse.enter()
        self._begin(store.signals.run())
        self._begin(pulse.run())
        loop = self._make_loop(store, pulse)
        self._load = lambda: {"thinking": loop.computers.load, **store.loads()}
        await self._serve_monitoring(store)
        self._begin(loop.run())
        self._is_working = True
        LOG.info("Worker %s thinks about %d moves at once", pulse.owner, self._threads)

    def _loads(self) -> Mapping[str, Load]:
        """How busy the pools of this process are."""
        return self._load()

    async def _serve_monitoring(self, store: Store) -> None:
        if self._settings.metrics is None:
            return
        assert isinstance(self._measures, PrometheusMeasures)
        clock, ready = self._parts.clock, lambda: self._is_working
        served = await serve_monitoring(self._settings.metrics, self._measures, store, clock, ready, "not working yet")
        self._ending.push_async_callback(served.close)
        self.monitoring = served

    def _make_loop(self, store: Store, pulse: Pulse) -> Deadlines:
        clock, settings = self._parts.clock, self._settings
        sandboxes = (Sandbox(READING), Sandbox(READING))
        dictionaries = self._parts.dictionaries(store.words, Reading(*sandboxes))
        fair_use = FairUse(store.people, clock, settings.limits, partial(store.signals.tell, Topic.SPENT))
        patience = settings.lobby_hours * HOUR
        games = Games(
            store.journal, dictionaries, self._parts.luck, store.people, patience, fair_use, measures=self._measures
        )
        compiler, meanwhile = Compiler(), PlainPlayer()
        lexicon = lexicon_getter(dictionaries)
        thinker = LazyThinker(lexicon, compiler, meanwhile, self._threads)
        engine = EngineProcess(lexicon, compiler)

        async def tell(thoughts: Thoughts) -> bool:
            store.signals.tell(Topic.THOUGHTS, write_thoughts(thoughts))
            return True

        audience, thinks = Live(tell, insists=True), self._parts.thinker or thinker
        computers = Computers(games, thinks, clock, audience, fair_use, self._threads)
        loop = Deadlines(
            games,
            computers,
            store.alarms,
            clock,
            pulse.owner,
            lambda: ONLY_COMPUTERS,
            self._threads,
            store.signals.poll,
        )
        reviewing = Reviewing(games, store.reviews, LazyGrader(engine), clock, pulse.owner, store.signals.poll)
        store.signals.on(Topic.PROCESSES, lambda _: pulse.wake())
        store.signals.on(Topic.REVIEWS, lambda _: reviewing.wake())
        store.signals.on(Topic.SPENT, fair_use.hear)
        pulse.subscribe(reviewing.wake)
        searching = Searching(
            games,
            store.game_puzzles,
            store.people,
            LazyFinder(engine, lexicon),
            clock,
            pulse.owner,
            lambda: reviewing.idle,
            partial(store.signals.tell, Topic.PUZZLES),
        )
        pulse.subscribe(searching.wake)
        store.signals.on(Topic.PUZZLES, lambda _: searching.wake())
        self._connect(store, pulse, games, loop, searching)
        for sandbox in sandboxes:
            self._ending.push_async_callback(sandbox.close)
        self._ending.push_async_callback(meanwhile.close)
        self._ending.push_async_callback(engine.close)
        for close in (thinker.close, compiler.end, computers.close, reviewing.close, searching.close):
            self._ending.callback(close)
        self._begin(reviewing.run())
        self._begin(searching.run())
        if self._parts.thinker is None:
            self._begin(_prepare(compiler, meanwhile))
        return loop

    def _connect(self, store: Store, pulse: Pulse, games: Games, loop: Deadlines, searching: Searching) -> None:
        """Let changes here wake the bots, and theirs wake this process."""

        def moved(applied: Applied) -> None:
            loop.wake()
            if isinstance(applied.state.phase, Over):
                searching.wake()
            store.signals.tell(Topic.DELIVERIES)
            store.signals.tell(Topic.DEADLINES)

        games.subscribe(moved)
        pulse.subscribe(loop.wake)
        store.signals.on(Topic.DEADLINES, lambda _: loop.wake())
        store.signals.on(Topic.HURRY, loop.computers.hurry_here)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._ending.push_async_callback(end_task, asyncio.create_task(work))


async def _prepare(compiler: Compiler, meanwhile: PlainPlayer) -> None:
    """Start compiling the kernels if necessary, and the process that plays until they are ready."""
    await asyncio.to_thread(compiler.begin)
    if await asyncio.to_thread(compiler.is_at_work):
        with suppress(ReadingFailed):  # already logged
            await meanwhile.warm_up()
