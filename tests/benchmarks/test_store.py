"""How long requests, leaderboards and the choice of a puzzle take in a full database."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import insert

from bot.model.games import Place
from bot.model.processes import NoCheckpoints
from bot.model.ratings import Ladder
from bot.service.ratings import Ratings
from bot.settings import sqlite_url
from bot.store import database, rows
from bot.store.database import Database
from bot.store.opening import open_store
from bot.store.repositories import Store
from bot.store.tables import GAMES, PLAYER_RESULTS, RESULTS
from engine.loading.bundled import load_puzzle_lines
from tests.support.databases import find_programs, served
from tests.support.finished import SERVER, collection_of, giving, played
from tests.support.service import ADA, HOME, StillClock, process

ROUNDS, READS = 20, 100
PLACE = Place(1, 2)


@pytest.mark.benchmark
async def test_reading_what_a_request_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU of each way, in turn, so that what else the machine does slows down all of them."""
    ours = await _store(tmp_path / "ours.db", database.connect, monkeypatch)
    plain = await _store(tmp_path / "plain.db", _plain, monkeypatch)
    ways = {"together": (ours, "sqlite"), "our connections": (ours, ""), "plain aiosqlite": (plain, "")}
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, (store, dialect) in ways.items():
            monkeypatch.setattr(rows, "IN_ONE_VISIT", dialect)
            taken[way].append(await _cpu(store))
    print()
    for way, times in taken.items():
        print(f"{way}: {median(times):.2f} ms of CPU for what a request reads ({ROUNDS} × {READS} reads)")
    await ours.close()
    await plain.close()


def _plain(_: bool, *args: Any, **options: Any) -> aiosqlite.Connection:
    return aiosqlite.connect(*args, **{**options, "isolation_level": None})


async def _store(path: Path, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(database, "connect", connect)
    monkeypatch.setattr(rows, "IN_ONE_VISIT", "")
    store = await open_store(sqlite_url(path), NoCheckpoints())
    await _cpu(store)
    return store


async def _cpu(store: Store) -> float:
    """Milliseconds of CPU, of all threads, for one read."""
    begun = time.process_time()
    for _ in range(READS):
        await store.contexts.of_request("1", PLACE, "game")
    return 1000 * (time.process_time() - begun) / READS


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


COUNT = int(os.environ.get("COUNT", "600"))


@pytest.mark.benchmark
@pytest.mark.timeout(1800)
async def test_600_puzzles_one_after_another(tmp_path: Path) -> None:
    """No puzzle comes twice."""
    lines = (*load_puzzle_lines("en"), *load_puzzle_lines("de")[:100])
    taken: list[tuple[float, float]] = []
    seen: set[str] = set()
    async with process(tmp_path, StillClock()) as run:
        collection = collection_of(run.store, lambda _: lines, lambda: ("en",))
        puzzles = giving(run.store, run.clock, collection)
        begun = process_time()
        await collection.prepare()
        print(f"\nread ahead: {1000 * (process_time() - begun):.0f} ms of processor time for {len(lines)} puzzles")
        for _ in range(COUNT):
            begun, spent = perf_counter(), process_time()
            key = (await puzzles.give(ADA.id, "Ada", "en", HOME.guild_id)).attempt.puzzle
            taken.append((1000 * (perf_counter() - begun), 1000 * (process_time() - spent)))
            seen.add(key)
            await puzzles.give_up(ADA.id, "Ada", key)
    assert len(seen) == COUNT
    for name, times in zip(("on the clock", "of processor time"), zip(*taken, strict=True), strict=True):
        print(f"ms {name}: first {times[0]:.0f}, median {median(times):.0f}, most {max(times):.0f}")
    print(f"load {os.getloadavg()[0]:.1f}")
