"""How long the standings of a league take whose database holds 10,000 finished games of it."""

from __future__ import annotations

import time

import pytest

from bot.features.leagues.schedule import schedule
from bot.features.leagues.standings import standings
from bot.features.leagues.store import LeagueStore
from bot.features.leagues.values import Fixture, FixtureSide, League, Season, Terms
from bot.store.opening import open_store
from engine.game.state import Person
from tests.support.service import setup as some_setup

SEASONS, PEOPLE = 24, 60


@pytest.mark.benchmark
async def test_standings_of_ten_thousand_games(address: str) -> None:
    """Four divisions of the newest of 24 seasons, read and counted."""
    opened = await open_store(address)
    store = LeagueStore(opened.database)
    await store.make(League(0, 5, 7, "Liga", some_setup(), "1", None, Terms(), starts_at=1), 0)
    people = [f"{n}" for n in range(1, PEOPLE + 1)]
    for person in people:
        await store.join(1, Person(person, person), 0, 0)
    divisions = [people[at : at + 15] for at in range(0, PEOPLE, 15)]
    pairs = [(at, pair) for at, some in enumerate(divisions, 1) for pair in schedule(some, "x")]
    for number in range(1, SEASONS + 1):
        one = await store.get(1)
        assert one is not None
        fixtures = [Fixture(n, at, *pair) for n, (at, pair) in enumerate(pairs, 1)]
        await store.begin(one, Season(number, 0, 1), divisions, fixtures, 0)
        one = await store.get(1)
        assert one is not None
        for fixture in fixtures:
            await store.decided(one, fixture, (FixtureSide(400 + fixture.number % 90), FixtureSide(440)))
        if number < SEASONS:
            await store.close(one, {}, [], 0, 0)
    times = []
    for _ in range(10):
        start = time.perf_counter()
        found = await store.here(7)
        assert found is not None
        rows = [standings(*found.division(number)) for number in found.divisions]
        times.append(time.perf_counter() - start)
    await opened.close()
    print(f"{SEASONS * len(pairs)} games, {len(rows)} divisions: {1000 * min(times):.1f} ms")
