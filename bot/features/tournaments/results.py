"""Who has lost a board's game because they did not come, and how short a game is that breaks a tie."""

from __future__ import annotations

from dataclasses import replace

from bot.service.arranged import BOTH_HAVE_MOVED
from engine.game.clock import may_be_away
from engine.game.phases import Turn
from engine.game.state import GameState
from engine.model.durations import MINUTE
from engine.model.rules import Rules

SHORT = 5 * MINUTE
"""Each player's time in a game that breaks a tie."""


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


def short(rules: Rules) -> Rules:
    """The rules of a game that breaks a tie: a short clock, unless players take hours or days for a turn."""
    if may_be_away(rules):
        return rules
    return replace(rules, turn_clock=None, time_bank=None, game_clock=SHORT, increment=None, overtime_limit=MINUTE)
