"""How grave a loss is: the limits between small, medium and large mistakes."""

from __future__ import annotations

from engine.review.values import Mistake

WIN_STEPS = (0.0025, 0.03, 0.07)
"""Chances lost from which a mistake counts, and up to which it is small and medium; less is noise."""

ENDGAME_STEPS = (0.0, 7.0, 15.0)
"""The same in points lost with an empty pool, where every point counts."""

DECIDED_STEPS = (0.5, 15.0, 30.0)
"""The same in points lost where the game is decided, or where only points are compared; less is noise."""

DECIDED = 0.005
"""The best chance to win, or to lose, below which the game is decided."""


def is_decided(best: float) -> bool:
    """Whether the best chance to win leaves no doubt who wins."""
    return not DECIDED <= best <= 1 - DECIDED


def grade(lost: float, steps: tuple[float, float, float]) -> Mistake:
    """How grave a loss is by the limits of its phase."""
    least, small, medium = steps
    if lost <= 0 or lost < least:
        return Mistake.NONE
    if lost <= small:
        return Mistake.SMALL
    return Mistake.MEDIUM if lost <= medium else Mistake.LARGE
