"""What somebody asks of a game: one class a wish. `by` is the id of the player who asks.

`turn`, where given, is the turn number that the asker saw (for undo, challenge and accept: the number of the turn in
which the move in question was made); a wish for a turn that is over is refused as stale.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.special_commands import (
    AddGuest,
    AgreeToOffer,
    CloseTiles,
    Draw,
    ExchangeFour,
    FinishDraw,
    OfferSeat,
    SpecialCommand,
    TakeSeat,
    TradeBlank,
    TypeLeft,
    TypeRack,
)
from engine.game.state import LOBBY_PATIENCE, HintKind, LexiconRef, Player, Setup
from engine.game.time_commands import (
    Expire,
    KeepOpen,
    Load,
    LoseTime,
    Nudge,
    OpenDraft,
    Pause,
    Remind,
    Resume,
    TimeCommand,
)
from engine.model.tiles import Tiles
from engine.play.notation import PlayIntent
from engine.play.placement import Placement

__all__ = [
    "AddGuest",
    "AgreeToOffer",
    "CloseTiles",
    "Draw",
    "ExchangeFour",
    "Expire",
    "FinishDraw",
    "KeepOpen",
    "Load",
    "LoseTime",
    "Nudge",
    "OfferSeat",
    "OpenDraft",
    "Pause",
    "Remind",
    "Resume",
    "TakeSeat",
    "TradeBlank",
    "TypeLeft",
    "TypeRack",
]
"""What this module passes on beside its own classes."""


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a lobby; the host takes the first seat, or looks on while only computers play (ledger N1).

    `table` are the players of a game before, in the order in which they are to sit: the host is among them, computer
    players and the host's guests sit down at once, and for everybody else a seat is kept. `patience` is how long the
    lobby waits for somebody, in milliseconds.
    """

    host: Player
    setup: Setup
    seated: bool = True
    table: tuple[Player, ...] = ()
    patience: int = LOBBY_PATIENCE


@dataclass(frozen=True, slots=True)
class Join:
    """Takes a seat in the lobby; who is waited for brings the guests at the same screen along."""

    player: Player


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Seats a computer player; anybody seated may."""

    by: str
    level: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Gives the seat up: in the lobby it becomes free, in a running game the rule `on_leave` decides."""

    by: str


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Takes a seat away from somebody; for the host and moderators."""

    by: str
    seat: int
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class SetRule:
    """Sets a rule before the start; for the host."""

    by: str
    rule: str
    value: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Starts the game; anybody seated may (ledger D1).

    With real tiles at a table, the draw for the start is typed: `drawn` is a tile for each seat in order, `A C ?`, and
    behind a comma those of a second round for who tied; or `first` names the seat that begins. `lexicon`, where given,
    is what it is judged by from then on.
    """

    by: str
    lexicon: LexiconRef | None = None
    drawn: str = ""
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Places a word: as typed text (read in the game's orientation), as an intent, or as a finished placement.

    `draft` names the stored preview that is played, see `OpenDraft`.
    """

    by: str
    move: str | PlayIntent | Placement
    turn: int | None = None
    draft: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Gives the turn up; after the last tiles are down, lets the play stand."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchanges tiles: as typed text (letters, `?`, `all`) or as tiles."""

    by: str
    tiles: str | Tiles
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the own latest move back, the one that was made in `turn` (ledger D4)."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenges the play that was made in a turn: the words named, all when none is."""

    by: str
    turn: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Accept:
    """Lets the play that was made in a turn stand, so that nobody waits for a challenge.

    For a play that was put to this seat (challenge rule `house`), `turn` is that of the question.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Refuses a play that was put to this seat (challenge rule `house`): it loses turn and score.

    Who was asked alone gives the own play up.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerWord:
    """Says whether a word that the host was asked about counts; for the host. `number` is that of the question."""

    by: str
    number: int
    add: bool


@dataclass(frozen=True, slots=True)
class CloseWindows:
    """The undo window of the move made in `turn` is over; asked by the clock, or by the mover, who waives it."""

    turn: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class CloseFinalPass:
    """The time to challenge the last play is over; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class TakeHint:
    """Takes a hint of a kind on the own turn; what it tells is no business of the game (ledger N19, C14)."""

    by: str
    kind: HintKind
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Changes rack and score with the computer opposite, on the own turn, which goes on (ledger M7)."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CloseAnswer:
    """The time to answer is over: the play that was put to people stands; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class StopWaiting:
    """Frees the seats of the lobby that are kept for players of the game before; for the host and moderators."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class TendLobby:
    """Nobody has touched the lobby for a while; asked by the clock."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leaves for good."""

    by: str


@dataclass(frozen=True, slots=True)
class End:
    """Ends the game from outside; for the host and moderators."""

    by: str
    moderator: bool = False


Command = (
    Open
    | Join
    | AddComputer
    | Leave
    | RemoveSeat
    | SetRule
    | Start
    | Play
    | Pass
    | Exchange
    | Undo
    | Challenge
    | Accept
    | Reject
    | AnswerWord
    | CloseWindows
    | CloseFinalPass
    | TakeHint
    | Swap
    | StopWaiting
    | TendLobby
    | CloseAnswer
    | Resign
    | End
    | TimeCommand
    | SpecialCommand
)
