"""Ratings: in which table a game counts, and where people stand there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from engine.model.durations import DAY

POINTS = 40
BASE = 1000
"""A rating is shown as 1000 plus 40 for each unit of the model's cautious estimate, mean - 3 deviations."""
SETTLED, OPPONENTS = 10, 4
"""Rated games, and people to have played them against, that are needed to show a rating without a question mark."""
RECENTLY = DAY
"""Within this span, the second game against the same person counts half as much, the third a third, and so on."""
MOST_RECENT = 20
"""So many games of a day against the same person are remembered; further ones count next to nothing."""
ALL_SERVERS = 0
"""The server that stands for all servers together."""


class Unrated(Enum):
    """Why a game counts for no rating."""

    CHOSEN = "chosen"
    VOID = "void"  # it ended before it counted, or was ended from outside
    ALONE = "alone"  # fewer than two people have played
    GUESTS = "guests"
    SEATS = "seats"  # somebody was removed, or a seat was given to someone else


class Ladder(NamedTuple):
    """People who are rated against each other: in a server or `ALL_SERVERS`, a language and a tempo."""

    server: int
    language: str
    tempo: str


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person's standing in a ladder. `name` is the one used last, `rating` starts at `BASE`.

    `mean` and `deviation` are what the model believes. `wins` are unshared first places. `path` is the latest part of
    the rating's history: the initial value, then one per game. They have `met_enough` people once they have played
    against `OPPONENTS` there, or against all others who are rated in the server.
    """

    player: str
    name: str
    mean: float
    deviation: float
    rating: int = BASE
    games: int = 0
    wins: int = 0
    path: tuple[int, ...] = (BASE,)
    met_enough: bool = True

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on too few games, or on games against too few people."""
        return self.games < SETTLED or not self.met_enough


@dataclass(frozen=True, slots=True)
class Rivalry:
    """That someone has played against an opponent in a ladder; `recent` are the instants of the latest such games."""

    player: str
    opponent: str
    recent: tuple[int, ...] = ()

    def weight(self, now: int) -> float:
        """How much one more such game counts, up to 1."""
        return 1 / (1 + sum(now - at < RECENTLY for at in self.recent))

    def after(self, now: int) -> Rivalry:
        """The same with one more game; those long ago are forgotten."""
        kept = (at for at in self.recent if now - at < RECENTLY)
        return replace(self, recent=(*kept, now)[-MOST_RECENT:])


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """Where someone came in a contest: a place from 1, shared in a tie."""

    player: str
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Contest:
    """Something in which two or more people are rated by their places.

    `source` says what it was, and `ended` when it ended. `server` is None if it took place in direct messages: then it
    counts over all servers only.
    """

    source: str
    server: int | None
    language: str
    tempo: str
    people: tuple[RatedPlace, ...]
    ended: int = 0

    @property
    def ladders(self) -> tuple[Ladder, ...]:
        """Where it counts, its server first."""
        everywhere = Ladder(ALL_SERVERS, self.language, self.tempo)
        return (everywhere,) if self.server is None else (everywhere._replace(server=self.server), everywhere)


@dataclass(frozen=True, slots=True)
class Rung:
    """A ladder of a server with how many people are rated there, and how many results that takes."""

    ladder: Ladder
    people: int
    games: int
