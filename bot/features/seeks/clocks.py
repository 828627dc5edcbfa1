"""The clock that somebody asks for: under an hour, it is for all moves of a player, else for each move."""

from __future__ import annotations

from dataclasses import replace

from bot.features.seeks.refusals import BadClock
from engine.game.clock import LONG_TURN
from engine.model.durations import DAY, MINUTE, read_duration
from engine.model.rules import Rules

OFF = "off"
LONGEST = 30 * DAY


def with_clock(rules: Rules, typed: str) -> Rules:
    """The rules with a clock as somebody has typed it; empty changes nothing. Raises `BadClock`."""
    if not (text := typed.strip().lower()):
        return rules
    try:
        time = 0 if text == OFF else read_duration(text, MINUTE)
        if time > LONGEST or (text != OFF and time < MINUTE):
            raise BadClock(typed)
        is_long = time >= LONG_TURN
        total = (time or None) if not is_long else None
        limit = rules.overtime_limit if total else None
        return replace(rules, turn_clock=time if is_long else None, game_clock=total, overtime_limit=limit)
    except ValueError:
        raise BadClock(typed) from None
