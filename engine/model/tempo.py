"""How fast a game is, from how much time its rules give each player."""

from __future__ import annotations

from enum import StrEnum

from engine.model.durations import HOUR, MINUTE
from engine.model.rules import Rules

TURNS = 15
"""About as many turns as a player has in a game."""
BLITZ_UP_TO = 10 * MINUTE
RAPID_UP_TO = 4 * HOUR
"""The most time that a player has for `TURNS` turns of a game that is played at one sitting."""


class Tempo(StrEnum):
    """The speeds that are rated apart from each other. Duplicate is a game of its own, whatever its clock."""

    BLITZ = "blitz"
    RAPID = "rapid"
    CORRESPONDENCE = "correspondence"
    DUPLICATE = "duplicate"


def tempo_of(rules: Rules) -> Tempo:
    """The tempo of a game; one without clocks may take days, and so counts with those that do."""
    time = _time(rules)
    if time is None or time > RAPID_UP_TO:
        return Tempo.CORRESPONDENCE
    return Tempo.BLITZ if time <= BLITZ_UP_TO else Tempo.RAPID


def _time(rules: Rules) -> int | None:
    """How long a player may take for `TURNS` turns; None without clocks."""
    limits = []
    if rules.game_clock is not None:
        limits.append(rules.game_clock + TURNS * (rules.increment or 0))
    if rules.turn_clock is not None:
        gained = TURNS * (rules.increment or 0) if rules.game_clock is None else 0
        limits.append(TURNS * rules.turn_clock + (rules.time_bank or 0) + gained)
    return min(limits, default=None)
