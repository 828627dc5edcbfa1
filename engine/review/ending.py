"""The exact endgame: the best move, and what the move that was made and the next best ones lead to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from engine.computer.endgame import Search, Solved
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.computer.weighing import weigh
from engine.game.views import SeatView
from engine.model.tiles import Tiles
from engine.play.generator.kernels.layout import FIELDS, Table
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.review.candidates import STRONGEST, Field, is_same, is_valid, record_of

MOST_PLAYS = 1000
"""The most plays that are searched, those worth most at a glance; hardly any position has more."""

OTHERS, LITTLE = 3, 12
"""The most moves besides the best and the one made whose leads are searched, and the share of the work for each."""


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A move and the lead at the end of the game after it; `exact` says that this is proven."""

    move: ScoredPlay | ScoredExchange
    lead: int
    exact: bool


@dataclass(frozen=True, slots=True)
class EndgameMoves:
    """The moves whose leads are known, best first, and the move made.

    `exact` says that the best lead of all moves is proven too. The move made is among `best` only if it is valid.
    """

    best: tuple[SolvedMove, ...]
    played: SolvedMove
    exact: bool


def at_most(times: int, should_stop: Callable[[], bool]) -> Callable[[], bool]:
    """Says stop after so many answers, or when the other does."""
    answers = count()
    return lambda: next(answers) >= times or should_stop()


def search_ending(
    found: Field,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    slices: int,
    should_stop: Callable[[], bool],
    run: Run = map,
) -> EndgameMoves:
    """What the moves with an empty pool lead to, with at most `slices` of work each for the best and the one made.

    `run` may search for both at the same time.
    """
    plays, records, whole = _plays(found, view, rack, tools)
    made = found.moves[found.played].move
    nothing = next((one.move for one in found.moves if isinstance(one.move, ScoredExchange)), None)
    moves: list[ScoredPlay | ScoredExchange] = [*plays, nothing or ScoredExchange(Tiles(), 0, 0.0, rack)]

    def work(which: int) -> Solved:
        search = _only(made, view, rack, tools) if which else Search.of(view, rack, tools, records, whole=whole)
        return search.solve(1 if which else len(moves), at_most(slices, should_stop))

    solved, alone = run(work, range(2))
    own = _ended(made, alone, view, rack, tools)
    played = next((place for place, move in enumerate(moves) if is_same(move, made)), len(moves))
    ended = {played: own}
    if solved.lead is not None and not (solved.first == played and own.exact):
        ended[solved.first] = SolvedMove(moves[solved.first], solved.lead, solved.exact)
    others = _others(solved, ended)

    def look(place: int) -> SolvedMove:
        return _after(moves[place], view, rack, tools, at_most(slices // LITTLE, should_stop))

    ended |= dict(zip(others, run(look, others), strict=True))
    ended = {place: _bounded(one, solved) for place, one in ended.items()}
    best = [ended[place] for place in ended if place < len(moves)]
    return EndgameMoves(tuple(sorted(best, key=lambda one: -one.lead)), ended[played], solved.exact)


def _bounded(one: SolvedMove, solved: Solved) -> SolvedMove:
    """A move with its lead; an estimate may not exceed the best lead, for which all moves were compared."""
    if one.exact or solved.lead is None:
        return one
    return replace(one, lead=min(one.lead, solved.lead))


def _others(solved: Solved, ended: dict[int, SolvedMove]) -> list[int]:
    return [place for place in solved.order if place not in ended][:OTHERS]


def _plays(found: Field, view: SeatView, rack: Tiles, tools: ComputerTools) -> tuple[list[ScoredPlay], Table, bool]:
    """The plays that may be called best, most promising first, their records, and whether there are no others."""
    weighed = weigh(view, rack, tools, STRONGEST, found.luck)
    places = [i for i in weighed.order[:MOST_PLAYS] if is_valid(weighed.plays[i], view, tools)]
    return [weighed.plays[i] for i in places], weighed.plays.records[places], len(weighed.plays) == len(places)


def _after(
    move: ScoredPlay | ScoredExchange,
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    should_stop: Callable[[], bool],
) -> SolvedMove:
    """What one move leads to; looks at least one move ahead, even when it should stop."""
    return _ended(move, _only(move, view, rack, tools).solve(1, should_stop), view, rack, tools)


def _ended(
    move: ScoredPlay | ScoredExchange, solved: Solved, view: SeatView, rack: Tiles, tools: ComputerTools
) -> SolvedMove:
    """What one move leads to by a search of it alone; looks one move ahead if that had to stop before."""
    if solved.lead is None:
        solved = _only(move, view, rack, tools).solve(1, at_most(1, lambda: False))
    assert solved.lead is not None
    return SolvedMove(move, solved.lead, solved.exact)


def _only(move: ScoredPlay | ScoredExchange, view: SeatView, rack: Tiles, tools: ComputerTools) -> Search:
    """The search of a position in which the seat on turn makes one given move."""
    rows = [record_of(move, rack, tools)] if isinstance(move, ScoredPlay) else []
    records = np.array(rows, np.int64).reshape(-1, FIELDS)
    return Search.of(view, rack, tools, records, whole=False, passing=not rows)
