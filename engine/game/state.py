"""The state of a game: what the events so far add up to. Instants are milliseconds since 1970 (UTC)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from engine.game.phases import NOTHING, Charge, EndReason, Over, Paused, Phase, Turn
from engine.model.board import STANDARD, Board, Orientation
from engine.model.durations import DAY
from engine.model.rules import Rules
from engine.model.tiles import HiddenRack, KnownRack, Rack, Tiles, Word
from engine.model.variant import Variant
from engine.play.placement import Placement, ScoreSheet

NOBODY = "0"
"""The member whose guests are names in a record: nobody plays for them until someone takes their seats."""


@dataclass(frozen=True, slots=True)
class Person:
    """A human player. `id` is the application's id for them; names are for display and need not be unique.

    A guest plays on a member's screen, with the member's id and a number after it, `<member>#2`. A player `by_ear` has
    the game read aloud, which takes longer.
    """

    id: str
    name: str
    by_ear: bool = field(default=False, compare=False)

    @property
    def member(self) -> str:
        """The id of the member who types for this player: the player's own, or that of the guest's member."""
        return self.id.partition("#")[0]

    @property
    def is_guest(self) -> bool:
        """Whether another member types for this player."""
        return self.member != self.id

    @property
    def is_nobody(self) -> bool:
        """Whether this is only a name in a record, whose seat anyone may take."""
        return self.member == NOBODY


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player of a given level; `id` is unique in its game (`computer-1`, ...)."""

    id: str
    name: str
    level: int


Player = Person | Computer

LOBBY_PATIENCE = DAY
"""How long a lobby waits untouched, in milliseconds, unless it was opened with another patience."""


class Standing(Enum):
    """Whether a seat still plays."""

    IN_PLAY = "in play"
    LEFT = "left"
    RESIGNED = "resigned"
    OUT_OF_TIME = "out of time"


class HintKind(Enum):
    """What a hint gives: a nudge (where to look, or what for), a random playable word, or the best move."""

    NUDGE = "nudge"
    RANDOM = "random"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat changes hands once somebody agrees; `number` is that of the offer's event.

    The player of the seat is asked first, and then, with `to_heir`, the person who is to play on in it. `by` is who
    gives the seat away: the host, a moderator, or its player.
    """

    player: Person
    by: str
    number: int
    to_heir: bool = False


@dataclass(frozen=True, slots=True)
class Departed:
    """Whose part in a seat ended, when, with how many points and `moves`: what anyone else does there is not theirs.

    It is not `for_good` while they can still come back before anyone else has moved there.
    """

    player: Player
    at: int
    score: int
    moves: int
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table.

    `lost_turns` counts its coming turns that will be skipped (challenge rule `double`), and `hints` the hints it has
    taken. `used` is the time of its turns, in milliseconds, without the current one, and `banked` what of it came from
    the time bank. `gained` is what increments and opponents have added to its game clock or time bank. Until the
    instant `away`, its clock stands still. `moves` counts the moves and challenges made here, without what was undone
    and without turns that ran out.

    `owner` is the person who gave up the seat without resigning, until someone replaces them; `barred` means that the
    owner was removed and needs consent to come back. `departed` is who has left the seat to a computer player or a
    person, also by resigning.

    `due` counts the tiles that the seat still has to draw by hand, or that someone has to type in, since the instant
    `due_since`; `aside` holds the tiles that it exchanged for them, which it does not draw again.

    `offer` asks its player, or the person who is to follow, whether someone else may play on here. `asked_from` is the
    number of the first question to the host that its player may know: earlier ones came from another player, with other
    tiles.
    """

    player: Player
    rack: Rack = field(default_factory=KnownRack)
    score: int = 0
    standing: Standing = Standing.IN_PLAY
    lost_turns: int = 0
    moves: int = 0
    hints: int = 0
    used: int = 0
    banked: int = 0
    gained: int = 0
    away: int | None = None
    owner: Person | None = None
    barred: bool = False
    departed: Departed | None = None
    due: int = 0
    due_since: int = 0
    aside: Tiles = field(default_factory=Tiles)
    offer: Offer | None = None
    asked_from: int = 0

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return isinstance(self.player, Person)

    @property
    def in_play(self) -> bool:
        """Whether the seat still takes turns."""
        return self.standing is Standing.IN_PLAY

    @property
    def given_up(self) -> Departed | None:
        """Who has given up the game here, as far as results go; None if all that counts was done by its player.

        A result says something of a person only if that person alone has moved. So it stays with the one who moved here
        first, and what others do here afterwards counts for nobody: who leaves is placed last, also after coming back
        to a seat in which somebody else has moved. A computer player might have made the move that decides the game.
        """
        left = self.departed
        return left if left and (left.moves or left.for_good) else None

    @property
    def credited(self) -> Player:
        """Who has the result of this seat."""
        return self.given_up.player if self.given_up else self.player


