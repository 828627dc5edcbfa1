"""How a board's game ended, and who has lost it because they did not come."""

from __future__ import annotations

from bot.features.tournaments.values import BYE, Result
from engine.game.phases import EndReason, Over, Turn
from engine.game.state import GameState

BOTH_HAVE_MOVED = 3
"""The first turn before which both players have moved."""


def result_of(state: GameState) -> Result | None:
    """The result of a game of two; None while it is played.

    A game that was ended from outside has no points. Whoever wins with fewer points, since the other has given up or
    run out of time, wins by as much as by a bye; so does the opponent of somebody who has not made a first move.
    """
    if not isinstance(state.phase, Over):
        return None
    if state.phase.reason in (EndReason.ENDED, EndReason.UNUSED) or not state.phase.winners:
        return Result(None)
    first, second = (seat.score for seat in state.seats[:2])
    if len(state.phase.winners) > 1:
        return Result((max(first, second),) * 2)
    winner = state.phase.winners[0]
    unplayed = state.phase.reason is EndReason.LEFT and state.turn < BOTH_HAVE_MOVED
    if unplayed or (first - second if winner == 0 else second - first) <= 0:
        return Result((BYE, 0) if winner == 0 else (0, BYE), forfeit=True)
    return Result((first, second))


def absent(state: GameState, now: int, grace: int | None) -> int | None:
    """The seat that has not made its first move within the time for that; None if there is none, or it is away."""
    phase = state.phase
    if grace is None or not isinstance(phase, Turn) or phase.stopped is not None or state.turn >= BOTH_HAVE_MOVED:
        return None
    return phase.seat if now - phase.since >= grace else None
