"""What has happened in a game: one class a fact, with every outcome in it, so that replaying needs nothing else.

Each event carries `at`, its instant in milliseconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.doubt_events import (
    Accepted,
    ChallengeBonus,
    Challenged,
    DoubtEvent,
    FinalPassOpened,
    HostAnswered,
    HostAsked,
    HouseAnswered,
    HouseAsked,
    HouseExpired,
    TurnForfeited,
    TurnLost,
    WindowsClosed,
    Withdrawn,
)
from engine.game.lobby_events import InvitationsEnded, LobbyEvent, LobbyQuiet
from engine.game.phases import Adjustment, EndReason, Overtime
from engine.game.special_events import (
    BlankTraded,
    Departure,
    DrawOpened,
    FourExchanged,
    HiddenDrawn,
    LeftDeclared,
    SeatOffered,
    SeatTaken,
    SpecialEvent,
    TakenOver,
    TilesAwaited,
)
from engine.game.state import LOBBY_PATIENCE, HintKind, LexiconRef, Player, Setup
from engine.game.time_events import (
    DraftOpened,
    KeptOpen,
    Loaded,
    PauseAgreed,
    Paused,
    Reminded,
    Resumed,
    TimeEvent,
    TimeLost,
    TurnExpired,
)
from engine.model.rules import Rules
from engine.model.tiles import Tile, Tiles
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

__all__ = [
    "Accepted",
    "BlankTraded",
    "ChallengeBonus",
    "Challenged",
    "Departure",
    "DraftOpened",
    "DrawOpened",
    "FinalPassOpened",
    "FourExchanged",
    "HiddenDrawn",
    "HostAnswered",
    "HostAsked",
    "HouseAnswered",
    "HouseAsked",
    "HouseExpired",
    "InvitationsEnded",
    "KeptOpen",
    "LeftDeclared",
    "Loaded",
    "LobbyQuiet",
    "PauseAgreed",
    "Paused",
    "Reminded",
    "Resumed",
    "SeatOffered",
    "SeatTaken",
    "TakenOver",
    "TilesAwaited",
    "TimeLost",
    "TurnExpired",
    "TurnForfeited",
    "TurnLost",
    "WindowsClosed",
    "Withdrawn",
]
"""What this module passes on beside its own classes."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A lobby was opened. The whole setup is in it, so that no later edition of a variant changes the game.

    `seated` says whether the host took the first seat. `table` are the players of the game before, in the order in
    which they are to sit; seats are kept for those of them who must come of themselves. `patience` is how long the
    lobby waits untouched, in milliseconds.
    """

    at: int
    host: Player
    setup: Setup
    seated: bool = True
    table: tuple[Player, ...] = ()
    patience: int = LOBBY_PATIENCE


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took the next seat, or the one of a number, so that those behind move up."""

    at: int
    player: Player
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat of the lobby was given up; later seats move up. `by` is who did it, `host` who is host from now on."""

    at: int
    seat: int
    by: str
    host: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The host set a rule; `rules` is the outcome."""

    at: int
    rule: str
    value: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class StartDrawn:
    """A round of the draw for the start: who drew which tile. The tiles went back; a tie is drawn again (ledger N3)."""

    at: int
    drawn: tuple[tuple[int, Tile], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The game began; `first` is the seat that plays first.

    `lexicon` is what it is judged by from now on, None where that is what it was opened with.
    """

    at: int
    by: str
    first: int
    lexicon: LexiconRef | None = None


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """A seat drew tiles from the pool. While it was due after a play, it closes the window to undo that play."""

    at: int
    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Played:
    """A seat placed tiles."""

    at: int
    seat: int
    placement: Placement
    sheet: ScoreSheet


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed; `points` are what the variant gives for it."""

    at: int
    seat: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat exchanged tiles: what went back and what came; `points` are what the variant gives for it.

    Of a real rack at a table only the number is known, `hidden`; what a computer player draws there comes later.
    """

    at: int
    seat: int
    returned: Tiles
    drawn: Tiles
    points: int = 0
    hidden: int = 0

    @property
    def count(self) -> int:
        """How many tiles were exchanged."""
        return self.hidden or len(self.returned)


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A seat lost its turn to an earlier challenge that failed (rule `double`)."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest move was taken back; its seat is on turn again."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A seat had a hint of a kind, for a number of points. What it told is a secret of the seat and not kept."""

    at: int
    seat: int
    kind: HintKind
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat changed rack and score with another and goes on with its turn."""

    at: int
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the running game, for good when it resigned; its tiles stay out of play.

    `by_time` says that it did not wish to: it was over its time by more than the limit.
    `by` is who removed it, None where it went by itself.
    """

    at: int
    seat: int
    resigned: bool
    by_time: bool = False
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: why, what the tiles left and then the clocks changed, and who won.

    `by` is who ended it from outside.
    """

    at: int
    reason: EndReason
    adjustments: tuple[Adjustment, ...]
    winners: tuple[int, ...]
    by: str | None = None
    overtime: tuple[Overtime, ...] = ()


Event = (
    Opened
    | Joined
    | SeatFreed
    | RulesChanged
    | StartDrawn
    | Started
    | TilesDrawn
    | Played
    | Passed
    | Exchanged
    | TurnSkipped
    | Undone
    | HintGiven
    | Swapped
    | SeatLeft
    | Ended
    | TimeEvent
    | DoubtEvent
    | LobbyEvent
    | SpecialEvent
)
