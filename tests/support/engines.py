"""Computer players and engines for tests, which say what a function says."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Any

from bot.engines.pool import EnginePool, LexiconFinder
from bot.engines.works import ChooseMove, FindHint, FindPuzzle, FindTop, GradeTurn, Job, Order, WorkResult
from bot.model.errors import EngineFailed
from bot.service.deadlines import MOVE_SECONDS
from engine.computer.player import choose
from engine.computer.tools import ComputerTools, Report, ignore
from engine.duplicate.rounds import RoundMoves
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.phases import FinalPass, Turn
from engine.game.state import Setup
from engine.game.views import SeatView, seat_view
from engine.loading.computers import load_tools
from engine.model.board import Cell, Direction
from engine.model.rules import Rules
from engine.model.tiles import Word
from engine.puzzles import values
from engine.puzzles.values import Puzzle
from engine.review import jsonform
from engine.review.hints import Hint, LookForLength
from engine.review.values import TurnReview
from engine.words.lexicon import Lexicon
from tests.support import diagram
from tests.support.games import NO_UNDO, STANDARD, Table, check_invariants, check_tiles, rack
from tests.support.words import english


@functools.cache
def tools() -> ComputerTools:
    """The tools of computer players for the standard English game."""
    return load_tools(STANDARD, english())


@dataclass(frozen=True)
class WordsOf:
    """The words of a lexicon, as a judge."""

    lexicon: Lexicon

    def __contains__(self, word: Word) -> bool:
        return self.lexicon.contains(word)


def table(rules: Rules = NO_UNDO, names: tuple[str, ...] = ("ada", "bruno"), seed: int = 1) -> Table:
    """A lobby whose words are judged by the English lexicon."""
    opened = Table(rules, names=names, seed=seed)
    opened.words = WordsOf(english())  # type: ignore[assignment]
    return opened


def view_of(board: str, held: str, pool: int = 50, rules: Rules = NO_UNDO, turn: int = 1, opened: int = 7) -> SeatView:
    """The view of seat 0, on turn, of a board drawn as a diagram."""
    game = table(rules).start().game
    view = seat_view(game, 0)
    seats = view.table.seats
    drawn = replace(
        view.table,
        board=diagram.read(board, STANDARD),
        pool=pool,
        turn=turn,
        opened=opened,
        phase=Turn(0, 0),
        seats=(replace(seats[0], tiles=len(held)), seats[1]),
        latest=None,
    )
    return SeatView(drawn, 0, rack(held))


def play_out(opened: Table, levels: tuple[int, ...]) -> Table:
    """Plays a started game to its end, each seat at its level, checking after each turn that no tile was lost.

    At the end, the journal replays to the live state.
    """
    while isinstance(opened.game.phase, Turn | FinalPass):
        phase = opened.game.phase
        seat = phase.seat if isinstance(phase, Turn) else phase.waiting[0]
        opened.do(choose(seat_view(opened.game, seat), tools(), after(2), strength=levels[seat]))
        check_tiles(opened.game)
    check_invariants(opened)
    return opened


def after(count: int) -> Callable[[], bool]:
    """Tells a player to stop when it asks for the nth time, so that no test depends on a clock."""
    asked = iter(range(count))
    return lambda: next(asked, None) is None


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
    return values.write(puzzle) if puzzle else None


def always(lexicon: Any) -> LexiconFinder:
    """Find the same lexicon for every game."""

    async def find(_: Setup) -> Any:
        return lexicon

    return find
