"""How good the moves of a field are, in figures, by the means that suit the phase."""

from __future__ import annotations

from dataclasses import dataclass

from engine.computer.candidates import Candidate
from engine.review.contest import LIKELY, Contest
from engine.review.ending import Ended, Ending
from engine.review.field import Field, shown_move
from engine.review.values import Figures


@dataclass(frozen=True, slots=True)
class Judged:
    """The figures of the move made, and of the moves that may be called best, best first.

    `lost_win` and `lost_points` are what the move made loses against the best of them, negative if it is better;
    `doubt_win` and `doubt_points` say how far chance may have moved these differences. `searched` says that the pool
    is empty and the figures come from a search; `exact` and `proven` are those of `TurnReview`.
    """

    played: Figures
    best: tuple[Figures, ...]
    lost_win: float | None
    lost_points: float
    doubt_win: float = 0.0
    doubt_points: float = 0.0
    searched: bool = False
    exact: bool = False
    proven: bool = False


def by_equity(found: Field) -> Judged:
    """The moves by their equity: for racks too large to look ahead with, and where there is nobody to beat."""
    figures = [_figures(one) for one in found.moves]
    best = sorted((one for one, valid in zip(figures, found.valid, strict=True) if valid), key=lambda one: -one.equity)
    played = figures[found.played]
    return Judged(played, tuple(best), None, best[0].equity - played.equity if best else 0.0)


def by_contest(contest: Contest, *, exact: bool) -> Judged:
    """The moves by simulation; if every pool was tried, chance had no part in it."""
    figures = [_figures(contest.measured(place)) for place in range(len(contest.moves))]
    best, loss = tuple(figures[place] for place in contest.order), contest.loss
    if loss is None:
        return Judged(figures[contest.played], best, 0.0, 0.0, exact=exact)
    doubt = 0.0 if exact else LIKELY
    return Judged(
        figures[contest.played],
        best,
        loss.win,
        loss.points,
        doubt * loss.win_error,
        doubt * loss.points_error,
        exact=exact,
    )


def by_search(ending: Ending) -> Judged:
    """The moves by what they lead to with both sides playing their best."""
    played = ending.played
    first = ending.best[0] if ending.best else played
    return Judged(
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


def _of_ended(one: Ended) -> Figures:
    return Figures(
        shown_move(one.move), one.move.score, chance(one.lead), float(one.lead), one.move.equity, proven=one.exact
    )


def _figures(one: Candidate) -> Figures:
    move = one.move
    return Figures(shown_move(move), move.score, one.chance, one.lead, move.equity, one.deals, one.proven)
