"""Who has lost a board's game because they did not come."""

from __future__ import annotations

from bot.service.arranged import BOTH_HAVE_MOVED
from engine.game.phases import Turn
from engine.game.state import GameState


def late_at(state: GameState, grace: int | None) -> int | None:
    """When the person on turn has had the time for a first move; None if nobody owes one, or is away."""
    phase = state.phase
    if grace is None or not isinstance(phase, Turn) or phase.stopped is not None or state.turn >= BOTH_HAVE_MOVED:
        return None
    return phase.since + grace if state.seats[phase.seat].is_human else None


def absent(state: GameState, now: int, grace: int | None) -> int | None:
    """The seat that has not made its first move within the time for that; None if there is none, or it is away."""
    at = late_at(state, grace)
    return state.on_turn if at is not None and at <= now else None
