"""What has happened in a game: one class a fact, with every outcome in it, so that replaying needs nothing else.

Each event carries `at`, its instant in milliseconds since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.lobby_events import InvitationsEnded, LobbyEvent, LobbyQuiet
from engine.game.special_events import (
    BlankTraded,
    Departure,
    DrawOpened,
    FourExchanged,
    HiddenDrawn,
    LeftDeclared,
    SeatTaken,
    SpecialEvent,
    TakenOver,
    TilesAwaited,
)
from engine.game.state import (
    LOBBY_PATIENCE,
    Adjustment,
    EndReason,
    HintKind,
    LexiconRef,
    Overtime,
    Player,
    Reminder,
    Setup,
)
from engine.model.alphabet import Word
from engine.model.rules import Rules
from engine.model.tiles import Tile, Tiles
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

__all__ = [
    "BlankTraded",
    "Departure",
    "DrawOpened",
    "FourExchanged",
    "HiddenDrawn",
    "InvitationsEnded",
    "LeftDeclared",
    "LobbyQuiet",
    "SeatTaken",
    "TakenOver",
    "TilesAwaited",
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


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest move was taken back; its seat is on turn again."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A play was challenged. `valid` is the verdict on the words together; which one was bad is not told."""

    at: int
    seat: int
    by: int
    words: tuple[Word, ...]
    valid: bool


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A play was challenged off: tiles back to the rack, the replacement tiles back to the pool, the score away."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class TurnForfeited:
    """A seat will lose its own next turn (a failed challenge under the rule `double`)."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """A play was challenged in vain, and its seat gains points (rules `five_point` and `ten_point`)."""

    at: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A seat lost its turn to words that the lexicon lacks; its tiles never left the rack.

    `placement`, `sheet` and `by`, who rejected it, tell of a play that everybody has seen (rule `house`); nobody has
    seen the one that the rule `strict` refuses, nor may its words be shown.
    """

    at: int
    seat: int
    words: tuple[Word, ...]
    by: int | None = None
    placement: Placement | None = None
    sheet: ScoreSheet | None = None


@dataclass(frozen=True, slots=True)
class HouseAsked:
    """A play with words that the lexicon lacks was put to the seats in `waiting`, until the deadline.

    `words` are those that the lexicon lacks.
    """

    at: int
    seat: int
    placement: Placement
    sheet: ScoreSheet
    words: tuple[Word, ...]
    waiting: tuple[int, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class HouseAnswered:
    """A seat said whether the play that was put to it counts."""

    at: int
    seat: int
    accepts: bool


@dataclass(frozen=True, slots=True)
class HouseExpired:
    """These seats gave no answer in time, so that the play stands."""

    at: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HostAsked:
    """A seat wants to play words that the lexicon lacks, and the host is asked about them; the turn goes on."""

    at: int
    seat: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class HostAnswered:
    """The host said whether a word counts in this game, whoever asked."""

    at: int
    word: Word
    added: bool


@dataclass(frozen=True, slots=True)
class Accepted:
    """An opponent let the latest play stand."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class WindowsClosed:
    """The latest move can no longer be undone (and owes no tiles)."""

    at: int


@dataclass(frozen=True, slots=True)
class FinalPassOpened:
    """The last tiles are down: these seats may challenge or pass until the deadline."""

    at: int
    waiting: tuple[int, ...]
    deadline: int


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
    | Challenged
    | Withdrawn
    | TurnForfeited
    | ChallengeBonus
    | TurnLost
    | HouseAsked
    | HouseAnswered
    | HouseExpired
    | HostAsked
    | HostAnswered
    | Accepted
    | WindowsClosed
    | FinalPassOpened
    | HintGiven
    | Swapped
    | TurnExpired
    | DraftOpened
    | TimeLost
    | PauseAgreed
    | Paused
    | Loaded
    | Resumed
    | Reminded
    | KeptOpen
    | SeatLeft
    | Ended
    | LobbyEvent
    | SpecialEvent
)
