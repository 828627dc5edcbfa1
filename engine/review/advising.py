"""The moves that a review of a turn would call best, before the turn is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.computer.analysing import analyse
from engine.computer.player import never
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.game.views import SeatView
from engine.model.tiles import Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.play.scoring import score
from engine.review.candidates import is_same
from engine.review.reviewing import EFFORT, Effort, judge_moment
from engine.review.turns import Act, ExchangedTiles, Moment, PassedTurn, PlacedTiles, ReviewedTurn, among_players
from engine.review.values import Move, MoveFigures

AT_SIGHT = 7
"""The level whose choice is looked at first."""
MOST_ADVISED = 4
"""Moves that are looked at before the best one so far is believed to be the best."""


def find_best(
    view: SeatView,
    seen: Mapping[int, Tiles],
    tools: ComputerTools,
    effort: Effort = EFFORT,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
) -> tuple[MoveFigures, ...]:
    """The best moves for the seat on turn, best first; empty if nothing can be played or exchanged.

    `seen` holds tiles on other racks that the seat has seen. A review compares the others with the move that was made,
    so one move after the other is taken for that, until a review calls the same one the best: it would find no mistake
    in it. Raises `ValueError` if the rack is hidden.
    """
    first = analyse(view, tools, AT_SIGHT)[0]
    made: Move = first.move if first else None
    found: tuple[MoveFigures, ...] = ()
    for _ in range(MOST_ADVISED):
        judged = judge_moment(as_made(made, view, seen), tools, effort, should_stop, run)
        found = judged.best if judged else ()
        if not found or found[0].proven or should_stop() or _is_the_same(found[0].move, made):
            break
        made = found[0].move
    return found


def as_made(move: Move, view: SeatView, seen: Mapping[int, Tiles]) -> Moment:
    """The moment as if the seat made the move."""
    decision = ReviewedTurn(0, view.seat, view.table.seats[view.seat].player, 0, 0)
    return among_players(Moment(decision, view, _act(move, view), seen))


def _act(move: Move, view: SeatView) -> Act:
    match move:
        case ScoredPlay(placement=placement):
            return PlacedTiles(placement, score(view.table.board, placement, view.table.variant))
        case ScoredExchange(tiles=tiles, score=points):
            return ExchangedTiles(tiles, points)
        case _:
            return PassedTurn(view.table.variant.pass_points)


def _is_the_same(one: Move, other: Move) -> bool:
    return one is other if one is None or other is None else is_same(one, other)
