"""Events of clocks: turns that run out, previews, reminders, pauses, files."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.phases import Reminder


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """A seat lost its turn because the time for it was over."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class DraftOpened:
    """The seat on turn opened a preview in time; it may be played for a while after the time is over (ledger C3).

    `draft` is a name that tells nothing of the move.
    """

    at: int
    seat: int
    draft: str


@dataclass(frozen=True, slots=True)
class TimeLost:
    """From `start` to `end` nobody could reach the game; that time is charged to nobody."""

    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PauseAgreed:
    """A player wants the game paused, or resumed where it rests; it is once everybody does."""

    at: int
    seat: int
    resumes: bool = False


@dataclass(frozen=True, slots=True)
class Paused:
    """The game was interrupted under a name (ledger C5); `by` is the id of who did it."""

    at: int
    by: str
    name: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A saved game was loaded (ledger N10): it rests until every person in play agrees to go on.

    `save` names the file. `rewinds` marks one that takes back what was played after it was saved; `name` is what the
    game is called from now on.
    """

    at: int
    by: str
    save: str
    name: str
    rewinds: bool = False


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on, with every clock as it stood at the pause."""

    at: int
    by: str


@dataclass(frozen=True, slots=True)
class Reminded:
    """The seat on turn is reminded of the game; `by` is the id of who asked for it, None when nobody did."""

    at: int
    seat: int
    reason: Reminder
    by: str | None = None


@dataclass(frozen=True, slots=True)
class KeptOpen:
    """Asked whether a quiet game shall go on, or a quiet lobby stay open, a player said yes."""

    at: int
    seat: int


TimeEvent = TurnExpired | DraftOpened | TimeLost | PauseAgreed | Paused | Loaded | Resumed | Reminded | KeptOpen
