"""What the bot asks engine processes for, and what they answer."""

from __future__ import annotations

import io
import pickle
from asyncio import Future
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from bot.engines.works import ComputerMove, FindMoves, FindPuzzle, GradeTurn, Work
from bot.model.errors import EngineFailed
from engine.computer.candidates import Report, ignore
from engine.game.state import Setup
from engine.model.alphabet import Alphabet
from engine.model.variant import Variant
from engine.words.lexicon import Lexicon
from engine.words.wordlist import LexiconId

T = TypeVar("T")

LANES = 16
"""Jobs for which somebody waits that a process does at once: they share the cores in slices of some milliseconds."""
JOB_SHARE = 12
"""How many of these may be for one person or server, or for the clocks of games."""
MEMORY = 1536 * 1024 * 1024
"""Bytes of address space that a process may take beyond what it needs to start."""
MOST_ANSWER = 1024 * 1024
"""The most bytes of an answer."""
LEXICONS_KEPT = 4
"""Lexicons whose words and tables stay in a process."""
BEAT_SECONDS = 0.5
"""Seconds between signs of life."""
ENGINE = "engine"


class Waits(IntEnum):
    """Who waits for a job, the most urgent first."""

    SOMEBODY = 0
    """A person, now."""
    CLOCK = 1
    """A game."""
    NOBODY = 2


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Work with the tools of a game, which ends by itself after some seconds of thinking."""

    work: Work[T]
    setup: Setup
    seconds: float
    waits: Waits

    @property
    def looks_ahead(self) -> bool:
        """Whether plain Python would take far too long for it."""
        return isinstance(self.work, GradeTurn | FindPuzzle | FindMoves | ComputerMove)


@dataclass(frozen=True, slots=True)
class WorkResult(Generic[T]):
    """What work returned, and the seconds that it took."""

    value: T
    seconds: float


class Order(Generic[T]):
    """A job that is ordered once. Whoever ordered it may hurry it, even before it begins."""

    def __init__(self, job: Job[T], report: Report = ignore) -> None:
        self.job = job
        self.report = report
        self.is_hurried = False
        self.on_hurry: Callable[[], object] = lambda: None

    def hurry(self) -> None:
        """Take the best that is found so far, at once."""
        self.is_hurried = True
        self.on_hurry()


@dataclass(frozen=True, slots=True)
class LexiconKey:
    """A lexicon by its name and identity, without its words."""

    name: str
    alphabet: Alphabet
    id: LexiconId


@dataclass(frozen=True, slots=True)
class WorkRequest:
    """An order as a process gets it: for whom, and with which words; those are sent only on demand."""

    work: Work[Any]
    variant: Variant
    named: LexiconKey
    words: Lexicon | None
    seconds: float
    waits: Waits
    key: str
    reports: bool


@dataclass(eq=False)
class Ticket:
    """An order on its way to an answer.

    `losses` counts the processes that ended while they did it, `falls` those that it may itself have felled: they
    crashed, or it took too long or lacked memory. `beats` is how long the present one has had it.
    """

    order: Order[Any]
    lexicon: Lexicon
    key: str
    future: Future[WorkResult[Any]]
    losses: int = 0
    falls: int = 0
    beats: int = 0
    has_begun: bool = False
    has_lacked_memory: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is to be done with as little memory as possible."""
        return self.has_lacked_memory and not self.order.job.looks_ahead

    @property
    def named(self) -> LexiconKey:
        """The words that it needs."""
        return LexiconKey(self.lexicon.name, self.lexicon.alphabet, self.lexicon.id)

    def request(self, *, with_words: bool) -> bytes:
        """The order as bytes for a process."""
        job, words = self.order.job, self.lexicon if with_words else None
        reports = self.order.report is not ignore
        request = WorkRequest(job.work, job.setup.variant, self.named, words, job.seconds, job.waits, self.key, reports)
        return pickle.dumps(request, pickle.HIGHEST_PROTOCOL)

    def answer(self, value: object, seconds: float) -> None:
        """Hand over what was found, if anybody still waits."""
        if not self.future.done():
            self.future.set_result(WorkResult(value, seconds))

    def fail(self, error: Exception) -> None:
        """Tell whoever still waits."""
        if not self.future.done():
            self.future.set_exception(error)


def read_value(data: bytes) -> Any:
    """The value that a process sent. Raises `EngineFailed` for anything but values of the engine."""
    try:
        return _EngineValues(io.BytesIO(data)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError) as error:
        raise EngineFailed from error


class _EngineValues(pickle.Unpickler):
    """Reads values of the engine's classes, and nothing else that could run code in the bot."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of a value. Raises `UnpicklingError` for anything else."""
        found = super().find_class(module, name) if module.partition(".")[0] == ENGINE else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no value of the engine")
        return found
