"""What every kind of process needs to start and end: its errors, its id, its database, signals of the system."""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import os
import secrets
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.model.checkpoints import Checkpoints, NoCheckpoints
from bot.model.errors import DatabaseInUse, DatabaseNewer, DatabaseUnusable
from bot.model.measures import Measures
from bot.model.processes import ProcessKind
from bot.monitoring.metrics import PrometheusMeasures
from bot.monitoring.server import Monitoring
from bot.oserrors import reason_of
from bot.service.dictionaries import Dictionaries
from bot.service.ports import Clock
from bot.service.pulse import SILENT, Pulse
from bot.settings import KEYS, Address
from bot.store.opening import open_store
from bot.store.repositories import Store
from engine.errors import BadData, Sentence
from engine.game.state import Setup
from engine.loading import check_own_lists, load_language, load_lexicon
from engine.loading.lexicons import OWN
from engine.words.lexicon import Lexicon
from engine.words.textlist import FoundWords

LOG = logging.getLogger(__name__)
MISCONFIGURED, TOKEN_REFUSED = 2, 77
"""Exit codes of what no restart mends: a wrong setting or version, and the token. The systemd unit names both."""
READING = "bot.service.sandbox.jobs"
"""The module with the jobs that read uploads; only the reading processes import it."""


@dataclass(eq=False)
class StartFailed(Exception):
    """The process cannot start; `reason` is one clear line for the terminal."""

    reason: str
    exit_code: int = 1

    def __str__(self) -> str:
        return self.reason


async def open_or_fail(url: str, checkpoints: Checkpoints | None = None) -> Store:
    """Open a database. Raises `StartFailed`."""
    try:
        return await open_store(url, checkpoints or NoCheckpoints())
    except DatabaseInUse as error:
        raise StartFailed(Sentence("another process has the database {path} open", path=error.path)) from error
    except DatabaseUnusable as error:
        wrong = Sentence("the database {path} cannot be used: {reason}", path=error.path, reason=error.reason)
        raise StartFailed(wrong, MISCONFIGURED if isinstance(error, DatabaseNewer) else 1) from error


async def serve_monitoring(
    address: Address, measures: PrometheusMeasures, store: Store, clock: Clock, is_ready: Callable[[], bool], lack: str
) -> Monitoring:
    """Answer about this process at an address; `lack` says why it is not ready. Raises `StartFailed`."""
    made = Monitoring(
        address,
        measures,
        is_ready,
        lambda: store.meta.get("heartbeat"),
        lambda: store.counting.counts(SILENT),
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
    return made


def read_own_words() -> None:
    """Read this installation's own word lists before anyone plays with them. Raises `StartFailed`."""
    try:
        for info in check_own_lists():
            found = load_lexicon(info.name, load_language(info.language).alphabet, _tell_unfit)
            if not len(found):
                raise BadData(info.own.name if info.own else info.name, Sentence("has no words"))
            LOG.info("the dictionary %s is %s: %d words", info.name, info.own, len(found))
    except BadData as error:
        place = {"setting": OWN, "file": error.where, "line": error.line, "reason": error.reason}
        if error.line:
            raise StartFailed(Sentence("{setting}: {file}, line {line}: {reason}", **place), MISCONFIGURED) from error
        raise StartFailed(Sentence("{setting}: {file}: {reason}", **place), MISCONFIGURED) from error
    except OSError as error:
        raise StartFailed(
            Sentence("{setting}: {reason}", setting=OWN, reason=reason_of(error)), MISCONFIGURED
        ) from error


def _tell_unfit(found: FoundWords) -> None:
    for fault in found.faults:
        LOG.warning("%s, line %d is left out: %s", fault.where, fault.line, fault.reason)
    LOG.warning("lines left out: %d", found.unfit)


def make_pulse(store: Store, clock: Clock, kind: ProcessKind, measures: Measures | None = None) -> Pulse:
    """The signs of life of this process, under a new id."""
    owner = f"{store.installation}-{os.getpid()}-{secrets.token_hex(4)}"
    return Pulse(store.processes if store.is_shared else None, owner, kind, _version(), clock, measures)


def _version() -> str:
    try:
        return importlib.metadata.version("tilewright")
    except importlib.metadata.PackageNotFoundError:
        return ""


def lexicon_getter(dictionaries: Dictionaries) -> Callable[[Setup], Lexicon]:
    """How a thinking thread gets a lexicon that the event loop manages."""
    loop = asyncio.get_running_loop()
    return lambda setup: asyncio.run_coroutine_threadsafe(dictionaries.lexicon(setup), loop).result()


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
