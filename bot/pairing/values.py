"""Tournaments: what their director chooses, who plays, and the boards of the rounds. Instants and lengths are in ms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.competitions.values import Competition
from engine.game.state import Person
from engine.model.durations import DAY

MOST_ROUNDS = 30
TOURNAMENT_KEPT_FOR = 90 * DAY
"""How long a tournament is kept once it is over."""
CAP = 350
"""The most that one game adds to the spread."""
PRIZES = 3
"""The places that one plays for: who cannot reach them any more may meet a leader who cannot be caught."""


class Format(Enum):
    """How the pairs of a round are made."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    KNOCKOUT = "knockout"
    HILL = "king-of-the-hill"


FIXED = frozenset({Format.ROUND_ROBIN, Format.KNOCKOUT})
"""The formats that nobody can enter once the first round is drawn, and whose pairs nobody changes."""


class Ties(Enum):
    """What decides a tie in a knockout."""

    GAME = "game"
    SEED = "seed"
    DIRECTOR = "director"


class Ruling(Enum):
    """A board's end that is no result: both have lost it, or it counts for neither."""

    BOTH_LOSE = "both-lose"
    VOID = "void"


class Leaving(Enum):
    """Why somebody no longer plays: they have left the tournament or the server, or the director has removed them."""

    LEFT = "left"
    GONE = "gone"
    REMOVED = "removed"


class State(Enum):
    """Whether a tournament gathers players, is played, or is over."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """What the director has chosen.

    `rounds` is 0 until the start if the number of players decides. The last `hill` rounds pair neighbours. `grace` is
    how long players have for their first move, None if the game's clock sees to it, and `pause` the time between
    rounds, None if the director begins each round. `level` is that of the computer player whom players with a bye
    meet, None if they are free. `starts` is when it is to start by itself, None if the director starts it; players
    check in during the last `check_in` before that, unless it is 0. `low` and `high` bound the ratings of those who
    join. `ties` says what decides a tie in a knockout, and `absences` whether players may pause their games and be
    away.
    """

    format: Format
    rounds: int = 0
    hill: int = 0
    grace: int | None = None
    pause: int | None = None
    level: int | None = None
    starts: int | None = None
    check_in: int = 0
    low: int | None = None
    high: int | None = None
    ties: Ties = Ties.GAME
    absences: bool = False

    @property
    def checks_in_from(self) -> int | None:
        """When the players begin to check in; None if they need not."""
        return self.starts - self.check_in if self.starts is not None and self.check_in else None

    @property
    def plays_byes(self) -> bool:
        """Whether a bye is a game; the best seeds of a knockout are always free."""
        return self.level is not None and self.format is not Format.KNOCKOUT


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament: their number there, and their rating at the start.

    They have `dropped` once they no longer play, `leaving` says why if they did at the start, and are `here` once they
    have checked in. In a knockout, they may have taken the place of another entrant, `instead` of whom they play.
    """

    number: int
    person: str
    name: str
    by_ear: bool = False
    rating: int = 0
    dropped: bool = False
    here: bool = False
    leaving: Leaving | None = None
    instead: int | None = None

    @property
    def player(self) -> Person:
        """The person, as a player of games."""
        return Person(self.person, self.name, by_ear=self.by_ear)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pair of a round by the numbers of the entrants; `first` begins, and has a bye if there is no `second`.

    `points` are those of both once the game is over. A `forfeit` was not played. `stuck` says that the game ended
    without a result, which the director has to decide. `correction` is the version by which the director has set the
    points, until the game has been told. A `ruling` says that both have lost, or that it counts for neither. After a
    tie in a knockout, `advances` plays on if somebody has said so, and then, `stuck` says that the director is asked.
    """

    round: int
    board: int
    first: int
    second: int | None
    game: str | None = None
    points: tuple[int, int] | None = None
    forfeit: bool = False
    stuck: bool = False
    correction: int | None = None
    ruling: Ruling | None = None
    advances: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Those who play on it."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_open(self) -> bool:
        """Whether its end is not known."""
        return self.points is None

    @property
    def counts(self) -> bool:
        """Whether it is over, and somebody has won, lost or tied it."""
        return self.points is not None and self.ruling is not Ruling.VOID

    @property
    def is_tied(self) -> bool:
        """Whether nobody has won it, and nobody has lost it."""
        return self.points is not None and self.ruling is None and self.points[0] == self.points[1]

    @property
    def winner(self) -> int | None:
        """Who has won it; None while it is played, after a tie, and if there is none."""
        if self.points is None or self.ruling is not None or self.is_tied:
            return None
        return self.first if self.points[0] > self.points[1] else self.second


class Of(Enum):
    """What a message tells of a round; the call to check in is one of round 0.

    WAITING: for which games it waits, for the director. STALLED: that nobody can win the cup, likewise.
    """

    CALL = "call"
    WAITING = "waiting"
    STALLED = "stalled"
    PAIRS = "pairs"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class RoundMessage:
    """A message about a round: `listed` is a number for what it shows, and `listed_at` when it was last changed."""

    of: Of
    round: int
    message: int
    listed: int
    listed_at: int = 0


@dataclass(frozen=True, slots=True)
class Tournament(Competition):
    """A tournament, whole.

    `drawn` is the number of the newest round that has pairs, `begun` of the newest whose games may open, and `told` of
    the newest whose standings are posted. `called` says that the players have been asked to check in. `next_at` is when
    the next round begins by itself. `ended` is when it was over.
    """

    plan: TournamentPlan
    state: State
    drawn: int = 0
    begun: int = 0
    told: int = 0
    next_at: int | None = None
    called: bool = False
    ended: int | None = None
    entrants: tuple[Entrant, ...] = ()
    boards: tuple[Pairing, ...] = ()
    sheets: tuple[RoundMessage, ...] = ()

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Those who have not left."""
        return tuple(one for one in self.entrants if not one.dropped)

    @property
    def forgotten_at(self) -> int | None:
        """When a tournament that is over is thrown away."""
        return None if self.ended is None else self.ended + TOURNAMENT_KEPT_FOR

    def entrant(self, number: int) -> Entrant:
        """The entrant with a number."""
        return next(one for one in self.entrants if one.number == number)

    def name_of(self, person: str) -> str:
        """What somebody is called."""
        return next(one.name for one in self.entrants if one.person == person)

    def of(self, person: str) -> Entrant | None:
        """A person's entry, also if they have left."""
        return next((one for one in self.entrants if one.person == person), None)

    def round(self, number: int) -> tuple[Pairing, ...]:
        """The boards of a round."""
        return tuple(one for one in self.boards if one.round == number)

    def open_boards(self, number: int) -> tuple[Pairing, ...]:
        """The boards of an entrant in the round that is played whose end is not known."""
        return tuple(one for one in self.round(self.begun) if one.is_open and number in one.players)

    def after(self, number: int) -> Tournament:
        """The tournament without the rounds after one, as its results are now."""
        return replace(self, begun=number, boards=tuple(one for one in self.boards if one.round <= number))

    def sheet(self, of: Of, number: int) -> RoundMessage | None:
        """A message about a round, once it is posted."""
        return next((one for one in self.sheets if (one.of, one.round) == (of, number)), None)

    @property
    def is_played(self) -> bool:
        """Whether all games of the newest round that has begun are over."""
        return all(one.points is not None for one in self.round(self.begun))

    @property
    def places(self) -> tuple[Pairing, ...]:
        """The boards of all rounds."""
        return self.boards

    @property
    def counted(self) -> tuple[Pairing, ...]:
        """The boards of rounds that have begun."""
        return tuple(one for one in self.boards if one.round <= self.begun)
