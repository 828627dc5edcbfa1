"""Ratings of people by server, language and tempo, and over all servers.

The model is Plackett-Luce as in the library openskill; only people are rated, by their places among each other. A
rating stays as it is while nobody plays. So that nobody gains much from somebody who lets them win, further games
against the same person within a day count less and less, and a rating is provisional until it is based on games against
several people.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from openskill.models import PlackettLuce

from bot.model.ratings import ALL_SERVERS, BASE, POINTS, Contest, Ladder, RatedPerson, RatedPlace, Rung
from bot.store.ratings import RatingStore, Rivalries, Standings
from engine.model.rules import Rules
from engine.model.tempo import tempo_of

RATINGS_KEPT = 200
"""How many games back a rating's history is kept."""

ASKED_AT_ONCE = 4
"""How many members of a server are looked up at the same time."""

_MODEL = PlackettLuce()


def ladder_of(server: int, language: str, rules: Rules) -> Ladder:
    """The ladder of a server in which a game counts."""
    return Ladder(server, language, tempo_of(rules).value)


IsIn = Callable[[int, int], Awaitable[bool]]
"""Whether a person is in a server."""


async def _everyone_stays(_server: int, _person: int) -> bool:
    return True


class Ratings:
    """Where people stand. Whatever asks first counts the results that have come since.

    `is_in` tells who has left a server.
    """

    def __init__(self, store: RatingStore, is_in: IsIn = _everyone_stays) -> None:
        self._store = store
        self._is_in = is_in

    async def rate(self, contest: Contest) -> None:
        """Count what two or more people have played besides games; the same source counts once."""
        await self._store.count_contest(contest, rated)

    async def settled(self, ladder: Ladder, people: Collection[str]) -> dict[str, int]:
        """The ratings of people in a ladder that are not provisional, by id."""
        known = await self.of_people(ladder, people)
        return {person: one.rating for person, one in known.items() if not one.is_provisional}

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
        """Part of a ladder, without those who have left its server, the best first; `first` counts from 0.

        Those with provisional ratings are below all others.
        """
        found = await self._store.best(ladder, first, count)
        while gone := await self._gone_of(ladder.server, [one.player for one in found]):
            await self._store.leave(ladder.server, gone)
            found = await self._store.best(ladder, first, count)
        return found

    async def _gone_of(self, server: int, people: Sequence[str]) -> list[str]:
        gate = asyncio.Semaphore(ASKED_AT_ONCE)

        async def is_there(person: str) -> bool:
            async with gate:
                return not person.isdecimal() or await self._is_in(server, int(person))

        there = await asyncio.gather(*map(is_there, people if server != ALL_SERVERS else ()))
        return [person for person, stays in zip(people, there, strict=False) if not stays]

    async def come_back(self, server: int, person: str) -> None:
        """A person is seen in a server, which they may have left before."""
        await self._store.come_back(server, person)

    async def rungs(self, server: int) -> tuple[Rung, ...]:
        """The ladders of a server, the one with most results first."""
        await self.catch_up()
        return await self._store.rungs(server)

    async def catch_up(self) -> None:
        """Count the results that are not counted yet."""
        while await self._store.is_behind():
            await self._store.count(rated)


def rated(contest: Contest, standings: Standings, rivalries: Rivalries) -> Standings:
    """Where the people of a contest stand after it, in each of its ladders."""
    return {
        (ladder, one.player): one
        for ladder in contest.ladders
        for one in _after(
            contest.people,
            [standings.get((ladder, placed.player)) for placed in contest.people],
            [_weight(contest, ladder, placed, rivalries) for placed in contest.people],
        )
    }


def _weight(contest: Contest, ladder: Ladder, one: RatedPlace, rivalries: Rivalries) -> float:
    """How much a contest counts for somebody: the less, the more often they have just met those in it."""
    pairs = [(ladder, one.player, other.player) for other in contest.people if other != one]
    weights = [known.weight(contest.ended) if (known := rivalries.get(pair)) else 1.0 for pair in pairs]
    return sum(weights) / len(weights) if weights else 1.0


def _after(
    people: tuple[RatedPlace, ...], known: Sequence[RatedPerson | None], weights: Sequence[float]
) -> list[RatedPerson]:
    before = [one or _unrated(placed) for placed, one in zip(people, known, strict=True)]
    beliefs = [[_MODEL.rating(one.mean, one.deviation)] for one in before]
    after = _MODEL.rate(beliefs, ranks=[float(one.place) for one in people])
    best = min(one.place for one in people)
    alone = sum(one.place == best for one in people) == 1
    return [
        _updated(
            replace(one, name=placed.name),
            one.mean + weight * (belief.mu - one.mean),
            one.deviation + weight * (belief.sigma - one.deviation),
            won=alone and placed.place == best,
        )
        for one, placed, weight, (belief,) in zip(before, people, weights, after, strict=True)
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
