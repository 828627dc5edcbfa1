"""Refusals about time: clocks, pauses, reminders."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors.base import RuleViolation


class TimeIsUp(RuleViolation):
    """The time for this turn is over; the turn is about to be lost."""


@dataclass(eq=False)
class GameIsPaused(RuleViolation):
    """The game rests under a name until somebody resumes it."""

    name: str


class NotPaused(RuleViolation):
    """There is nothing to resume: the game goes on."""


class NobodyToNudge(RuleViolation):
    """The game waits for no other person."""


@dataclass(eq=False)
class NudgedLately(RuleViolation):
    """The player on turn was nudged a moment ago; `again` is the instant from which on it is possible again."""

    again: int


class AgreedAlready(RuleViolation):
    """Who asks has agreed already; others still have to."""


# waiting for somebody's answer
