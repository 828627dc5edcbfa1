"""What somebody asks of a game: one class a wish. `by` is the id of the player who asks.

`turn`, where given, is the turn number that the asker saw (for undo, challenge and accept: the number of the turn in
which the move in question was made); a wish for a turn that is over is refused as stale.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.state import LOBBY_PATIENCE, HintKind, LexiconRef, Person, Player, Setup
from engine.model.tiles import Tiles
from engine.play.notation import PlayIntent
from engine.play.placement import Placement


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
class CloseAnswer:
    """The time to answer is over: the play that was put to people stands; asked by the clock."""

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
class StopWaiting:
    """Frees the seats of the lobby that are kept for players of the game before; for the host and moderators."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class TendLobby:
    """Nobody has touched the lobby for a while; asked by the clock."""


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


@dataclass(frozen=True, slots=True)
class Resign:
    """Leaves for good."""

    by: str


@dataclass(frozen=True, slots=True)
class End:
    """Ends the game from outside; for the host and moderators."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class TradeBlank:
    """Puts the real tile from the own rack on a blank of the board, a square such as `H8`, and takes the blank."""

    by: str
    square: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class ExchangeFour:
    """Exchanges the whole rack for its four of a kind and keeps the turn."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Takes a person's seat of the running game.

    Its owner may come back to it, and a seat that was left and that nobody plays is free to all; any other person's
    seat needs the leave of the host or a moderator, who is `by` then.
    """

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Picks face-down tiles that are due: so many, all when None; for a seat of the member, the first due when None."""

    by: str
    count: int | None = 1
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FinishDraw:
    """The time in which a seat may pick its tiles by hand is over; asked by the clock."""

    seat: int


@dataclass(frozen=True, slots=True)
class TypeRack:
    """Types in the real tiles that a computer player drew; anybody seated may (ledger M4)."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class TypeLeft:
    """Types in the tiles left on a real rack at the end; anybody seated may (ledger M4)."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class CloseTiles:
    """The time to type in the tiles left is over; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class AddGuest:
    """Seats a guest who plays at the same computer as a member (ledger N26)."""

    by: str
    name: str


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
    | OpenDraft
    | Expire
    | Remind
    | Nudge
    | KeepOpen
    | StopWaiting
    | TendLobby
    | LoseTime
    | Pause
    | Resume
    | Load
    | CloseAnswer
    | Resign
    | End
    | TradeBlank
    | ExchangeFour
    | TakeSeat
    | Draw
    | FinishDraw
    | TypeRack
    | TypeLeft
    | CloseTiles
    | AddGuest
)
