"""Commands about clocks: previews, turns that run out, reminders, pauses, files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """Has opened a preview of a move in a turn, so that it may be played a little late; a later one takes its place."""

    by: str
    turn: int
    draft: str


@dataclass(frozen=True, slots=True)
class Expire:
    """The time of the turn, or of its player, is over; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class Remind:
    """It is time to remind the seat on turn; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class Nudge:
    """Asks the player on turn to move; for everybody else seated."""

    by: str


@dataclass(frozen=True, slots=True)
class KeepOpen:
    """Answers that a quiet game shall go on, or a quiet lobby stay open."""

    by: str


@dataclass(frozen=True, slots=True)
class LoseTime:
    """Nobody could reach the game between two instants; asked by the application."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Interrupts the game under a name, empty for the one it has.

    It is the right of host and moderators; anybody else seated agrees to it, and it is done once all people do.
    """

    by: str
    name: str = ""
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """Lets an interrupted game go on; who may do so is as with `Pause`."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """Takes an interrupted game from its file, under a name; for who plays in it, the host and moderators.

    `save` names the file, `rewinds` says that more was played after it was saved.
    """

    by: str
    save: str
    name: str
    rewinds: bool = False
    moderator: bool = False


TimeCommand = Expire | KeepOpen | Load | LoseTime | Nudge | OpenDraft | Pause | Remind | Resume
