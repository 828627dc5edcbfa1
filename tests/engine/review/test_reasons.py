"""Reasons are true of the position that they are given for."""

from __future__ import annotations

import pytest

from engine.game.views import SeatView
from engine.model.coordinates import STANDARD as AS_WRITTEN
from engine.model.coordinates import Cell
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.play.notation import read_move
from engine.play.placement import resolve
from engine.play.scoring import score
from engine.review import values as v
from engine.review.reasons import lanes, reason_for
from engine.review.turns import Moment, PassedTurn, ReviewedTurn
from tests.support.computers import view_of
from tests.support.games import STANDARD, tiles

MIDDLE = "\n" * 7 + ".......CARE"


def moment(view: SeatView) -> Moment:
    return Moment(ReviewedTurn(1, 0, view.table.seats[0].player, 3, 4), view, PassedTurn())


def play(
    view: SeatView, move: str, kept: float = 0.0, win: float | None = 0.5, *, proven: bool = False
) -> v.MoveFigures:
    """A play with its real score and leave, and a given value of the leave."""
    assert isinstance(view.rack, KnownRack)
    placement = resolve(read_move(move, STANDARD, AS_WRITTEN), view.table.board, view.rack, STANDARD)
    points = score(view.table.board, placement, STANDARD).total
    found = ScoredPlay(placement, points, points + kept, view.rack.tiles - placement.used)
    return v.MoveFigures(found, points, win, 0.0, points + kept, proven=proven)


def swap(held: str, leave: str) -> v.MoveFigures:
    return v.MoveFigures(ScoredExchange(tiles(held), 0, 0.0, tiles(leave)), 0, 0.5, 0.0, 0.0)


PASS = v.MoveFigures(None, 0, 0.5, 0.0, 0.0)


def test_more_points() -> None:
    view = view_of(MIDDLE, "STDEEON")
    made, better = play(view, "8H CARED"), play(view, "L8 STONED")
    ahead = better.score - made.score
    assert ahead > 4
    assert reason_for(moment(view), better, made, ahead) == v.MorePoints(ahead)


def test_a_better_leave_names_both() -> None:
    view = view_of(MIDDLE, "STDEEON")
    best, made = play(view, "8H CARED", kept=9.0), play(view, "8H CARES", kept=-4.0)
    assert reason_for(moment(view), best, made, 14.0) == v.BetterLeave(tiles("STEEON"), tiles("TDEEON"), 13.0)


def test_bingos_exchanges_and_plays_instead_of_them() -> None:
    view = view_of(MIDDLE, "STDEEON")
    few = play(view, "8H CARED")
    bingo = play(view_of("", "AEINRST"), "8D NASTIER")
    assert reason_for(moment(view), bingo, few, 50.0) == v.Bingo(50)
    assert reason_for(moment(view), swap("DO", "STEEN"), few, 5.0) == v.BetterExchange(tiles("DO"), Tiles())
    assert reason_for(moment(view), swap("DO", "STEEN"), swap("D", "STEEON"), 5.0) == v.BetterExchange(
        tiles("DO"), tiles("D")
    )
    assert reason_for(moment(view), few, PASS, 5.0) == v.PlaysOn(few.score)
    assert reason_for(moment(view), few, swap("D", "STEEON"), 5.0) == v.PlaysOn(few.score)
    assert reason_for(moment(view), PASS, few, 1.0) is None


def test_a_premium_square_that_only_the_move_made_opens() -> None:
    """H4 brings the triple word at H1 within three squares, G7 does not."""
    view = view_of(MIDDLE, "ABDELST")
    assert lanes(view.table.board) == {Cell(7, 14)}
    made, best = play(view, "H4 ABLEC"), play(view, "G7 AB")
    assert isinstance(made.move, ScoredPlay)
    assert lanes(made.move.placement.on(view.table.board)) == {Cell(0, 7), Cell(7, 14)}
    assert reason_for(moment(view), best, made, 12.0) == v.OpensLane(Cell(0, 7), 3)


def test_a_premium_square_that_the_best_move_takes() -> None:
    """It is the reason only if the points alone do not explain the loss."""
    view = view_of(MIDDLE, "DSTLESN")
    best, made = play(view, "8H CARELESS"), play(view, "G7 ED")
    ahead = best.score - made.score
    assert reason_for(moment(view), best, made, ahead) == v.MorePoints(ahead)
    assert reason_for(moment(view), best, made, 3.0 * ahead) == v.BlocksLane(Cell(7, 14), 3)


@pytest.mark.parametrize(("pool", "expected"), [(3, v.EmptiesPool()), (4, v.GetsRidOf(tiles("Q").items[0]))])
def test_the_last_tiles_of_the_pool(pool: int, expected: v.Reason) -> None:
    """With three tiles in the pool, the best move draws them all; with four, it at least plays the Q."""
    view = view_of(MIDDLE, "QIDNEST", pool=pool)
    best, made = play(view, "K8 EQID"), play(view, "8H CARED")
    assert reason_for(moment(view), best, made, 100.0) == expected


def test_leaving_a_tile_in_the_pool() -> None:
    view = view_of(MIDDLE, "DINEEST", pool=2)
    best, made = play(view, "8H CARED"), play(view, "K8 EDE")
    assert reason_for(moment(view), best, made, 30.0) == v.LeavesPool(1)


def test_endings_by_what_they_end_with() -> None:
    """The win comes first, then going out, then points now or at the end; a loss of nothing has no reason."""
    view = view_of(MIDDLE, "DS", pool=0)
    out, stays = play(view_of(MIDDLE, "D", pool=0), "8H CARED"), play(view, "8H CARED")
    other = play(view, "8H CARES")
    won = play(view, "8H CARED", win=1.0, proven=True)
    lost = play(view, "8H CARES", win=0.0, proven=True)
    assert reason_for(moment(view), won, lost, 3.0) == v.WinsGame()
    assert reason_for(moment(view), out, other, 3.0) == v.GoesOut(view.unseen.points)
    assert reason_for(moment(view), stays, other, 2.0) == v.MorePoints(stays.score - other.score)
    assert reason_for(moment(view), stays, other, 8.0) == v.EndsBetter(8)
    assert reason_for(moment(view), other, stays, 0.2) is None


def test_the_first_play_with_a_vowel_beside_a_premium_square() -> None:
    """Above and below columns G and I there are squares that double a letter."""
    view = view_of("", "BREADTN")
    made, best = play(view, "8D BREAD"), play(view, "8H BRED")
    assert reason_for(moment(view), best, made, 9.0) == v.RiskyOpening(Cell(7, 6))