@dataclass(frozen=True, slots=True)
class LexiconRef:
    """The lexicon of a game: its name and a digest of its contents."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices fixed when a game is opened; only the rules may change until it starts."""

    variant: Variant
    rules: Rules
    lexicon: LexiconRef
    orientation: Orientation = STANDARD
    name: str = ""


# --- words that the host is asked about ---------------------------------------------------------------------------


class Verdict(Enum):
    """What became of a word that the host was asked about."""

    OPEN = "open"
    ADDED = "added"
    REFUSED = "refused"
    LAPSED = "lapsed"  # the player who asked, or the host, has left


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word that the lexicon lacks and a seat wants to play (challenge rule `ask_host`).

    `number` counts the questions of a game from 0.
    """

    number: int
    seat: int
    word: Word
    verdict: Verdict = Verdict.OPEN


# --- the latest move ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LatestPlay:
    """A play that may still be undone, challenged or accepted.

    `turn` is the number of the turn in which it was made; `scoreless_before` and `passes_before` are the counts before
    it. `drawn` holds the replacement tiles, None until they are drawn (they wait for the undo window); for a hidden
    rack only their number is known, `drawn_unseen`. The play is `open` until the next seat's move, a first challenge,
    or the closing of the windows; `accepted` lists the opponents who accepted it. `charge` is what its turn took, from
    which the clock goes on if the play is undone.
    """

    seat: int
    turn: int
    at: int
    placement: Placement
    sheet: ScoreSheet
    scoreless_before: int
    passes_before: int
    drawn: Tiles | None = None
    accepted: tuple[int, ...] = ()
    open: bool = True
    charge: Charge = NOTHING
    drawn_unseen: int = 0


@dataclass(frozen=True, slots=True)
class LatestPass:
    """A pass that may still be undone."""

    seat: int
    turn: int
    at: int
    scoreless_before: int
    passes_before: int
    open: bool = True
    charge: Charge = NOTHING


Latest = LatestPlay | LatestPass


class HasPlayer(Protocol):
    """What has a player in a place at the table."""

    @property
    def player(self) -> Player:
        """Who plays here."""

    @property
    def moves(self) -> int:
        """How many moves were made here."""

    @property
    def in_play(self) -> bool:
        """Whether the seat still takes turns."""


def has_played(seat: HasPlayer) -> bool:
    """Whether a seat has taken part in the game: somebody has moved there, or a computer player has it, which will."""
    return seat.moves > 0 or isinstance(seat.player, Computer)


class AtTable:
    """What follows alike from the whole state of a game and from what everyone may know of it."""

    __slots__ = ()
    setup: Setup
    phase: Phase
    seats: tuple[HasPlayer, ...]

    @property
    def variant(self) -> Variant:
        """The variant of the game."""
        return self.setup.variant

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    @property
    def on_turn(self) -> int | None:
        """The seat on turn, None outside turns."""
        return self.phase.seat if isinstance(self.phase, Turn) else None

    def seat_of(self, player: str) -> int | None:
        """The seat of the player with an id, or None if there is none."""
        return next((number for number, seat in enumerate(self.seats) if seat.player.id == player), None)

    @property
    def is_demonstration(self) -> bool:
        """Whether only computer players are seated; the host watches."""
        return not any(isinstance(seat.player, Person) for seat in self.seats)

    @property
    def counts(self) -> bool:
        """Whether a result would say anything: two players have taken part, and a person is one of them.

        A game that ends before that is void. One that computer players play by themselves always counts, and one with a
        single seat as soon as its player has moved.
        """
        played = [seat for seat in self.seats if has_played(seat)]
        enough = len(played) >= min(2, len(self.seats))
        return self.is_demonstration or (enough and any(isinstance(seat.player, Person) for seat in played))

    @property
    def is_void(self) -> bool:
        """Whether the game ended before it counted."""
        return isinstance(self.phase, Over) and self.phase.reason is EndReason.VOID

    def seats_of(self, member: str) -> tuple[int, ...]:
        """All seats that a member types for: the member's own and those of guests on the same screen."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if isinstance(seat.player, Person) and seat.player.member == member
        )


