"""What players, the application and its clock ask of a game: one class for each request. `by` is the player's id.

`turn`, where given, is the turn number that the player saw (for undo, challenge and accept: the turn in which the move
was made). A command for a turn that is over is refused as stale.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.state import LOBBY_PATIENCE, HintKind, Person, Player, Setup
from engine.model.tiles import Tiles
from engine.play.notation import PlayIntent
from engine.play.placement import Placement

# --- the lobby and the start --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a lobby. The host takes the first seat, or watches while only computers play.

    `table` are the players of the game before, in the order in which they sit now. The host is one of them; computer
    players and the host's guests sit down at once, and a seat is kept for each of the others. `patience` is how long
    the lobby waits untouched, in milliseconds.
    """

    host: Player
    setup: Setup
    seated: bool = True
    table: tuple[Player, ...] = ()
    patience: int = LOBBY_PATIENCE


@dataclass(frozen=True, slots=True)
class Join:
    """Takes a seat in the lobby. A member for whom seats are kept brings the guests at the same screen."""

    player: Player


@dataclass(frozen=True, slots=True)
class AddComputer:
    """Seats a computer player; anyone seated may."""

    by: str
    level: int


@dataclass(frozen=True, slots=True)
class AddGuest:
    """Seats a guest who plays on the same screen as a member."""

    by: str
    name: str


@dataclass(frozen=True, slots=True)
class SetRule:
    """Sets a rule before the start; for the host."""

    by: str
    rule: str
    value: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class StopWaiting:
    """Frees the lobby's seats that are kept for players of the game before; for the host and moderators."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class TendLobby:
    """Nobody has touched the lobby for a while; asked by the clock."""


@dataclass(frozen=True, slots=True)
class Start:
    """Starts the game; anyone seated may.

    With real tiles on a table, the draw for the start is typed in: `drawn` holds a tile for each seat in order,
    `A C ?`, and after a comma those of a second round between seats that tied; or `first` names the seat that begins.
    """

    by: str
    drawn: str = ""
    first: int | None = None


# --- moves --------------------------------------------------------------------------------------------------------


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
    """Gives up the turn; after the last tiles are down, accepts the play."""

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
    """Takes back the player's latest move, the one that was made in `turn`."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CloseWindows:
    """The window to undo the move made in `turn` is over; asked by the clock, or by the mover who waives it."""

    turn: int
    by: str | None = None


# --- help and trades on the own turn, which goes on ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeHint:
    """Takes a hint of a kind. The game only counts it; the hint is worked out elsewhere."""

    by: str
    kind: HintKind
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Swaps rack and score with the computer opponent."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class TradeBlank:
    """Puts the real tile from the rack on a blank of the board, a square such as `H8`, and takes the blank."""

    by: str
    square: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class ExchangeFour:
    """Exchanges the whole rack for its four of a kind."""

    by: str
    turn: int | None = None


# --- drawing tiles, and real tiles on a table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws face-down tiles by hand: `count` of them, None for all; for a seat of the member, None for the next due."""

    by: str
    count: int | None = 1
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FinishDraw:
    """The time in which a seat may draw its tiles by hand is over; asked by the clock."""

    seat: int


@dataclass(frozen=True, slots=True)
class TypeRack:
    """Types in the real tiles that a computer player drew; anyone seated may."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class DeclareRack:
    """Types in the tiles left on a real rack at the end; anyone seated may."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class CloseTiles:
    """The time to type in the tiles left is over; asked by the clock."""

    turn: int


# --- challenges and words that the lexicon lacks ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenges the play that was made in a turn: the given words, or all of them."""

    by: str
    turn: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Accept:
    """Accepts the play that was made in a turn, so that nobody waits for a challenge.

    If this seat was asked about the play (challenge rule `house`), `turn` is that of the question.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Rejects a play that this seat was asked about (challenge rule `house`): it loses turn and score.

    Players who were asked about their own play give it up.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CloseFinalPass:
    """The time to challenge the last play is over; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class CloseAnswer:
    """The time to answer is over, and the play stands; asked by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class AnswerWord:
    """Says whether a word that the host was asked about counts; for the host. `number` is that of the question."""

    by: str
    number: int
    add: bool


# --- clocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """Notes that the player previewed a move, which may then be played a little late; a later preview replaces it."""

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
    """Asks the player on turn to move; for everyone else seated."""

    by: str


@dataclass(frozen=True, slots=True)
class KeepOpen:
    """Answers that a quiet game goes on, or that a quiet lobby stays open."""

    by: str


@dataclass(frozen=True, slots=True)
class LoseTime:
    """Nobody could reach the game between two instants; asked by the application."""

    start: int
    end: int


# --- pauses and saved games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pause:
    """Pauses the game under a name; an empty one keeps the name it has.

    The host and moderators may do so at once. Anyone else seated agrees to it, and it happens once all people do.
    """

    by: str
    name: str = ""
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """Resumes a paused game, on the same terms as `Pause`."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """Loads a paused game from its file, under a name; for its players, the host and moderators.

    `save` names the file. `rewinds` means that moves made after the save are lost.
    """

    by: str
    save: str
    name: str
    rewinds: bool = False
    moderator: bool = False


# --- seats and the end --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leave:
    """Gives up the seat: in the lobby it becomes free, in a running game the rule `on_leave` decides."""

    by: str


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Removes the player of a seat; for the host and moderators."""

    by: str
    seat: int
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class Resign:
    """Leaves for good."""

    by: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Takes a person's seat of the running game.

    Its owner may come back to it, and anyone may take a seat that its player left and that nobody plays. Any other
    person's seat needs the consent of the host or a moderator, who is `by` then. Where its last player neither left it
    nor gives it up (is not `by`), its tiles go back to the pool and new ones are drawn.
    """

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Asks the player of a seat to let another person play on in it, tiles included; for the host and moderators."""

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class AgreeToOffer:
    """Gives up a seat to the person whom an offer named; `number` is that of the event of the offer."""

    by: str
    number: int


@dataclass(frozen=True, slots=True)
class End:
    """Ends the game from outside; for the host and moderators."""

    by: str
    moderator: bool = False


LobbyCommand = Join | AddComputer | AddGuest | SetRule | StopWaiting | TendLobby | Start
TurnCommand = Play | Pass | Exchange | Undo | CloseWindows | TakeHint
TradeCommand = Swap | TradeBlank | ExchangeFour
DrawCommand = Draw | FinishDraw
TableCommand = TypeRack | DeclareRack | CloseTiles
ChallengeCommand = Challenge | Accept | CloseFinalPass
WordCommand = Reject | CloseAnswer | AnswerWord
ClockCommand = OpenDraft | Expire | Remind | Nudge | KeepOpen | LoseTime
PauseCommand = Pause | Resume | Load
GoingCommand = Leave | RemoveSeat | Resign | End
SeatCommand = TakeSeat | OfferSeat | AgreeToOffer
Command = (
    Open
    | LobbyCommand
    | TurnCommand
    | TradeCommand
    | DrawCommand
    | TableCommand
    | ChallengeCommand
    | WordCommand
    | ClockCommand
    | PauseCommand
    | GoingCommand
    | SeatCommand
)
