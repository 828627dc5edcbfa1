"""Engines for tests: what a function says in place of a process, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from bot.engines.orders import Job, Order, WorkResult
from bot.engines.pool import EnginePool, LexiconFinder
from bot.engines.works import ChooseMove, FindHint, FindPuzzle, FindTop, GradeTurn
from bot.model.errors import EngineFailed
from bot.service.computers import MOVE_SECONDS
from engine.computer.candidates import Report, ignore
from engine.duplicate.tops import RoundMoves
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.model.coordinates import Cell, Direction
from engine.puzzles import text
from engine.puzzles.values import Puzzle
from engine.review import jsonform
from engine.review.hints import Hint, LookForLength
from engine.review.values import TurnReview

Stop = Callable[[], bool]
Thinker = Callable[[SeatView, Stop, Report, bool], cmd.Command]
"""Chooses a command for a seat; the last argument says that it is for families."""
Grader = Callable[[Sequence[Event], Setup, int, Stop], TurnReview | None]
Finder = Callable[[Sequence[Event], Setup, int, Stop], Puzzle | None]
Hinter = Callable[[FindHint], tuple[Hint | None, bool]]
Topper = Callable[[FindTop, Setup], RoundMoves]


def passes(view: SeatView, should_stop: Stop, report: Report = ignore, family: bool = True) -> cmd.Command:
    """A computer player that passes."""
    return cmd.Pass(view.table.seats[view.seat].player.id, view.table.turn)


def told_at_once(_: FindHint) -> tuple[Hint | None, bool]:
    """A hint that needs no search."""
    return LookForLength(3, 3, Cell(7, 7), Direction.ACROSS), False


@dataclass(frozen=True)
class StandIns:
    """Functions that answer in place of the engine; None leaves a kind of work to real processes."""

    thinker: Thinker | None = None
    grader: Grader | None = None
    finder: Finder | None = None
    hinter: Hinter | None = None
    topper: Topper | None = None

    def __call__(self, lexicon: LexiconFinder | None = None, size: int = 1) -> Standing:
        """The engines."""
        return Standing(self, lexicon or _none)


async def _none(_: Setup) -> Any:
    raise AssertionError("no words are needed")


class Standing(EnginePool):
    """Real processes, but for what stands in for them."""

    def __init__(self, instead: StandIns, lexicon: LexiconFinder) -> None:
        super().__init__(lexicon)
        self._instead = instead
        self._threads = ThreadPoolExecutor(64, "instead")

    async def do(self, order: Order[Any]) -> WorkResult[Any]:
        """As `EnginePool.do`."""
        gone, end = threading.Event(), monotonic() + order.job.seconds
        limited = order.job.seconds < MOVE_SECONDS

        def should_stop() -> bool:
            return order.is_hurried or gone.is_set() or (limited and monotonic() > end)

        call = self._call(order, should_stop)
        if call is None:
            super().warm()
            return await super().do(order)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, _timed, call)
        finally:
            gone.set()

    def warm(self) -> None:
        """Start nothing unless something is left to real processes."""
        if None in (self._instead.thinker, self._instead.hinter):
            super().warm()

    async def close(self) -> None:
        """As `EnginePool.close`."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await super().close()

    def _call(self, order: Order[Any], should_stop: Stop) -> Callable[[], Any] | None:
        job, one = order.job, self._instead
        match job.work:
            case ChooseMove(view, family) if one.thinker:
                return partial(one.thinker, view, should_stop, order.report, family)
            case FindHint() as work if one.hinter:
                return partial(one.hinter, work)
            case FindTop() as work if one.topper:
                return partial(one.topper, work, job.setup)
            case GradeTurn(events, number) if one.grader:
                return partial(_graded, one.grader, events, job, number, should_stop)
            case FindPuzzle(events, number) if one.finder:
                return partial(_found, one.finder, events, job, number, should_stop)
        return None


def _timed(call: Callable[[], Any]) -> WorkResult[Any]:
    begun = monotonic()
    try:
        value = call()
        return WorkResult(value, monotonic() - begun)
    except MemoryError as error:
        raise EngineFailed(lacks_memory=True) from error


def _graded(grader: Grader, events: Sequence[Event], job: Job[Any], number: int, stop: Stop) -> str:
    review = grader(events, job.setup, number, stop)
    assert review
    return jsonform.to_json(review)


def _found(finder: Finder, events: Sequence[Event], job: Job[Any], number: int, stop: Stop) -> str | None:
    puzzle = finder(events, job.setup, number, stop)
    return text.write(puzzle) if puzzle else None


def always(lexicon: Any) -> LexiconFinder:
    """Finds the same lexicon for every game."""

    async def find(_: Setup) -> Any:
        return lexicon

    return find
