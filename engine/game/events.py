"""What has happened in a game: one class for each kind of event, which holds its whole outcome.

Replaying events needs nothing else: no luck, no lexicon, no clock. Each event carries `at`, its instant in milliseconds
since 1970. The classes may be renamed; `codec` fixes their stored names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.game.phases import EndReason, Reminder, ScoreChange
from engine.game.state import LOBBY_PATIENCE, Computer, HintKind, LexiconRef, Person, Player, Setup
from engine.model.board import Cell
from engine.model.rules import Rules
from engine.model.tiles import Tile, Tiles, Word
from engine.play.placement import Placement, ScoreSheet

# --- the lobby and the start --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A lobby was opened. It holds the whole setup, so that no later edition of a variant changes the game.

    `seated` says whether the host took the first seat. `table` lists the players of the previous game in their new
    seating order; seats are kept for the people among them. `patience` is how long the lobby waits untouched, in
    milliseconds.
    """

    at: int
    host: Player
    setup: Setup
    seated: bool = True
    table: tuple[Player, ...] = ()
    patience: int = LOBBY_PATIENCE


@dataclass(frozen=True, slots=True)
class Joined:
    """A player took the next seat, or a seat with a given number; later seats are then numbered one higher."""

    at: int
    player: Player
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat in the lobby was given up; later seats are numbered one lower.

    `by` is the person who freed it, and `host` is the host from now on.
    """

    at: int
    seat: int
    by: str
    host: str


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The host set a rule; `rules` holds all rules as they are now."""

    at: int
    rule: str
    value: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class InvitationsEnded:
    """Seats are no longer kept for these players: they declined, or `by` decided not to wait."""

    at: int
    players: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class LobbyQuiet:
    """Nobody has touched the lobby for a while, so everyone is asked whether it stays open."""

    at: int


