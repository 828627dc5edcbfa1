"""What players, the application and its clock ask of a game: one class for each request. `by` is the player's id.

`turn`, if given, is the turn number that the player saw (for undo, challenge and accept, the turn in which the move was
made). A command for a turn that is over is refused as stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.game.state import LOBBY_PATIENCE, HintKind, Person, Player, Setup
from engine.model.tiles import Tiles
from engine.play.notation import PlayIntent
from engine.play.placement import Placement

# --- the lobby and the start --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a lobby. The host takes the first seat, or watches while only computers play.

    `table` lists the players of the previous game in their new seating order, the host among them. Computer players and
    the host's guests sit down at once, and a seat is kept for each of the others. `patience` is how long the lobby
    waits untouched, in milliseconds.
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
    """Seats a computer player; open to anyone seated."""

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
    """Frees the lobby's seats that are kept for players of the previous game; for the host and moderators."""

    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class TendLobby:
    """Nobody has touched the lobby for a while; sent by the clock."""


@dataclass(frozen=True, slots=True)
class Start:
    """Starts the game; open to anyone seated.

    With real tiles on a table, the draw for the start is typed in: `drawn` holds a tile for each seat in order,
    `A C ?`, and after a comma the tiles of a second round between seats that tied. Or `first` names the seat that
    begins.
    """

    by: str
    drawn: str = ""
    first: int | None = None


# --- moves --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """Places a word: as typed text (read in the game's orientation), as an intent, or as a finished placement.

    `draft` names the stored preview being played; see `OpenDraft`. With `words_cost`, one that the lexicon lacks costs
    the turn as under the challenge rule `strict`, unless phonies may stand. A play, pass or exchange said `ahead` is
    made for a player who may be away.
    """

    by: str
    move: str | PlayIntent | Placement
    turn: int | None = None
    draft: str | None = None
    words_cost: bool = False
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """Gives up the turn; after the last tiles are down, accepts the play. See `Play` for `ahead`."""

    by: str
    turn: int | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """Exchanges tiles: as typed text (letters, `?`, `all`) or as tiles. See `Play` for `ahead`."""

    by: str
    tiles: str | Tiles
    turn: int | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """Undoes the player's latest move, made in `turn`."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CloseWindows:
    """Closes the window to undo the move made in `turn`; sent by the clock, or by a mover who waives it."""

    turn: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class LackMemory:
    """A computer player has too little memory to think: it plays on at a weaker level, or passes if `level` is None."""

    by: str
    level: int | None
    turn: int | None = None


# --- help and trades during the seat's own turn, which goes on --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeHint:
    """Takes a hint of a given kind. The game only counts it; the hint is worked out elsewhere."""

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
    """Replaces a blank on the board, on a square such as `H8`, by the real tile from the rack, and takes the blank."""

    by: str
    square: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class ExchangeFour:
    """Exchanges the whole rack because it holds four of a kind."""

    by: str
    turn: int | None = None


# --- drawing tiles, and real tiles on a table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws `count` face-down tiles by hand, None for all; `seat` is one of the member's, None for the next one due."""

    by: str
    count: int | None = 1
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class FinishDraw:
    """The time for a seat to draw its tiles by hand is up; sent by the clock."""

    seat: int


@dataclass(frozen=True, slots=True)
class TypeRack:
    """Types in the real tiles that a computer player drew; open to anyone seated."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class DeclareRack:
    """Types in the tiles left on a real rack at the end; open to anyone seated."""

    by: str
    seat: int
    tiles: str


@dataclass(frozen=True, slots=True)
class CloseTiles:
    """The time to type in the tiles left is up; sent by the clock."""

    turn: int


# --- challenges and words that the lexicon lacks ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenges the play made in `turn`: the given words, or all of them."""

    by: str
    turn: int | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Accept:
    """Accepts the play made in `turn`, so that nobody waits for a challenge.

    If this seat was asked about the play (challenge rule `house`), `turn` is that of the question.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Rejects a play that this seat was asked about (challenge rule `house`), which loses its player turn and score.

    A player who was asked about their own play gives it up.
    """

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class CloseFinalPass:
    """The time to challenge the last play is up; sent by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class CloseAnswer:
    """The time to answer is up, and the play stands; sent by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class AnswerWord:
    """Says whether a word that the host was asked about counts; for the host. `number` is the question's."""

    by: str
    number: int
    add: bool


# --- clocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenDraft:
    """Records that the player previewed a move, which may then be played a little late; a later preview replaces it."""

    by: str
    turn: int
    draft: str


@dataclass(frozen=True, slots=True)
class Expire:
    """The time of the turn, or of its player, is up; sent by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class Remind:
    """It is time to remind the seat on turn; sent by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class Nudge:
    """Asks the player on turn to move; open to everyone else seated."""

    by: str


@dataclass(frozen=True, slots=True)
class KeepOpen:
    """Answers that a quiet game goes on, that a quiet lobby stays open, or to a claim that its player is there."""

    by: str


@dataclass(frozen=True, slots=True)
class PutAside:
    """Nobody has answered whether a quiet game goes on, so it is paused under a name; sent by the clock."""

    turn: int
    name: str


