"""The phases of a game, from the lobby to its end. Instants are milliseconds since 1970 (UTC)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.model.alphabet import Word
from engine.model.tiles import Tiles
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


@dataclass(frozen=True, slots=True)
class Lobby:
    """Seats are being taken. Nobody has touched it since an instant; `asked` is when it was asked about that."""

    since: int = 0
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat is on turn since an instant, which moves on by any time that is charged to nobody.

    `draft` names the preview that its player opened last while there was time, `reminders` counts the automatic ones,
    `nudged` is the instant of the latest nudge, `quiet` that from which on nobody has done anything.
    """

    seat: int
    since: int
    draft: str | None = None
    reminders: int = 0
    nudged: int | None = None
    quiet: int | None = None


@dataclass(frozen=True, slots=True)
class FinalPass:
    """The last tiles are down; the seats in `waiting` may challenge or pass until `deadline`, then the game ends."""

    waiting: tuple[int, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game rests since an instant, and every clock with it; `before` is the phase in which it will go on.

    `all_agree` says that it was loaded from a file and goes on only once every person in play agrees.
    """

    before: Phase
    since: int
    all_agree: bool = False


@dataclass(frozen=True, slots=True)
class AwaitAnswer:
    """A play holds words that the lexicon lacks, and people are asked whether it counts (challenge rule `house`).

    The tiles stay on the rack of `seat` until everybody in `waiting` accepts or the deadline comes. Who has no human
    opponent is asked alone.
    """

    seat: int
    placement: Placement
    sheet: ScoreSheet
    words: tuple[Word, ...]
    waiting: tuple[int, ...]
    deadline: int


class EndReason(Enum):
    """Why a game ended."""

    OUT = "out"  # a player played all tiles with the pool empty
    ALL_PASSED = "all passed"  # everybody passed in a full round with the pool empty
    SCORELESS = "scoreless"  # too many turns without a score
    CHALLENGE = "challenge"  # a challenge decided it (challenge rule `triple`)
    LEFT = "left"  # players left; the rule `on_leave` or too few of them
    ENDED = "ended"  # host or moderator ended it
    TIME = "time"  # a player was over the time by more than the limit, and too few are left
    UNUSED = "unused"  # nobody began it


class Reminder(Enum):
    """Why somebody is reminded of a game."""

    HALF = "half"  # half of the turn's time has passed
    SOON = "soon"  # the turn's time is nearly over
    NUDGE = "nudge"  # another player asked for it
    IDLE = "idle"  # nothing has happened for days


@dataclass(frozen=True, slots=True)
class AwaitTiles:
    """The game is decided but for the tiles of these seats, which lie on a real table and are to be typed (M4).

    From `deadline` on it ends without those that are missing.
    """

    waiting: tuple[int, ...]
    reason: EndReason
    deadline: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the tiles left changed in a seat's score at the end. `left` are the tiles on its rack, if known."""

    seat: int
    points: int
    left: Tiles | None


@dataclass(frozen=True, slots=True)
class Overtime:
    """What a seat is charged at the end for the time by which it was over its clock; `over` is in milliseconds."""

    seat: int
    points: int
    over: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. `winners` is empty when nobody won (ended from outside)."""

    reason: EndReason
    adjustments: tuple[Adjustment, ...]
    winners: tuple[int, ...]
    at: int
    overtime: tuple[Overtime, ...] = ()


Phase = Lobby | Turn | AwaitAnswer | FinalPass | AwaitTiles | Paused | Over
