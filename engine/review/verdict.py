"""From the moves of a field to a grade: their figures, by the means that suit the phase; mistakes, phonies, losses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from engine.computer.candidates import Candidate
from engine.computer.tools import ComputerTools
from engine.model.tiles import Tiles
from engine.play.generator.plays import ScoredExchange, ScoredPlay
from engine.review.candidates import Field, play_of, shown_move
from engine.review.contest import LIKELY, MoveComparison
from engine.review.ending import EndgameMoves, SolvedMove
from engine.review.reasons import reason_for
from engine.review.turns import ExchangedTiles, Moment, PassedTurn, PlacedTiles, UnseenPlay
from engine.review.values import (
    DECIDED_STEPS,
    ENDGAME_STEPS,
    MOST_BEST,
    WIN_STEPS,
    GameStage,
    Meaning,
    Mistake,
    MoveFigures,
    PhonyEffect,
    TurnReview,
    grade,
    is_decided,
)


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """The figures of the move made, and of the moves that may be called best, best first.

    `lost_win` and `lost_points` are what the move made loses against the best of them, negative if it is better;
    `doubt_win` and `doubt_points` say how far chance may have moved these differences. `searched` says that the pool
    is empty and the figures come from a search; `exact` and `proven` are those of `TurnReview`.
    """

    played: MoveFigures
    best: tuple[MoveFigures, ...]
    lost_win: float | None
    lost_points: float
    doubt_win: float = 0.0
    doubt_points: float = 0.0
    searched: bool = False
    exact: bool = False
    proven: bool = False


def by_equity(found: Field) -> MoveVerdict:
    """The moves by their equity: for racks too large to look ahead with, and where there is nobody to beat."""
    figures = [_figures(one) for one in found.moves]
    best = sorted((one for one, valid in zip(figures, found.valid, strict=True) if valid), key=lambda one: -one.equity)
    played = figures[found.played]
    return MoveVerdict(played, tuple(best), None, best[0].equity - played.equity if best else 0.0)


def by_contest(contest: MoveComparison, *, exact: bool) -> MoveVerdict:
    """The moves by simulation; if every pool was tried, chance had no part in it."""
    figures = [_figures(contest.measured(place)) for place in range(len(contest.moves))]
    best, loss = tuple(figures[place] for place in contest.order), contest.loss
    if loss is None:
        return MoveVerdict(figures[contest.played], best, 0.0, 0.0, exact=exact)
    doubt = 0.0 if exact else LIKELY
    return MoveVerdict(
        figures[contest.played],
        best,
        loss.win,
        loss.points,
        doubt * loss.win_error,
        doubt * loss.points_error,
        exact=exact,
    )


def by_search(ending: EndgameMoves) -> MoveVerdict:
    """The moves by what they lead to with both sides playing their best."""
    played = ending.played
    first = ending.best[0] if ending.best else played
    return MoveVerdict(
        _of_ended(played),
        tuple(map(_of_ended, ending.best)),
        chance(first.lead) - chance(played.lead),
        float(first.lead - played.lead),
        searched=True,
        exact=True,
        proven=ending.exact and ending.played.exact,
    )


def chance(lead: int) -> float:
    """The chance to win of a game that ends with a lead; a tie counts half."""
    return 0.5 if lead == 0 else float(lead > 0)


def _of_ended(one: SolvedMove) -> MoveFigures:
    return MoveFigures(
        shown_move(one.move), one.move.score, chance(one.lead), float(one.lead), one.move.equity, proven=one.exact
    )


def _figures(one: Candidate) -> MoveFigures:
    move = one.move
    return MoveFigures(shown_move(move), move.score, one.chance, one.lead, move.equity, one.deals, one.proven)


def grade_of(judged: MoveVerdict) -> Mistake:
    """How grave the loss of the move made is."""
    first = judged.best[0] if judged.best else judged.played
    if judged.searched:
        thrown_away = first.win == 1 and judged.played.win != 1
        return Mistake.LARGE if thrown_away else grade(judged.lost_points, ENDGAME_STEPS)
    if judged.lost_win is not None and first.win is not None and not is_decided(first.win):
        return grade(judged.lost_win, WIN_STEPS) if judged.lost_win > judged.doubt_win else Mistake.NONE
    return grade(judged.lost_points, DECIDED_STEPS) if judged.lost_points > judged.doubt_points else Mistake.NONE


def verdict(moment: Moment, rack: Tiles, tools: ComputerTools, judged: MoveVerdict) -> TurnReview:
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
    phase, meaning = GameStage.of_pool(table.pool), Meaning.of_seats(seats)
    return TurnReview(
        *(decision.number, decision.seat, decision.before, decision.after, phase),
        rack=None,
        played=_told(moment),
        best=(),
        mistake=None,
        meaning=meaning,
    )


def _told(moment: Moment) -> MoveFigures | None:
    """The move that was made, as far as everyone saw it, without its worth."""
    match moment.act:
        case PlacedTiles(placement=placement, sheet=sheet):
            score = 0 if moment.withdrawn else sheet.total
            return MoveFigures(ScoredPlay(placement, sheet.total, sheet.total, Tiles()), score, None, None, sheet.total)
        case ExchangedTiles(tiles=tiles, points=points):
            return (
                MoveFigures(ScoredExchange(tiles, points, points, Tiles()), points, None, None, points)
                if tiles
                else None
            )
        case PassedTurn(points=points):
            return MoveFigures(None, points, None, None, points)
        case UnseenPlay():
            return None
        case _:
            assert_never(moment.act)


def _played(moment: Moment, rack: Tiles, tools: ComputerTools, judged: MoveVerdict) -> MoveFigures | None:
    """The figures of the move that was made; a play that was withdrawn has those of the lost turn."""
    match moment.act:
        case UnseenPlay():
            return None
        case PlacedTiles(placement=placement, sheet=sheet) if moment.withdrawn:
            return replace(judged.played, move=play_of(placement, sheet.total, rack, tools), score=0)
        case _:
            return judged.played


def _phony(moment: Moment, tools: ComputerTools, judged: MoveVerdict) -> PhonyEffect | None:
    """What a phony brought about, None if the move was none."""
    words = moment.act.words if isinstance(moment.act, PlacedTiles) else ()
    if not moment.withdrawn and all(map(tools.lexicon.contains, words)):
        return None
    win, points = (None if lost is None else -lost for lost in (judged.lost_win, judged.lost_points))
    return PhonyEffect(not moment.withdrawn, win, points)
