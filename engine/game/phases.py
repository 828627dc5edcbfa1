"""The phases of a game, from the lobby to its end. Instants are milliseconds since 1970 (UTC)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.model.tiles import Tiles, Word
from engine.play.placement import Placement, ScoreSheet


@dataclass(frozen=True, slots=True)
class Lobby:
    """Players take seats. `since` is when the lobby was last touched, `asked` when they were asked about it."""

    since: int = 0
    asked: int | None = None


@dataclass(frozen=True, slots=True)
class PendingClaim:
    """A player, `by` (an id), has waited too long for the seat on turn, whose player was told so at an instant.

    It is `due` once that player has let the time for a move pass.
    """

    by: str
    at: int
    due: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat has been on turn since an instant, which moves on by any time charged to nobody.

    `draft` names the last preview that its player opened in time, `reminders` counts the automatic reminders, `nudged`
    is the instant of the latest nudge, nobody has done anything since the instant `quiet`, and `claim` says that
    somebody no longer waits. The seats `givers` have made the turn longer by `extra` milliseconds. While the seat is
    away, its clock stands at the instant `stopped`. So many minutes of `overtime`, those begun included, were told.
    """

    seat: int
    since: int
    draft: str | None = None
    reminders: int = 0
    nudged: int | None = None
    quiet: int | None = None
    claim: PendingClaim | None = None
    extra: int = 0
    givers: tuple[int, ...] = ()
    stopped: int | None = None
    overtime: int = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """The time that a turn took, in milliseconds, and what of it came from the time bank.

    `extra` and `givers` are those of the turn, which gets them back if its move is undone.
    """

    spent: int = 0
    banked: int = 0
    extra: int = 0
    givers: tuple[int, ...] = ()


NOTHING = Charge()
"""The charge of a turn that took no time."""


@dataclass(frozen=True, slots=True)
class FinalPass:
    """The last tiles are down: the seats in `waiting` may challenge or pass until `deadline`, when the game ends."""

    waiting: tuple[int, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The game and every clock have been stopped since an instant; the game will resume in the phase `before`.

    `all_agree` means that it was loaded from a file and goes on only once every person in play agrees; `by_itself` that
    nobody had touched it for long, and `alone` that one player stopped it without the others: any player may resume it.
    `named` is the name that the game gets back when it resumes; None if it keeps that of the pause.
    """

    before: Phase
    since: int
    all_agree: bool = False
    by_itself: bool = False
    named: str | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class AwaitAnswer:
    """A play has words that the lexicon lacks, and people are asked whether it counts (challenge rule `house`).

    The tiles stay on the rack of `seat` until everyone in `waiting` accepts or the deadline passes. If there are no
    human opponents, only the player is asked.
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
    ALL_PASSED = "all passed"  # everyone passed in a full round with the pool empty
    SCORELESS = "scoreless"  # too many turns without a score
    CHALLENGE = "challenge"  # a challenge decided it (challenge rule `triple`)
    LEFT = "left"  # players left; the rule `on_leave` or too few of them
    ENDED = "ended"  # the host or a moderator ended it
    TIME = "time"  # a player exceeded the overtime limit, and too few are left to play on
    UNUSED = "unused"  # nobody started it
    VOID = "void"  # it was over before it counted (`AtTable.counts`), whatever ended it


NO_RESULT = frozenset({EndReason.ENDED, EndReason.UNUSED, EndReason.VOID})
"""Reasons for an end after which nobody has won, tied or lost."""


class Reminder(Enum):
    """Why a player is reminded of a game."""

    HALF = "half"  # half of the turn's time has passed
    SOON = "soon"  # the turn's time is nearly over
    NUDGE = "nudge"  # another player asked for it
    IDLE = "idle"  # nothing has happened for days


@dataclass(frozen=True, slots=True)
class AwaitTiles:
    """The game is decided except for the real tiles left on these seats' racks, which must be typed in.

    At `deadline` it ends without the missing ones.
    """

    waiting: tuple[int, ...]
    reason: EndReason
    deadline: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The change in a seat's score at the end for the tiles left. `left` holds the tiles on its rack, if known."""

    seat: int
    points: int
    left: Tiles | None


@dataclass(frozen=True, slots=True)
class Overtime:
    """The points that a seat loses at the end for being over its clock; `over` is in milliseconds."""

    seat: int
    points: int
    over: int


ScoreChange = Adjustment | Overtime
"""How a seat's score changes at the end."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. `winners` is empty when nobody won, as after the reasons in `NO_RESULT`.

    `by` is the id of the person who ended it from outside or called it off.
    """

    reason: EndReason
    changes: tuple[ScoreChange, ...]
    winners: tuple[int, ...]
    at: int
    by: str | None = None


Phase = Lobby | Turn | AwaitAnswer | FinalPass | AwaitTiles | Paused | Over
