"""Work for an engine process, as values, and how it is done with the tools of a variant and dictionary.

While the kernels are not compiled, a process does it in plain Python, without looking ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine import jit
from engine.computer.candidates import Candidate, Report
from engine.computer.luck import Luck
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.game.commands import Command
from engine.game.events import Event
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.model.board import Board
from engine.model.levels import SearchPart
from engine.model.tiles import Tiles
from engine.review.hints import Hint

if TYPE_CHECKING:
    from engine.duplicate.racks import Letters
    from engine.duplicate.tops import RoundMoves
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
        from engine.puzzles import text
        from engine.puzzles.making import from_turn, to_solve

        puzzle = from_turn(to_solve(self.events)[self.number - 1], means.tools, means.should_stop)
        return text.write(puzzle) if puzzle else None


@dataclass(frozen=True, slots=True)
class FindMoves:
    """Finding the best moves of a position, `ahead` by simulation; see `engine.analysis.thinking.find_moves`."""

    view: SeatView
    ahead: bool

    def do(self, means: Means, /) -> Sequence[Candidate | None]:
        """The moves, best first; None is a pass."""
        from engine.analysis.thinking import find_moves

        return find_moves(self.view, means.tools, ahead=self.ahead, should_stop=means.should_stop, run=means.run)


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """Moving as a computer player of a level."""

    view: SeatView
    level: int

    def do(self, means: Means, /) -> Command:
        """The move."""
        from engine.analysis.thinking import answer

        return answer(self.view, means.tools, self.level, means.should_stop, means.run)


@dataclass(frozen=True, slots=True)
class FindTop:
    """Finding the top of a round of duplicate, and what computer players of some levels answer.

    At most `most` tiles of the rack are played. `luck` decides what the weaker players see.
    """

    board: Board
    rack: Tiles
    most: int
    letters: Letters
    levels: tuple[int, ...]
    luck: Luck

    def do(self, means: Means, /) -> RoundMoves:
        """The top and the answers."""
        from engine.duplicate.tops import find

        return find(means.tools, self.board, self.rack, self.most, self.letters, self.levels, self.luck)


def _fit(tools: ComputerTools, family: bool) -> ComputerTools:
    return tools.mild() if family else tools