@dataclass(frozen=True, slots=True)
class GameState(AtTable):
    """Everything about a game, hidden tiles included; only `decide`, `evolve` and `views` read all of it.

    `pool` holds the tiles neither on the board nor on a known rack: some of them may be on hidden racks. `turn` is a
    number that grows whenever the board or the seat on turn changes, so that a button with an old number is recognised.
    `sequence` counts the events, `scoreless` the consecutive turns without a scoring placement, and `passes` the
    consecutive passes. `swapped` means that racks and scores were swapped, so that the result says nothing about
    strength.

    `agreed` lists the seats whose players want the game paused, or resumed. `asked` holds the words that the host was
    asked about. `table` lists the ids of the players of the previous game in their new seating order, and `awaited` the
    players among them for whom the lobby keeps a seat. After a lobby has been untouched for `patience` milliseconds its
    players are asked about it, and after as long again it is closed. The host's
    rights pass on when the `host` gives up the seat. `meddled` means that a player lost a seat against their will
    (`_sent_away` in `engine/game/evolve.py`), so that the result counts for no rating. `sent_away` are the members whom
    others removed from the lobby.
    """

    setup: Setup
    host: str
    opened: int
    seats: tuple[Seat, ...]
    board: Board
    pool: Tiles
    phase: Phase
    turn: int = 0
    scoreless: int = 0
    passes: int = 0
    latest: Latest | None = None
    sequence: int = 0
    swapped: bool = False
    agreed: tuple[int, ...] = ()
    asked: tuple[AskedWord, ...] = ()
    table: tuple[str, ...] = ()
    awaited: tuple[Person, ...] = ()
    patience: int = LOBBY_PATIENCE
    meddled: bool = False
    sent_away: frozenset[str] = frozenset()

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that still take turns, in order."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.in_play)

    def may_arrange(self, player: str) -> bool:
        """Whether a player may add computer players and start the game: everyone seated may, and so may the host."""
        return player == self.host or self.seat_of(player) is not None

    def directs(self, player: str, *, moderator: bool) -> bool:
        """Whether someone may pause and end the game and decide about its seats: its host, or a moderator.

        A file can be loaded anywhere, so until everyone has agreed to the game no moderator has a say in it.
        """
        return player == self.host or (moderator and not self.waits_for_agreement)

    @property
    def waits_for_agreement(self) -> bool:
        """Whether the game was loaded from a file and goes on only once all its people agree."""
        return isinstance(self.phase, Paused) and self.phase.all_agree

    @property
    def host_seat(self) -> int | None:
        """The seat of the host while the host is in play."""
        seat = self.seat_of(self.host)
        return seat if seat is not None and self.seats[seat].in_play else None

    def seat_kept_for(self, member: str) -> int | None:
        """The seat that a member or guest left and may come back to without consent, or None if there is none."""
        owners = ((number, seat.owner) for number, seat in enumerate(self.seats) if seat.owner and not seat.barred)
        return next((number for number, owner in owners if owner.member == member), None)

    @property
    def in_pool(self) -> int:
        """How many tiles are left in the pool itself."""
        return len(self.pool) - sum(len(seat.rack) for seat in self.seats if isinstance(seat.rack, HiddenRack))

    @property
    def drawable(self) -> int:
        """How many tiles of the pool belong to no seat yet."""
        return self.in_pool - sum(seat.due for seat in self.seats)

    def next_seat(self, seat: int) -> int:
        """The next seat in play after a given one, in order; the same seat if no other is in play."""
        order = [*range(seat + 1, len(self.seats)), *range(seat + 1)]
        return next((number for number in order if self.seats[number].in_play), seat)

    @property
    def max_seats(self) -> int:
        """How many seats there can be: as many as the rules allow, but no more than can be dealt full racks."""
        return min(self.rules.most_seats, self.variant.max_seats)


def member_seats(state: GameState) -> dict[str, int]:
    """One seat in play for each member: the member's own, or a guest's if the member has left."""
    found: dict[str, int] = {}
    for number in state.in_play:
        player = state.seats[number].player
        if isinstance(player, Person) and (player.member not in found or not player.is_guest):
            found[player.member] = number
    return found
