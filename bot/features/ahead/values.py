"""Moves ahead: what a person plays as soon as it is their turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.model.durations import HOUR

SLOWEST = HOUR
"""The least turn clock, in milliseconds, with which moves can be said ahead."""
MOST_AHEAD = 5
"""Moves ahead of one person in one game."""


class AheadState(Enum):
    """Whether a move waits for its turn, was played, cost the turn, or was dropped because it did not fit any more."""

    WAITING = "waiting"
    PLAYED = "played"
    LOST = "lost"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class AheadMove:
    """A move that a person in a seat wants to play on the next turn after `turn`.

    `answers` is the play of the player before that it answers, a square or a whole move; empty for any. Both are as
    people type them, with English words. `reason` is what the game refused a dropped move with, by its class.
    """

    id: str
    game: str
    person: str
    seat: int
    turn: int
    move: str
    answers: str
    at: int
    state: AheadState = AheadState.WAITING
    reason: str = ""

    @property
    def cause(self) -> str:
        """The id of the cause that plays it, so that it is played once."""
        return f"ahead/{self.id}"
