"""Tournaments: what their director chooses, who plays, and the boards of the rounds. Instants and lengths are in ms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.competitions.values import Competition
from bot.model.errors import BotError
from bot.text.clocks import length_text
from bot.text.names import as_typed, bold
from bot.text.refusals.facts import Wordings, says
from bot.text.timezones import zone_title
from bot.text.typeddates import Reckoning, example_dates
from engine.model.durations import DAY, HOUR, MINUTE, SECOND, Times, offer

MOST_PLAYERS = 128
MOST_ROUNDS = 30
MOST_HERE = 4
"""Tournaments of one server that are not over; a channel has one."""
LARGEST_SCORE = 9999
FIRST_MOVE_GRACE = 15 * MINUTE
"""How long players have for their first move where turns are short."""
PORTION = 16
"""Games that are opened before the tournament is seen to again, so that its lease never runs out meanwhile."""
PAIRS_EVERY = 3 * SECOND
"""The pairs of a round show new results at most so often, the last ones at once."""
CHECK_IN = 30 * MINUTE
"""How long before a planned start players check in, unless the moderator chooses otherwise."""
LEAST_CHECK_IN = 5 * MINUTE
"""How long they can check in at least, or half the time that was chosen, if the bot was away when that was to begin."""
PAUSE = Times(offer("5m 10m 15m 30m 1h 12h 1d"), MINUTE, DAY, MINUTE)
GRACE = Times({"0": 0, **offer("5m 10m 15m 30m 1h 12h 1d")}, 0, DAY, MINUTE)
"""What can be chosen for `TournamentPlan`; a number counts in minutes."""
MOST_MAKERS = 20
"""People of one server who make tournaments besides the moderators."""
LATEST_START = 60 * DAY
TOURNAMENT_KEPT_FOR = 90 * DAY
"""How long a tournament is kept once it is over."""
CAP = 350
"""The most that one game adds to the spread."""
WAITS, WAITS_LONG = HOUR, 2 * DAY
"""After which time the director is told of a round that waits, also where players have hours or days for a turn."""
LOOKS_EVERY = 10 * MINUTE
"""How often the bot looks whether those who play are still in the server."""
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


class NoTournament(BotError):
    """The channel has had no tournament."""


class ChannelHasTournament(BotError):
    """A channel has one tournament at a time."""


class TooManyTournaments(BotError):
    """A server has as many tournaments as there may be, `most`."""

    most: int


class TooManyEntrants(BotError):
    """A tournament has as many players as there may be, `most`."""

    most: int


class TooFewEntrants(BotError):
    """Nobody plays alone."""


class GatheringOver(BotError):
    """It is too late to enter or to leave."""


class EntryClosed(BotError):
    """Nobody new can play since the pairs follow from the first ones, or the person has been knocked out."""


class NobodyToReplace(BotError):
    """Nobody whose place somebody else could take has left a knockout."""


class HasPlayed(BotError):
    """The person has played in this knockout, or still does, so they cannot take the place of someone else."""


class NothingToReopen(BotError):
    """A tournament that is over has been decided, so that nothing would be left to play."""


class TakenOut(BotError):
    """The director has taken the person out of the tournament."""


class NotEntered(BotError):
    """The person does not play in the tournament."""


class YouHaveNotEntered(BotError):
    """Whoever asks does not play in the tournament."""


class NotPlaying(BotError):
    """The tournament has not started, or is over."""


class TournamentOver(BotError):
    """No round begins any more."""


class RoundIsPlayed(BotError):
    """The next round cannot be drawn or begin: one is being played or has pairs, or all have been played."""


class RoundHasBegun(BotError):
    """No round has pairs that wait for their games, so there is nothing to change."""


class PairsAreFixed(BotError):
    """In this format, earlier rounds decide who meets whom."""


class NotMaker(BotError):
    """Only moderators, and whoever they allow it, make tournaments."""


class TooManyMakers(BotError):
    """As many people of a server make tournaments as there may be, `most`."""

    most: int


class BadStart(BotError):
    """No start can be read from what somebody typed, or it lies in the past or too far away."""

    typed: str
    reckoning: Reckoning


class BoardUnknown(BotError):
    """The two do not play each other in that round."""


WORDINGS: Wordings = {
    NoTournament: says("There is no tournament in this channel. Moderators can set one up with `/tournament new`."),
    ChannelHasTournament: says(
        "This channel already has a tournament. Its director can end it: **Manage**, then **End the tournament**."
    ),
    TooManyTournaments: says(
        "This server already has {count} tournaments. Please end one of them first.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooManyEntrants: says(
        "This tournament is full: {count} players have joined.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    TooFewEntrants: says("A tournament needs at least two players. Anyone can press **Join**."),
    GatheringOver: says("It is too late for this: the tournament has started, or it is over."),
    EntryClosed: says(
        "In this format, nobody can join once the first round has begun. In a knockout, the director can let someone "
        "take the place of a player who has left: **Manage**."
    ),
    NobodyToReplace: says("Since the last round, nobody who can be replaced has left this knockout."),
    HasPlayed: says("This person has already played in this knockout. Please choose someone who has not."),
    NothingToReopen: says("This tournament cannot be reopened: there is nothing left to play."),
    TakenOut: says("The director has taken you out of this tournament, so only the director can enter you again."),
    NotEntered: says("This player is not in the tournament."),
    YouHaveNotEntered: says("You are not in this tournament."),
    NotPlaying: says("The tournament is not under way: it has not started, or it is over."),
    TournamentOver: says("This tournament is over."),
    RoundIsPlayed: says("The next round cannot be drawn now. Please wait until all games of this round are over."),
    RoundHasBegun: says("There are no pairings to change: no round is about to begin."),
    PairsAreFixed: says("In this format, pairings cannot be set by hand."),
    NotMaker: says(
        "Only moderators, and people they choose with `/manage tournament allow`, can set up tournaments here."
    ),
    TooManyMakers: says(
        "{count} people can already set up tournaments here. Take someone out first: `/manage tournament allow "
        "switch:off`.",
        count=lambda error, asked: asked.texts.number(error.most),
    ),
    BadStart: says(
        "{typed} is not a start time within the next {count} days. Type how long until then, such as {length}, or a "
        "date and time, such as {tomorrow} or {date}. The time zone is {zone}; `/settings server` shows it.",
        typed=lambda error, _: bold(error.typed),
        count=lambda _, asked: asked.texts.number(LATEST_START // DAY),
        length=lambda _, asked: as_typed(length_text(2 * HOUR, asked.texts)),
        tomorrow=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[0]),
        date=lambda error, asked: as_typed(example_dates(asked.texts, error.reckoning)[1]),
        zone=lambda error, asked: zone_title(str(error.reckoning.zone), asked.texts),
    ),
    BoardUnknown: says("These two do not play each other in that round."),
}
