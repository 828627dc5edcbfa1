"""What every kind of process needs to start and end: its errors, its id, its database, signals of the system."""

from __future__ import annotations

import asyncio
import gc
import importlib.metadata
import logging
import multiprocessing
import os
import secrets
import signal
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from bot.model.errors import DatabaseInUse, DatabaseNewer, DatabaseUnusable
from bot.model.measures import Asking, Measures, PoolLoad
from bot.model.processes import Checkpoints, ProcessKind
from bot.monitoring import Monitoring, PrometheusMeasures
from bot.service.ports import Clock
from bot.service.processes.peers import DEAD_AFTER, Peers
from bot.service.processes.watchdog import Watchdog
from bot.settings import KEYS, Settings
from bot.store.opening import open_store
from bot.store.repositories import Store, StoreHooks
from bot.system import reason_of
from engine.errors import BadData, EngineError
from engine.loading import check_own_lists, is_graph, load_language, load_lexicon
from engine.loading.lexicons import LEXICONS_FOLDER
from engine.sentences import Sentence
from engine.words.textlist import FoundWords

LONG = 0.02
"""A collection that takes at least this many seconds is long: later ones skip the objects that survived it."""

YOUNG = 20_000
"""How many more objects there may be than at the last collection before young ones are looked at."""

FULL = 2
"""The generation of a full collection."""