@dataclass(frozen=True, slots=True)
class CountOvertime:
    """Another minute of overtime has begun; sent by the clock."""

    turn: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Says that `by` no longer waits for the player on turn, who then gets a last time to move."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """The last time to move has passed; sent by the clock."""

    turn: int


class Settlement(Enum):
    """How a claimed game goes on: with a computer player in the silent seat, without that seat, or not at all."""

    COMPUTER = "computer"
    WIN = "win"
    END = "end"


@dataclass(frozen=True, slots=True)
class Settle:
    """Decides about a claimed game, or at once if the player on turn is `gone` for good.

    A `moderator` may have sent that player away, so such a win counts as removing the player.
    """

    by: str
    how: Settlement
    turn: int | None = None
    gone: frozenset[str] = frozenset()
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class LoseTime:
    """Nobody could reach the game between two instants; sent by the application."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Gives the player on turn more time; for an opponent, once a turn."""

    by: str
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class GoAway:
    """Stops the clocks of a member's seats until an instant; the application says how long members may be away."""

    by: str
    until: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A member is no longer away. Acting in a turn brings one back, too."""

    by: str


@dataclass(frozen=True, slots=True)
class EndAbsence:
    """The time for which the player of a seat is away is over; sent by the clock."""

    seat: int


# --- pauses and saved games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pause:
    """Pauses the game under a name; an empty name keeps the present one, and a `usual` one lasts as long as the pause.

    The host and moderators pause it at once, unless they play against other people with a clock. Then they agree to a
    pause, as other players do, which begins once all people have agreed.
    """

    by: str
    name: str = ""
    moderator: bool = False
    usual: bool = False


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
    """Gives up the seat: in the lobby it becomes free; in a running game the rule `on_leave` decides.

    A member who types for several players says which `seat` is meant; by default the one on turn.
    """

    by: str
    seat: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Removes the player of a seat; for the host and moderators.

    If `member` is given, that one must still type for it, or a computer player still hold it if it is empty.
    """

    by: str
    seat: int
    moderator: bool = False
    member: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Leaves for good; `seat` as in `Leave`. `by_time`: the director has waited in vain for the player's move."""

    by: str
    seat: int | None = None
    turn: int | None = None
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Takes a person's seat in the running game, for oneself or one's guest: nobody seats anyone else.

    Its owner may come back to it, and anyone may take a seat that its player left and that nobody plays. Any other seat
    only the host or a moderator may take. If its last player neither left it nor gives it up, its tiles go back to the
    pool and new ones are drawn.
    """

    player: Person
    seat: int
    by: str
    moderator: bool = False


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Lets another person play on in a seat, once everyone concerned agrees; for the host and moderators.

    The player of the seat is asked first and hands over the tiles too. With `new_tiles`, the player is not asked, and
    the tiles go back to the pool. Then the person who is to follow is asked, unless that is `by`.
    """

    player: Person
    seat: int
    by: str
    moderator: bool = False
    new_tiles: bool = False


@dataclass(frozen=True, slots=True)
class AgreeToOffer:
    """Gives up a seat to the person named in an offer, or is that person and takes it.

    `number` is that of the offer's event.
    """

    by: str
    number: int


@dataclass(frozen=True, slots=True)
class End:
    """Ends the game from outside; for the host and moderators.

    For someone who plays against other people, it counts as resigning, also in a pause, and `resigns` says that the
    person knows it. If several others play, they play on. People who are `gone` for good do not count.
    """

    by: str
    moderator: bool = False
    resigns: bool = False
    gone: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cancel:
    """Calls off a running game that does not count yet; for a player with at most one opponent.

    Nobody has lost it then, as by resigning.
    """

    by: str


@dataclass(frozen=True, slots=True)
class PassHost:
    """Passes the host's rights to the player `by`, who needs them, from a host who is `gone` or silent for long.

    With `judges`, another player gets them if there is one: they are needed to decide about a word of `by`.
    """

    by: str
    gone: frozenset[str] = frozenset()
    judges: bool = False


LobbyCommand = Join | AddComputer | AddGuest | SetRule | StopWaiting | TendLobby | Start
TurnCommand = Play | Pass | Exchange | Undo | CloseWindows | TakeHint | LackMemory
TradeCommand = Swap | TradeBlank | ExchangeFour
DrawCommand = Draw | FinishDraw
TableCommand = TypeRack | DeclareRack | CloseTiles
ChallengeCommand = Challenge | Accept | CloseFinalPass
WordCommand = Reject | CloseAnswer | AnswerWord
ClockCommand = OpenDraft | Expire | Remind | Nudge | KeepOpen | PutAside | CountOvertime | LoseTime | GiveTime
ClaimCommand = Claim | OpenClaim | Settle
AbsenceCommand = GoAway | ComeBack | EndAbsence
PauseCommand = Pause | Resume | Load
GoingCommand = Leave | RemoveSeat | Resign | Cancel | End
SeatCommand = TakeSeat | OfferSeat | AgreeToOffer | PassHost
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
    | ClaimCommand
    | AbsenceCommand
    | PauseCommand
    | GoingCommand
    | SeatCommand
)
