"""From figures to a grade: mistakes, phonies and losses."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from engine.computer.tools import Tools
from engine.model.tiles import Tiles
from engine.play.generator.plays import Exchange, Play
from engine.review.field import play_of
from engine.review.grades import DECIDED_STEPS, ENDGAME_STEPS, WIN_STEPS, grade, is_decided
from engine.review.judging import Judged
from engine.review.reasons import reason_for
from engine.review.turns import Idle, Moment, Placed, Traded, Unseen
from engine.review.values import MOST_BEST, Figures, Meaning, Mistake, Phase, PhonyEffect, TurnReview


def grade_of(judged: Judged) -> Mistake:
    """How grave the loss of the move made is."""
    first = judged.best[0] if judged.best else judged.played
    if judged.searched:
        thrown_away = first.win == 1 and judged.played.win != 1
        return Mistake.LARGE if thrown_away else grade(judged.lost_points, ENDGAME_STEPS)
    if judged.lost_win is not None and first.win is not None and not is_decided(first.win):
        return grade(judged.lost_win, WIN_STEPS) if judged.lost_win > judged.doubt_win else Mistake.NONE
    return grade(judged.lost_points, DECIDED_STEPS) if judged.lost_points > judged.doubt_points else Mistake.NONE


def verdict(moment: Moment, rack: Tiles, tools: Tools, judged: Judged) -> TurnReview:
    """The review of a turn whose moves have been judged."""
    phony = _phony(moment, tools, judged)
    mistake = Mistake.NONE if phony else grade_of(judged)
    faulty = mistake is not Mistake.NONE
    review = replace(
        ungraded(moment),
        rack=rack,
        played=_played(moment, rack, tools, judged),
        best=judged.best[:MOST_BEST],
        mistake=mistake,
        proven=judged.proven,
        exact=judged.exact,
        phony=phony,
    )
    if phony:
        return review
    losses = (judged.lost_win, judged.lost_points)
    win, points = (None if lost is None else max(0.0, lost) if faulty else 0.0 for lost in losses)
    reason = reason_for(moment, judged.best[0], judged.played, judged.lost_points) if faulty and judged.best else None
    return replace(review, lost_win=win, lost_points=points, reason=reason)


def ungraded(moment: Moment) -> TurnReview:
    """The review of a turn whose rack is not known: it says where it was, and nothing about the move's worth."""
    table, decision = moment.view.table, moment.decision
    seats = sum(seat.in_play for seat in table.seats)
    phase, meaning = Phase.of_pool(table.pool), Meaning.of_seats(seats)
    return TurnReview(
        *(decision.number, decision.seat, decision.before, decision.after, phase),
        rack=None,
        played=_told(moment),
        best=(),
        mistake=None,
        meaning=meaning,
    )


def _told(moment: Moment) -> Figures | None:
    """The move that was made, as far as everyone saw it, without its worth."""
    match moment.act:
        case Placed(placement=placement, sheet=sheet):
            score = 0 if moment.withdrawn else sheet.total
            return Figures(Play(placement, sheet.total, sheet.total, Tiles()), score, None, None, sheet.total)
        case Traded(tiles=tiles, points=points):
            return Figures(Exchange(tiles, points, points, Tiles()), points, None, None, points) if tiles else None
        case Idle(points=points):
            return Figures(None, points, None, None, points)
        case Unseen():
            return None
        case _:
            assert_never(moment.act)


def _played(moment: Moment, rack: Tiles, tools: Tools, judged: Judged) -> Figures | None:
    """The figures of the move that was made; a play that was withdrawn has those of the lost turn."""
    match moment.act:
        case Unseen():
            return None
        case Placed(placement=placement, sheet=sheet) if moment.withdrawn:
            return replace(judged.played, move=play_of(placement, sheet.total, rack, tools), score=0)
        case _:
            return judged.played


def _phony(moment: Moment, tools: Tools, judged: Judged) -> PhonyEffect | None:
    """What a phony brought about, None if the move was none."""
    words = moment.act.words if isinstance(moment.act, Placed) else ()
    if not moment.withdrawn and all(map(tools.lexicon.contains, words)):
        return None
    win, points = (None if lost is None else -lost for lost in (judged.lost_win, judged.lost_points))
    return PhonyEffect(not moment.withdrawn, win, points)