@dataclass(frozen=True, slots=True)
class StartDrawn:
    """One round of the draw for the start: which seat drew which tile. The tiles went back; seats that tied draw again.

    The seat with the tile nearest to the beginning of the alphabet starts.
    """

    at: int
    drawn: tuple[tuple[int, Tile], ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The game began; `first` is the seat that plays first.

    `lexicon` judges it from now on; None means the lexicon that it was opened with.
    """

    at: int
    by: str
    first: int
    lexicon: LexiconRef | None = None


LobbyEvent = Joined | SeatFreed | RulesChanged | InvitationsEnded | LobbyQuiet | StartDrawn | Started

# --- moves --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A seat placed tiles."""

    at: int
    seat: int
    placement: Placement
    sheet: ScoreSheet


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed; `points` is what the variant awards for it."""

    at: int
    seat: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat exchanged tiles: those returned and those drawn. `points` is what the variant awards for it.

    Only the number of real tiles on a table is known, `hidden`. No tiles have been drawn yet if the seat draws by hand,
    or if it is a computer player that gets real tiles.
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
class Undone:
    """The latest move was undone; its seat is on turn again."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class WindowsClosed:
    """The latest move can no longer be undone, and its seat has no tiles to draw for it."""

    at: int


@dataclass(frozen=True, slots=True)
class TurnSkipped:
    """A seat lost its turn to an earlier challenge that failed (challenge rule `double`)."""

    at: int
    seat: int


MoveEvent = Played | Passed | Exchanged | Undone | WindowsClosed | TurnSkipped

# --- help and trades during the seat's own turn, which goes on --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A seat took a hint of a given kind, for a number of points. The hint itself is secret and is not stored."""

    at: int
    seat: int
    kind: HintKind
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat swapped rack and score with another."""

    at: int
    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class BlankTraded:
    """A seat replaced a blank on the board by a real tile and took the blank."""

    at: int
    seat: int
    cell: Cell
    tile: Tile
    blank: Tile


@dataclass(frozen=True, slots=True)
class FourExchanged:
    """A seat with four or more tiles of one letter exchanged its whole rack.

    No tiles have been drawn yet if the seat draws by hand.
    """

    at: int
    seat: int
    returned: Tiles
    drawn: Tiles


TradeEvent = HintGiven | Swapped | BlankTraded | FourExchanged

# --- drawing tiles, and real tiles on a table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """A seat drew tiles from the pool. If they replace the tiles of a play, it can no longer be undone."""

    at: int
    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class DrawOpened:
    """A seat may now draw `count` tiles by hand, or someone types them in as real tiles.

    If they replace the tiles of a play, it can no longer be undone.
    """

    at: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class HiddenDrawn:
    """A player at a real table drew tiles that the program does not know."""

    at: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TilesAwaited:
    """The game is decided, and the real tiles left on these seats' racks must be typed in by the deadline."""

    at: int
    waiting: tuple[int, ...]
    reason: EndReason
    deadline: int


@dataclass(frozen=True, slots=True)
class RackDeclared:
    """The tiles left on a real rack were typed in, or follow from all other tiles being known."""

    at: int
    seat: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class RackRecorded:
    """The record from which a game is told again says what a seat holds; `hidden` is a number of unknown tiles.

    Whatever the game knew of that rack goes back to the pool.
    """

    at: int
    seat: int
    tiles: Tiles
    hidden: int = 0


TileEvent = TilesDrawn | DrawOpened | HiddenDrawn | TilesAwaited | RackDeclared | RackRecorded

# --- challenges ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenged:
    """A play was challenged. `valid` is the verdict on the words together; it does not say which word was bad."""

    at: int
    seat: int
    by: int
    words: tuple[Word, ...]
    valid: bool


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A play was challenged off: its tiles go back to the rack, its replacements to the pool, and its score is lost."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class TurnForfeited:
    """A seat will lose its next turn (a failed challenge under the rule `double`)."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """A challenge failed, and the seat that made the play gains points (rules `five_point` and `ten_point`)."""

    at: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """An opponent accepted the latest play."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class FinalPassOpened:
    """The last tiles are down: these seats may challenge or pass until the deadline."""

    at: int
    waiting: tuple[int, ...]
    deadline: int


ChallengeEvent = Challenged | Withdrawn | TurnForfeited | ChallengeBonus | Accepted | FinalPassOpened

# --- words that the lexicon lacks ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A seat lost its turn to words that the lexicon lacks, or (no `words`) to a play that is invalid in itself.

    Its tiles stay on the rack. `placement`, `sheet` and `by`, the seat that rejected the play, are set only if everyone
    has seen the play (challenge rule `house`). Nobody has seen a play that the rule `strict` refuses, and its words may
    not be shown.
    """

    at: int
    seat: int
    words: tuple[Word, ...]
    by: int | None = None
    placement: Placement | None = None
    sheet: ScoreSheet | None = None


@dataclass(frozen=True, slots=True)
class HouseAsked:
    """The seats in `waiting` have until the deadline to say whether a play counts.

    `words` are the words that the lexicon lacks.
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
    """A seat said whether the play that it was asked about counts."""

    at: int
    seat: int
    accepts: bool


@dataclass(frozen=True, slots=True)
class HouseExpired:
    """These seats did not answer in time, so the play stands."""

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
    """The host said whether a word counts in this game, for everyone who asked about it."""

    at: int
    word: Word
    added: bool


WordEvent = TurnLost | HouseAsked | HouseAnswered | HouseExpired | HostAsked | HostAnswered

# --- clocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """A seat lost its turn because its time was up."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class DraftOpened:
    """The seat on turn previewed a move in time and may play it for a while after the time is up.

    `draft` is a name that reveals nothing about the move.
    """

    at: int
    seat: int
    draft: str


@dataclass(frozen=True, slots=True)
class TimeLost:
    """Nobody could reach the game from `start` to `end`; that time is charged to nobody."""

    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reminded:
    """The seat on turn was reminded of the game; `by` is the id of the player who asked for it, if anyone did."""

    at: int
    seat: int
    reason: Reminder
    by: str | None = None


@dataclass(frozen=True, slots=True)
class KeptOpen:
    """A player answered that a quiet game goes on, or that a quiet lobby stays open."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """The player `by` (an id) has waited too long for the seat on turn, which now has a last time to move."""

    at: int
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class ClaimDue:
    """The seat on turn has let its last time pass: those who wait may decide how the game goes on."""

    at: int
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class OvertimeCounted:
    """The seat on turn is so many `minutes` over its game clock, the one just begun included."""

    at: int
    seat: int
    minutes: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The seat `giver` gave the seat on turn more time, in milliseconds: for this turn and on its game clock."""

    at: int
    seat: int
    giver: int
    time: int


@dataclass(frozen=True, slots=True)
class WentAway:
    """The player of a seat is away until an instant; the clock of the seat stands still."""

    at: int
    seat: int
    until: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """The player of a seat is no longer away."""

    at: int
    seat: int


ClockEvent = (
    TurnExpired
    | DraftOpened
    | TimeLost
    | Reminded
    | KeptOpen
    | Claimed
    | ClaimDue
    | OvertimeCounted
    | TimeGiven
    | WentAway
    | CameBack
)

# --- pauses and saved games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PauseAgreed:
    """A player agreed to pause the game, or to resume a paused one; that happens once everyone has agreed."""

    at: int
    seat: int
    resumes: bool = False


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game was paused under a name by a player (an id), or `by` nobody as it had been quiet for long.

    Nobody has chosen a `usual` name: the game has it only while it is paused.
    """

    at: int
    by: str
    name: str
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Loaded:
    """A saved game was loaded: it is paused until every person in play agrees to go on.

    `save` names the file, `name` is what the game is called from now on. `rewinds` means that moves made after the save
    are lost.
    """

    at: int
    by: str
    save: str
    name: str
    rewinds: bool = False


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game resumed, with every clock as it was at the pause."""

    at: int
    by: str


PauseEvent = PauseAgreed | GamePaused | Loaded | GameResumed

# --- seats of a running game --------------------------------------------------------------------------------------


class Departure(Enum):
    """How a player gave up a seat. One who left or fell silent may come back freely; otherwise the host decides."""

    LEFT = "left"
    REMOVED = "removed"
    RESIGNED = "resigned"
    OVERTIME = "overtime"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the running game, for good if it resigned; its tiles stay out of play.

    `by_time` means that it exceeded the overtime limit. `by` is the id of the player who removed it, or None if it left
    by itself.
    """

    at: int
    seat: int
    resigned: bool
    by_time: bool = False
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A computer player plays on for a person who gave up the seat, or whom the player `by` removed from it."""

    at: int
    seat: int
    person: Person
    computer: Computer
    how: Departure
    by: str | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person took a seat in the running game: its owner came back, or someone else plays on.

    `before` is the last person in the seat. `by` is the id of the player who allowed it, or the person's own if no
    consent was needed. If `before` had not agreed, the tiles `returned` went back to the pool and those `drawn`
    replaced them.
    """

    at: int
    seat: int
    player: Person
    before: Person
    by: str
    returned: Tiles = field(default_factory=Tiles)
    drawn: Tiles = field(default_factory=Tiles)


@dataclass(frozen=True, slots=True)
class SeatOffered:
    """The player of a seat was asked to let another person play on in it; `by` is the id of the player who asked.

    With `to_heir`, that other person was asked: `by` gives the seat away, and nobody else needs to agree.
    """

    at: int
    seat: int
    player: Person
    by: str
    to_heir: bool = False


@dataclass(frozen=True, slots=True)
class MemoryLacked:
    """A computer player had too little memory to think: it plays on at a weaker level, or passes if `level` is None."""

    at: int
    seat: int
    level: int | None


@dataclass(frozen=True, slots=True)
class Renamed:
    """The person of a seat is called by another name from now on."""

    at: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class HostPassed:
    """The host's rights passed to another player, since the host had gone or was silent for long."""

    at: int
    host: Person


SeatEvent = SeatLeft | TakenOver | SeatTaken | SeatOffered | MemoryLacked | Renamed | HostPassed

# --- the end ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended: why, what changed the scores then, and which seats won.

    `by` is the id of the person who ended it from outside or called it off.
    """

    at: int
    reason: EndReason
    changes: tuple[ScoreChange, ...]
    winners: tuple[int, ...]
    by: str | None = None


Event = (
    Opened
    | LobbyEvent
    | MoveEvent
    | TradeEvent
    | TileEvent
    | ChallengeEvent
    | WordEvent
    | ClockEvent
    | PauseEvent
    | SeatEvent
    | Ended
)
