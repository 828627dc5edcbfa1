"""A game's turns together: the mistake index and the estimated strength of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from engine.review.values import GameReview, Meaning, Mistake, SeatReview, TurnReview

STRENGTHS = ((0.0, 2300), (0.5, 2200), (1.2, 2100), (1.7, 2000), (2.3, 1900), (2.9, 1800), (3.8, 1700), (4.2, 1650))
"""Points of mistake index and Elo strength; between them the strength changes evenly."""

SLOPE = 125
"""How much Elo each further 1.0 of the index costs after the last known point."""

FEWEST = 6
"""Graded turns from which a strength is estimated: in a shorter game, hardly a mistake is possible."""


def strength(index: float) -> int:
    """The Elo strength that a mistake index suggests, never below 0."""
    for (low, high_elo), (high, low_elo) in pairwise(STRENGTHS):
        if index <= high:
            share = (max(index, low) - low) / (high - low)
            return round(high_elo + share * (low_elo - high_elo))
    last, elo = STRENGTHS[-1]
    return max(0, round(elo - SLOPE * (index - last)))


def summarise(turns: Iterable[TurnReview]) -> GameReview:
    """The review of a game from those of its turns, in any order; it may hold some of the turns only."""
    ordered = tuple(sorted(turns, key=lambda turn: turn.number))
    seats = tuple(_seat(seat, ordered) for seat in sorted({turn.seat for turn in ordered}))
    meanings = {turn.meaning for turn in ordered}
    widest = next((one for one in (Meaning.SEVERAL, Meaning.TWO_SEATS) if one in meanings), Meaning.ALONE)
    oldest = min((turn.version for turn in ordered), default=0)
    return GameReview(ordered, seats, widest if ordered else Meaning.TWO_SEATS, oldest)


def _seat(seat: int, turns: tuple[TurnReview, ...]) -> SeatReview:
    own = [turn for turn in turns if turn.seat == seat]
    graded = [turn.mistake for turn in own if turn.mistake is not None]
    index = round(sum(mistake.weight for mistake in graded), 1)
    phonies = [turn.phony for turn in own if turn.phony]
    return SeatReview(
        seat,
        len(graded),
        index,
        strength(index) if len(graded) >= FEWEST else None,
        small=graded.count(Mistake.SMALL),
        medium=graded.count(Mistake.MEDIUM),
        large=graded.count(Mistake.LARGE),
        lost_win=sum(turn.lost_win or 0.0 for turn in own if turn.mistake is not None),
        phonies=len(phonies),
        phony_points=sum(phony.points or 0.0 for phony in phonies),
    )
