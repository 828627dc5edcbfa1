"""What a request reads on SQLite: by statements that go together, one by one, and with aiosqlite's own connections."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import aiosqlite
import pytest

from bot.model.checkpoints import NoCheckpoints
from bot.model.games import Place
from bot.settings import sqlite_url
from bot.store import batch, database, sqlite
from bot.store.opening import open_store
from bot.store.repositories import Store

ROUNDS, READS = 20, 100
PLACE = Place(1, 2)


@pytest.mark.benchmark
async def test_reading_what_a_request_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU of each way, in turn, so that what else the machine does slows down all of them."""
    ours = await _store(tmp_path / "ours.db", sqlite.connect, monkeypatch)
    plain = await _store(tmp_path / "plain.db", _plain, monkeypatch)
    ways = {"together": (ours, "sqlite"), "our connections": (ours, ""), "plain aiosqlite": (plain, "")}
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way, (store, dialect) in ways.items():
            monkeypatch.setattr(batch, "TOGETHER", dialect)
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
    monkeypatch.setattr(batch, "TOGETHER", "")
    store = await open_store(sqlite_url(path), NoCheckpoints())
    await _cpu(store)
    return store


async def _cpu(store: Store) -> float:
    """Milliseconds of CPU, of all threads, for one read."""
    begun = time.process_time()
    for _ in range(READS):
        await store.contexts.of_request("1", PLACE, "game")
    return 1000 * (time.process_time() - begun) / READS
