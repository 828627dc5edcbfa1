"""How long a leaderboard and a record of two people take in a server with ten thousand finished games."""

from __future__ import annotations

import time
from collections.abc import Awaitable
from random import Random

import pytest
from sqlalchemy import insert

from bot.model.ratings import Ladder
from bot.service.ratings import Ratings
from bot.settings import sqlite_url
from bot.store.database import Database
from bot.store.opening import open_store
from bot.store.tables import GAMES, PLAYER_RESULTS, RESULTS
from tests.support.finished import SERVER, played
from tests.support.postgres import find_programs, served

GAMES_PLAYED, PEOPLE = 10_000, 400


@pytest.mark.benchmark
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_ten_thousand_games(kind: str, tmp_path: object) -> None:
    """The first request counts them all, as after an upgrade; later ones read a few rows."""
    if kind == "sqlite":
        await _measure(sqlite_url(f"{tmp_path}/games.db"))
        return
    programs = find_programs()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed")
    with served(programs) as server:
        await _measure(server.fresh())


async def _measure(url: str) -> None:
    store = await open_store(url)
    await _fill(store.database)
    ratings, ladder = Ratings(store.ratings), Ladder(SERVER, "en", "rapid")
    print()
    await _timed("count all", ratings.catch_up())
    for _ in range(2):
        await _timed("which leaderboards there are", ratings.rungs(SERVER))
        await _timed("a page of one", ratings.best(ladder, 0, 21))
    await _timed("a person's ratings", ratings.of_person("p1", SERVER))
    await _timed("two people", store.results.between(SERVER, "p1", "p2", 1000))
    await store.close()


async def _timed(what: str, asked: Awaitable[object]) -> None:
    begun = time.perf_counter()
    await asked
    print(f"{what}: {1000 * (time.perf_counter() - begun):.1f} ms")


async def _fill(database: Database) -> None:
    luck, games, results, players = Random(1), [], [], []
    for number in range(GAMES_PLAYED):
        # p1 and p2 have played every fifth game against each other
        pair = ("p1", "p2") if number % 5 == 0 else luck.sample([f"p{n}" for n in range(PEOPLE)], 2)
        one = played(
            number, *((who, place) for place, who in enumerate(pair, 1)), tempo=luck.choice(("rapid", "blitz"))
        )
        summary = {"guild_id": SERVER, "channel_id": number, "name": "", "host": "1", "phase": "over", "turn": 1}
        games.append({"game": one.game, **summary, "sequence": 1, "opened": 0, "changed": number})
        facts = {"game": one.game, "server": SERVER, "ended": number, "rated": True}
        results.append({**facts, "language": one.language, "tempo": one.tempo})
        for seat, each in enumerate(one.players):
            row = {"player": each.player, "name": each.name, "place": each.place, "score": each.score, "level": None}
            players.append({"game": one.game, "seat": seat, **row, "bingos": 1, "best_points": 9, "best_word": "X"})
    async with database.write() as connection:
        for table, rows in ((GAMES, games), (RESULTS, results), (PLAYER_RESULTS, players)):
            await connection.execute(insert(table), rows)