@contextmanager
def short_collections(long: float = LONG) -> Iterator[None]:
    """While this lasts, collections are rarer, and objects that survive a full one of at least `long` seconds are not
    examined again.

    Begins with a full collection.
    """
    begun = 0.0

    def note(phase: str, info: dict[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = perf_counter()
        elif info["generation"] == FULL and perf_counter() - begun >= long:
            gc.freeze()

    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, *usual[1:])
    gc.callbacks.append(note)
    try:
        gc.collect()
        yield
    finally:
        gc.callbacks.remove(note)
        gc.unfreeze()
        gc.set_threshold(*usual)


LOG = logging.getLogger(__name__)
MISCONFIGURED, TOKEN_REFUSED = 2, 77
"""Exit codes of what no restart mends: a wrong setting or version, and the token. The systemd unit names both."""
READING = "bot.wiring.readingjobs"
"""The module with the jobs that read uploads; only the reading processes import it."""


@dataclass(eq=False)
class StartFailed(Exception):
    """The process cannot start; `reason` is one clear line for the terminal."""

    reason: str
    exit_code: int = 1

    def __str__(self) -> str:
        return self.reason


async def open_or_fail(url: str, hooks: StoreHooks, checkpoints: Checkpoints | None = None) -> Store:
    """Open a database. Raises `StartFailed`."""
    try:
        return await open_store(url, checkpoints, hooks)
    except DatabaseInUse as error:
        raise StartFailed(Sentence("another process has the database {path} open", path=error.path)) from error
    except DatabaseUnusable as error:
        wrong = Sentence("the database {path} cannot be used: {reason}", path=error.path, reason=error.reason)
        raise StartFailed(wrong, MISCONFIGURED if isinstance(error, DatabaseNewer) else 1) from error


class Busy(Protocol):
    """The parts of a process, which say how busy its pools are."""

    @property
    def loads(self) -> Mapping[str, PoolLoad]:
        """How busy the pools of threads and connections are, by name."""


C = TypeVar("C", bound=Busy)


class Running(ABC, Generic[C]):
    """A process that starts, runs until it is told to stop, and then closes everything in reverse order."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ending = AsyncExitStack()
        self._measures: Measures = Measures()
        self.core: C | None = None
        self.monitoring: Monitoring | None = None

    async def _run(self, serve: Callable[[asyncio.Event], Awaitable[None]]) -> None:
        """Start, and serve until the process is told to stop. Raises `StartFailed`."""
        told_to_end = asyncio.Event()
        on_signals(told_to_end.set)
        await self.start()
        try:
            self._ending.enter_context(short_collections())
            await serve(told_to_end)
        finally:
            await self.stop()

    async def start(self) -> None:
        """Open everything and begin. Raises `StartFailed`, leaving nothing open."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    @abstractmethod
    async def _start(self) -> None:
        """Open everything and begin; what is open already is closed if this raises."""

    async def stop(self) -> None:
        """Close everything in reverse order; others go on at once with what was under way."""
        await self._ending.aclose()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._ending.push_async_callback(end_task, asyncio.create_task(work))

    def _measure(self, commands: Mapping[Asking, Collection[str]]) -> None:
        """Count what operators want to know, and watch how late the event loop is."""
        if self._settings.metrics:
            self._measures = PrometheusMeasures(commands, lambda: self.core.loads if self.core else {})
        watchdog = Watchdog(lagged=self._measures.lagged)
        watchdog.start()
        self._ending.callback(watchdog.stop)

    async def _serve_monitoring(self, store: Store, clock: Clock, is_ready: Callable[[], bool], lack: str) -> None:
        """Answer about this process where the settings say; `lack` says why it is not ready. Raises `StartFailed`."""
        address = self._settings.metrics
        if address is None:
            return
        assert isinstance(self._measures, PrometheusMeasures)
        made = Monitoring(
            address,
            self._measures,
            is_ready,
            lambda: store.meta.get("heartbeat"),
            lambda: store.counting.counts(DEAD_AFTER),
            clock.now,
            lack,
        )
        try:
            await made.start()
        except OSError as error:
            wrong = Sentence(
                "{setting}: {where} cannot be used ({reason})",
                setting=KEYS["metrics"],
                where=f"{address.host}:{address.port}",
                reason=reason_of(error),
            )
            raise StartFailed(wrong) from error
        self._ending.push_async_callback(made.close)
        self.monitoring = made


def read_own_words() -> None:
    """Read this installation's own word lists before anyone plays with them. Raises `StartFailed`."""
    try:
        own = check_own_lists()
        if any(info.own and is_graph(info.own.name) for info in own):
            _cache_graphs()
        for info in own:
            found = load_lexicon(info.name, load_language(info.language).alphabet, _tell_unfit)
            if not len(found):
                raise BadData(info.own.name if info.own else info.name, Sentence("has no words"))
            LOG.info("the dictionary %s is %s: %d words", info.name, info.own, len(found))
    except BadData as error:
        place = {"setting": LEXICONS_FOLDER, "file": error.where, "line": error.line, "reason": error.reason}
        if error.line:
            raise StartFailed(Sentence("{setting}: {file}, line {line}: {reason}", **place), MISCONFIGURED) from error
        raise StartFailed(Sentence("{setting}: {file}: {reason}", **place), MISCONFIGURED) from error
    except OSError as error:
        raise StartFailed(
            Sentence("{setting}: {reason}", setting=LEXICONS_FOLDER, reason=reason_of(error)), MISCONFIGURED
        ) from error


def _cache_graphs() -> None:
    """Have another process check the word graphs, since that takes the compiler, and cache them for this one."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool, suppress(BrokenProcessPool, EngineError):
        pool.submit(_load_graphs).result()


def _load_graphs() -> None:
    for info in check_own_lists():
        if info.own and is_graph(info.own.name):
            load_lexicon(info.name, load_language(info.language).alphabet)


def _tell_unfit(found: FoundWords) -> None:
    for fault in found.faults:
        LOG.warning("%s, line %d is left out: %s", fault.where, fault.line, fault.reason)
    LOG.warning("lines left out: %d", found.unfit)


def make_peers(store: Store, clock: Clock, kind: ProcessKind, measures: Measures | None = None) -> Peers:
    """The signs of life of this process, under a new id."""
    owner = f"{store.installation}-{os.getpid()}-{secrets.token_hex(4)}"
    return Peers(store.processes if store.is_shared else None, owner, kind, _version(), clock, measures)


@cache
def _version() -> str:
    try:
        return importlib.metadata.version("tilewright")
    except importlib.metadata.PackageNotFoundError:
        return ""


async def end_task(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait until it has ended."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def on_signals(stop: Callable[[], object]) -> None:
    """Call `stop` when the system tells the process to end."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no handlers on the loop; an interrupt ends it anyway
            loop.add_signal_handler(name, stop)
