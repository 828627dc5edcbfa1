"""Work for an engine process, as values: what the bot asks for, how it is done, and what is answered."""

from __future__ import annotations

import io
import pickle
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bot.model.errors import EngineFailed
from engine import jit
from engine.computer.simulating import Run
from engine.computer.tools import Candidate, ComputerTools, Luck, Report, ignore
from engine.game.commands import Command
from engine.game.events import Event
from engine.game.state import HintKind, Setup
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.levels import SearchPart
from engine.model.tiles import Alphabet, Tiles
from engine.model.variant import Variant
from engine.review.hints import Hint
from engine.words.lexicon import Lexicon, LexiconId

if TYPE_CHECKING:
    from engine.duplicate.rounds import RoundMoves, VowelLetters
    from engine.review.reviewing import Effort


T_co = TypeVar("T_co", covariant=True)
WORDS_DRAWN = 5
"""Words drawn in search of one that was not hinted before."""


@dataclass(frozen=True, slots=True)
class Means:
    """What work is done with. It ends early when `should_stop` says so, and may spread over threads by `run`."""

    tools: ComputerTools
    should_stop: Callable[[], bool]
    run: Run
    report: Report


class Work(Protocol[T_co]):
    """A piece of work. What it returns is plain data or values of the engine."""

    def do(self, means: Means, /) -> T_co:
        """The result."""


class Viewing(Work[T_co], Protocol[T_co]):
    """Work on the position that a seat sees."""

    @property
    def view(self) -> SeatView:
        """What the seat sees."""


@dataclass(frozen=True, slots=True)
class ChooseMove:
    """Choosing what the computer player in a seat does; in a server for families it plays no coarse words."""

    view: SeatView
    family: bool

    def do(self, means: Means, /) -> Command:
        """The command, with its turn number."""
        from engine.computer.player import choose

        tools, without = _fit(means.tools, self.family), frozenset(() if jit.is_enabled() else SearchPart)
        return choose(self.view, tools, means.should_stop, means.report, run=means.run, without=without)


@dataclass(frozen=True, slots=True)
class FindHint:
    """Finding a hint of a kind for a seat, after those `taken` in this position.

    `seen` holds tiles on other racks that the seat has seen.
    """

    view: SeatView
    kind: HintKind
    taken: int
    family: bool
    seen: Mapping[int, Tiles] = field(default_factory=dict)

    def do(self, means: Means, /) -> tuple[Hint | None, bool]:
        """The next hint, None if nothing can be played; the last one, and True, if there is no other."""
        if different := DIFFERENT.get(self.kind):
            one = self._find(means, min(self.taken, different - 1))
            return one, one is not None and self.taken >= different
        found: list[Hint | None] = []
        for number in range(self.taken + WORDS_DRAWN):
            one = self._find(means, number)
            if one not in found:
                found.append(one)
            if one is None or len(found) > self.taken:
                return one, False
        return found[-1], True

    def _find(self, means: Means, number: int) -> Hint | None:
        from engine.review.hints import hint

        stop = means.should_stop if jit.is_enabled() else None
        return hint(self.view, _fit(means.tools, self.family), self.kind, number, stop, means.run, self.seen)


DIFFERENT = {HintKind.NUDGE: 2, HintKind.BEST: 1}
"""How many hints of a kind differ in one position: a nudge tells the line and then the length; words are many."""


@dataclass(frozen=True, slots=True)
class GradeTurn:
    """Grading a turn of a finished game, by its number from 1. `effort` is the analyser's own measure if None."""

    events: Sequence[Event]
    number: int
    effort: Effort | None = None

    def do(self, means: Means, /) -> str:
        """The review of the turn, as JSON."""
        from engine.review import jsonform
        from engine.review.reviewing import EFFORT, review_turn

        effort = self.effort or EFFORT
        return jsonform.to_json(
            review_turn(self.events, self.number, means.tools, effort, means.should_stop, means.run)
        )


@dataclass(frozen=True, slots=True)
class FindPuzzle:
    """Looking for a puzzle in a position of a finished game, by its number from 1."""

    events: Sequence[Event]
    number: int

    def do(self, means: Means, /) -> str | None:
        """The puzzle's line; None if there is none, or the time was too short to be sure."""
        from engine.puzzles import values
        from engine.puzzles.making import from_turn, to_solve

        puzzle = from_turn(to_solve(self.events)[self.number - 1], means.tools, means.should_stop)
        return values.write(puzzle) if puzzle else None


@dataclass(frozen=True, slots=True)
class FindMoves:
    """Finding the best moves of a position, `ahead` by simulation; see `engine.analysis.positions.find_moves`."""

    view: SeatView
    ahead: bool

    def do(self, means: Means, /) -> Sequence[Candidate | None]:
        """The moves, best first; None is a pass."""
        from engine.analysis.positions import find_moves

        return find_moves(self.view, means.tools, ahead=self.ahead, should_stop=means.should_stop, run=means.run)


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """Moving as a computer player of a level."""

    view: SeatView
    level: int

    def do(self, means: Means, /) -> Command:
        """The move."""
        from engine.analysis.positions import answer

        return answer(self.view, means.tools, self.level, means.should_stop, means.run)


@dataclass(frozen=True, slots=True)
class FindTop:
    """Finding the top of a round of duplicate, and what computer players of some levels answer.

    At most `most` tiles of the rack are played. `luck` decides what the weaker players see.
    """

    board: Board
    rack: Tiles
    most: int
    letters: VowelLetters
    levels: tuple[int, ...]
    luck: Luck

    def do(self, means: Means, /) -> RoundMoves:
        """The top and the answers."""
        from engine.duplicate.rounds import find

        return find(means.tools, self.board, self.rack, self.most, self.letters, self.levels, self.luck)


def _fit(tools: ComputerTools, family: bool) -> ComputerTools:
    return tools.mild() if family else tools


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
    """A job that is ordered once. Those who ordered it may hurry it, even before it begins."""

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
        """Tell those who still wait."""
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
