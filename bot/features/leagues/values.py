"""Leagues: their terms, members, seasons and games. Instants and lengths are in ms, people are named by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from bot.competitions.results import BYE, result_of
from bot.competitions.values import Competition
from engine.game.events import Event
from engine.game.history import Entry, TurnKind, best_play, bingo_counts, history
from engine.game.state import GameState, has_played
from engine.model.durations import DAY, HOUR, MINUTE, SECOND

MOST_MEMBERS = 60
"""Four divisions of the usual size: at most 420 games, so that a server keeps threads for others."""
MOST_HERE = 2
"""Leagues of one server that are not over; a channel has one."""
MOST_GAMES = 14
"""Games of one person in a season."""
SEASON, GATHERING, PAUSE = 14 * DAY, 3 * DAY, 2 * DAY
"""The usual lengths of a season, of the time before the first one, and of the time between two."""
SIZE = 15
"""The usual number of people in a division."""
SEASONS_REMEMBERED = 4
"""Seasons for which a place is remembered: whoever misses up to three comes back near it."""
OPENED_IN_A_ROW, OPENING_PAUSE = 10, 15 * SECOND
"""The pace at which games open: a few threads, then a pause, so that Discord does not slow the bot down."""
LEAST_IN_DIVISION = 2
"""Nobody is left alone in a division."""
LOOKS_EVERY = HOUR
"""How often the bot looks whether those who play are still in the server."""
SHOWN_EVERY = 5 * MINUTE
"""Standings change at most so often."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What its maker has chosen; `length` is that of a season.

    Without `movers`, a sixth of a division is promoted, and a sixth relegated.
    """

    length: int = SEASON
    pause: int = PAUSE
    size: int = SIZE
    movers: int | None = None

    @property
    def most(self) -> int:
        """The most people in a division."""
        return self.size + self.size // 3

    @property
    def reminder(self) -> int:
        """How long before its end a season reminds of games that are still played."""
        return self.length // 7

    def moving(self, people: int) -> int:
        """How many of a division of so many are promoted, and how many are relegated."""
        return min(ceil(people / 6) if self.movers is None else self.movers, people // 2)


@dataclass(frozen=True, slots=True)
class LeagueMember:
    """Someone who plays in a league; not `joined` after leaving it. `rating` is that of the day of joining.

    Who has left the server, or was `removed`, is `gone`, and does not play what is under way. Only the director can let
    in again who was removed. The director has put them in a `division` of the next season; None for the one that
    follows from their places.
    """

    person: str
    name: str
    by_ear: bool = False
    rating: int = 0
    joined: bool = True
    gone: bool = False
    removed: bool = False
    division: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Someone's spot in a season: the division from 1, the line in it at the start, and the place once it is over.

    Whoever is `out` has left the server or was taken out while it was played, so they cannot win it.
    """

    person: str
    season: int
    division: int
    line: int
    place: int | None = None
    out: bool = False


@dataclass(frozen=True, slots=True)
class FixtureSide:
    """What one player did in a game: points, bingos, best turn, and turns that ran out of time.

    Someone `absent` has lost it by never making a move, and if both are, it counts for nobody. Both have `lost` if the
    director says so; in a game that is `void` because the director says so, both are absent, however they have played.
    """

    points: int
    bingos: int = 0
    best: int = 0
    missed: int = 0
    absent: bool = False
    lost: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game between two people, of whom `first` begins. `sides` are both once it is decided.

    `stuck` says that someone ended the game without a result, which a director may set until the season is over.
    `correction` is the version by which a director has set the result, until the game has been told.
    """

    number: int
    division: int
    first: str
    second: str
    game: str | None = None
    sides: tuple[FixtureSide, FixtureSide] | None = None
    stuck: bool = False
    correction: int | None = None

    @property
    def is_played(self) -> bool:
        """Whether it counts: nobody has won a game that neither has begun."""
        return self.sides is not None and not all(side.absent for side in self.sides)

    @property
    def is_open(self) -> bool:
        """Whether its end is not known."""
        return self.sides is None

    @property
    def both_lost(self) -> bool:
        """Whether the director has both lose it."""
        return self.sides is not None and all(side.lost for side in self.sides)

    @property
    def is_settled(self) -> bool:
        """Whether there is nothing to wait for."""
        return self.sides is not None or self.stuck


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league, by its number from 1. `told` says that its results are posted."""

    number: int
    began: int
    ends: int
    closed: bool = False
    reminded: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class StandingsMessage:
    """A division's message with its standings: `listed` is a number for what it shows, `at` when it last changed."""

    division: int
    message: int | None
    listed: int
    at: int


@dataclass(frozen=True, slots=True)
class League(Competition):
    """A league with its newest season. `starts_at` is when the next season begins, None while one is played."""

    terms: Terms
    over: bool = False
    starts_at: int | None = None
    members: tuple[LeagueMember, ...] = ()
    season: Season | None = None
    spots: tuple[Spot, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    sheets: tuple[StandingsMessage, ...] = ()

    @property
    def joined(self) -> tuple[LeagueMember, ...]:
        """Those who are in the next season."""
        return tuple(one for one in self.members if one.joined)

    @property
    def playing(self) -> Season | None:
        """The season that is played now."""
        return self.season if self.season and not self.season.closed else None

    @property
    def places(self) -> tuple[Fixture, ...]:
        """The games of the season."""
        return self.fixtures

    def name_of(self, person: str) -> str:
        """What someone is called."""
        return next(one.name for one in self.members if one.person == person)

    @property
    def divisions(self) -> range:
        """The divisions of the season."""
        return range(1, 1 + max((one.division for one in self.spots), default=0))

    def open_games(self, person: str) -> tuple[Fixture, ...]:
        """The games of somebody in the season that is played whose end is not known."""
        games = self.fixtures if self.playing else ()
        return tuple(one for one in games if one.is_open and person in (one.first, one.second))

    def division(self, number: int) -> tuple[tuple[Spot, ...], tuple[Fixture, ...]]:
        """Who is in a division, and their games."""
        spots = sorted((one for one in self.spots if one.division == number), key=lambda one: one.line)
        return tuple(spots), tuple(one for one in self.fixtures if one.division == number)


def sides_of(
    state: GameState, events: Iterable[Event], *, at_end: bool = False
) -> tuple[FixtureSide, FixtureSide] | None:
    """What both players did in a game that is over; None if it was ended without a result.

    If the season is `at_end`, the points on the board decide between those who have moved, and for whom nobody else
    has. Whoever has forfeited a game is absent from it.
    """
    entries, result = history(events), result_of(state)
    assert result is not None
    if result.points is None and not at_end:
        return None
    if result.points is None:
        absent = {seat for seat in (0, 1) if not has_played(state.seats[seat]) or state.seats[seat].departed}
    else:
        absent = {seat for seat in (0, 1) if result.forfeit and result.points[seat] < BYE}
    bingos = bingo_counts(entries, state.variant)
    return _side(0, state, entries, bingos, absent), _side(1, state, entries, bingos, absent)


def _side(
    seat: int, state: GameState, entries: tuple[Entry, ...], bingos: dict[int, int], absent: set[int]
) -> FixtureSide:
    own = [entry for entry in entries if entry.seat == seat]
    best = best_play(own)
    missed = sum(entry.kind is TurnKind.EXPIRED for entry in own)
    return FixtureSide(state.seats[seat].score, bingos.get(seat, 0), best.points if best else 0, missed, seat in absent)
