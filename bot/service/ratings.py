"""Ratings of a server's players, recomputed from its results whenever the process starts.

The model is Plackett-Luce as in the library openskill; only people are rated, by their places among each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.model.games import GameResult, PlayerResult
from bot.service.locks import Locks
from bot.store.results import Results

POINTS = 40
BASE = 1000
"""A rating is shown as 1000 plus 40 for each unit of the model's cautious estimate, mean - 3 deviations."""
KEPT = 1000
"""How many games back a rating's history is kept."""

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's standing in a server. `name` is the one used last, `rating` starts at 1000, `seen` is an instant.

    `wins` are unshared first places. `path` is the rating's history: the initial value, then one per game.
    """

    player: str
    name: str
    rating: int
    games: int
    wins: int
    seen: int
    path: tuple[int, ...] = (BASE,)


@dataclass(frozen=True, slots=True)
class _Table:
    upto: int
    people: dict[str, Rated]
    beliefs: dict[str, PlackettLuceRating]


class Ratings:
    """The rating tables of servers; each request for a table adds only the results since the last one."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._tables: dict[int, _Table] = {}
        self._locks = Locks()

    async def of_server(self, server: int) -> tuple[Rated, ...]:
        """Everyone with a rated game in a server, the best first."""
        async with self._locks.hold(f"ratings/{server}"):
            table = self._tables.get(server, _Table(0, {}, {}))
            news = await self._results.of_server(server, table.upto)
            if news:
                table = self._tables[server] = await asyncio.to_thread(_go_on, table, news)
        return tuple(sorted(table.people.values(), key=lambda one: (-one.rating, -one.games, one.player)))


def _go_on(table: _Table, news: Iterable[tuple[int, GameResult]]) -> _Table:
    upto, people, beliefs = table.upto, dict(table.people), dict(table.beliefs)
    for number, result in news:
        upto = number
        if result.rated:
            _rate(result, people, beliefs)
    return _Table(upto, people, beliefs)


def _rate(result: GameResult, people: dict[str, Rated], beliefs: dict[str, PlackettLuceRating]) -> None:
    played = [one for one in result.players if one.level is None]
    before = [[beliefs.get(one.player) or _MODEL.rating()] for one in played]
    after = _MODEL.rate(before, ranks=[float(one.place) for one in played])
    best = min(one.place for one in played)
    for one, (belief,) in zip(played, after, strict=True):
        beliefs[one.player] = belief
        won = one.place == best and sum(other.place == best for other in played) == 1
        people[one.player] = _updated(people.get(one.player), one, belief, won, result.ended)


def _updated(before: Rated | None, played: PlayerResult, belief: PlackettLuceRating, won: bool, ended: int) -> Rated:
    games, wins = (before.games, before.wins) if before else (0, 0)
    rating = BASE + round(POINTS * belief.ordinal())
    path = (*(before.path if before else (BASE,)), rating)[-KEPT - 1 :]
    return Rated(played.player, played.name, rating, games + 1, wins + won, ended, path)
