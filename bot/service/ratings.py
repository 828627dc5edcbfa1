"""Ratings of people by server, language and tempo, and over all servers.

The model is Plackett-Luce as in the library openskill; only people are rated, by their places among each other. A
rating stays as it is while nobody plays.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from openskill.models import PlackettLuce

from bot.model.ratings import BASE, POINTS, Contest, Ladder, RatedPerson, RatedPlace, Rung
from bot.store.ratings import RatingStore, Standings
from engine.model.rules import Rules
from engine.model.tempo import tempo_of

RATINGS_KEPT = 200
"""How many games back a rating's history is kept."""

_MODEL = PlackettLuce()


def ladder_of(server: int, language: str, rules: Rules) -> Ladder:
    """The ladder of a server in which a game counts."""
    return Ladder(server, language, tempo_of(rules).value)


class Ratings:
    """Where people stand. Whatever asks first counts the results that have come since."""

    def __init__(self, store: RatingStore) -> None:
        self._store = store

    async def rate(self, contest: Contest) -> None:
        """Count what two or more people have played besides games; the same source counts once."""
        await self._store.count_contest(contest, rated)

    async def rating(self, ladder: Ladder, person: str) -> int:
        """A person's rating; `BASE` before the first game."""
        known = (await self.of_people(ladder, (person,))).get(person)
        return known.rating if known else BASE

    async def of_people(self, ladder: Ladder, people: Collection[str]) -> dict[str, RatedPerson]:
        """Where people stand in a ladder, by id; without those who are not rated there."""
        await self.catch_up()
        return await self._store.of_people(ladder, people)

    async def of_person(self, person: str, server: int) -> tuple[tuple[Ladder, RatedPerson], ...]:
        """Where a person stands in a server and over all servers, the most games first."""
        await self.catch_up()
        return await self._store.of_person(person, server)

    async def place(self, ladder: Ladder, one: RatedPerson) -> int:
        """The place of someone in a ladder, from 1."""
        return 1 + await self._store.ahead_of(ladder, one)

    async def best(self, ladder: Ladder, first: int, count: int) -> tuple[RatedPerson, ...]:
        """Part of a ladder, the best first; `first` counts from 0."""
        return await self._store.best(ladder, first, count)

    async def rungs(self, server: int) -> tuple[Rung, ...]:
        """The ladders of a server, the one with most results first."""
        await self.catch_up()
        return await self._store.rungs(server)

    async def catch_up(self) -> None:
        """Count the results that are not counted yet."""
        while await self._store.is_behind():
            await self._store.count(rated)


def rated(contest: Contest, standings: Standings) -> Standings:
    """Where the people of a contest stand after it, in each of its ladders."""
    return {
        (ladder, one.player): one
        for ladder in contest.ladders
        for one in _after(contest.people, [standings.get((ladder, placed.player)) for placed in contest.people])
    }


def _after(people: tuple[RatedPlace, ...], known: list[RatedPerson | None]) -> list[RatedPerson]:
    before = [one or _unrated(placed) for placed, one in zip(people, known, strict=True)]
    beliefs = [[_MODEL.rating(one.mean, one.deviation)] for one in before]
    after = _MODEL.rate(beliefs, ranks=[float(one.place) for one in people])
    best = min(one.place for one in people)
    alone = sum(one.place == best for one in people) == 1
    return [
        _updated(replace(one, name=placed.name), belief.mu, belief.sigma, won=alone and placed.place == best)
        for one, placed, (belief,) in zip(before, people, after, strict=True)
    ]


def _unrated(placed: RatedPlace) -> RatedPerson:
    new = _MODEL.rating()
    return RatedPerson(placed.player, placed.name, new.mu, new.sigma)


def _updated(one: RatedPerson, mean: float, deviation: float, *, won: bool) -> RatedPerson:
    rating = BASE + round(POINTS * (mean - 3 * deviation))
    path = (*one.path, rating)[-RATINGS_KEPT - 1 :]
    return replace(
        one, mean=mean, deviation=deviation, rating=rating, games=one.games + 1, wins=one.wins + won, path=path
    )
