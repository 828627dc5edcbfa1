"""The engine's long pieces of work, as values that another process can do.

Each is done with the tools of a variant and dictionary, until told to stop; simulations may spread over threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from engine.computer.candidates import Candidate
from engine.computer.simulating import Run
from engine.computer.tools import Tools
from engine.game.commands import Command
from engine.game.events import Event
from engine.game.views import SeatView
from engine.model.alphabet import Alphabet
from engine.model.variant import Variant
from engine.words.lexicon import Lexicon
from engine.words.wordlist import LexiconId

if TYPE_CHECKING:
    from engine.review.reviewing import Effort

T_co = TypeVar("T_co", covariant=True)
Stop = Callable[[], bool]


class EngineWork(Protocol[T_co]):
    """A piece of work. What it returns is plain data or values of the engine."""

    def do(self, tools: Tools, should_stop: Stop, run: Run, /) -> T_co:
        """The result."""
        ...


@dataclass(frozen=True, slots=True)
class Grade:
    """Grading a turn of a finished game, by its number from 1. `effort` is the analyser's own measure if None."""

    events: Sequence[Event]
    number: int
    effort: Effort | None = None

    def do(self, tools: Tools, should_stop: Stop, run: Run, /) -> str:
        """The review of the turn, as JSON."""
        from engine.review import jsonform
        from engine.review.reviewing import EFFORT, review_turn

        effort = self.effort or EFFORT
        return jsonform.to_json(review_turn(self.events, self.number, tools, effort, should_stop, run))


@dataclass(frozen=True, slots=True)
class FindPuzzle:
    """Looking for a puzzle in a position of a finished game, by its number from 1."""

    events: Sequence[Event]
    number: int

    def do(self, tools: Tools, should_stop: Stop, _: Run, /) -> str | None:
        """The puzzle's line; None if there is none, or the time was too short to be sure."""
        from engine.puzzles import text
        from engine.puzzles.making import from_turn, to_solve

        puzzle = from_turn(to_solve(self.events)[self.number - 1], tools, should_stop)
        return text.write(puzzle) if puzzle else None


@dataclass(frozen=True, slots=True)
class FindMoves:
    """Finding the best moves of a position, `ahead` by simulation; see `engine.analysis.thinking.find_moves`."""

    view: SeatView
    ahead: bool

    def do(self, tools: Tools, should_stop: Stop, run: Run, /) -> Sequence[Candidate | None]:
        """The moves, best first; None is a pass."""
        from engine.analysis.thinking import find_moves

        return find_moves(self.view, tools, ahead=self.ahead, should_stop=should_stop, run=run)


@dataclass(frozen=True, slots=True)
class Answer:
    """Moving as a computer player of a level."""

    view: SeatView
    level: int

    def do(self, tools: Tools, should_stop: Stop, run: Run, /) -> Command:
        """The move."""
        from engine.analysis.thinking import answer

        return answer(self.view, tools, self.level, should_stop, run)


@dataclass(frozen=True, slots=True)
class Named:
    """A lexicon by its name and identity, without its words."""

    name: str
    alphabet: Alphabet
    id: LexiconId


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """Work with the tools of a variant and lexicon, for at most some seconds; `words` are sent only on demand."""

    variant: Variant
    named: Named
    words: Lexicon | None
    work: EngineWork[Any]
    seconds: float
