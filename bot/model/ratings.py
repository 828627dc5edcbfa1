"""Ratings: in which table a game counts, and where people stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

POINTS = 40
BASE = 1000
"""A rating is shown as 1000 plus 40 for each unit of the model's cautious estimate, mean - 3 deviations."""
SETTLED = 10
"""Rated games needed to show a rating without a question mark."""
ALL_SERVERS = 0
"""The server that stands for all servers together."""


class Ladder(NamedTuple):
    """People who are rated against each other: in a server or `ALL_SERVERS`, a language and a tempo."""

    server: int
    language: str
    tempo: str


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person's standing in a ladder. `name` is the one used last, `rating` starts at `BASE`.

    `mean` and `deviation` are what the model believes. `wins` are unshared first places. `path` is the latest part of
    the rating's history: the initial value, then one per game.
    """

    player: str
    name: str
    mean: float
    deviation: float
    rating: int = BASE
    games: int = 0
    wins: int = 0
    path: tuple[int, ...] = (BASE,)

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on few games."""
        return self.games < SETTLED


@dataclass(frozen=True, slots=True)
class RatedPlace:
    """Where someone came in a contest: a place from 1, shared in a tie."""

    player: str
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Contest:
    """Something in which two or more people are rated by their places. `source` says what it was.

    `server` is None if it took place in direct messages: then it counts over all servers only.
    """

    source: str
    server: int | None
    language: str
    tempo: str
    people: tuple[RatedPlace, ...]

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
