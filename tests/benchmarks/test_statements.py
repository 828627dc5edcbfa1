"""What reading costs on SQLite: a request's facts, with our connections and with those of aiosqlite."""

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
from bot.store import database, sqlite
from bot.store.opening import open_store
from bot.store.repositories import Store

ROUNDS, READS = 20, 100
PLACE = Place(1, 2)


@pytest.mark.benchmark
async def test_reading_what_a_request_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU of both, in turn, so that what else the machine does slows down both."""
    ours = await _store(tmp_path / "ours.db", sqlite.connect, monkeypatch)
    plain = await _store(tmp_path / "plain.db", _plain, monkeypatch)
    taken: dict[Store, list[float]] = {ours: [], plain: []}
    for _ in range(ROUNDS):
        for store, times in taken.items():
            times.append(await _cpu(store))
    print()
    for name, store in (("ours", ours), ("plain aiosqlite", plain)):
        print(f"{name}: {median(taken[store]):.2f} ms of CPU for what a request reads ({ROUNDS} × {READS} reads)")
        await store.close()


def _plain(_: bool, *args: Any, **options: Any) -> aiosqlite.Connection:
    return aiosqlite.connect(*args, **{**options, "isolation_level": None})


async def _store(path: Path, connect: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(database, "connect", connect)
    store = await open_store(sqlite_url(path), NoCheckpoints())
    await _cpu(store)
    return store


async def _cpu(store: Store) -> float:
    """Milliseconds of CPU, of all threads, for one read."""
    begun = time.process_time()
    for _ in range(READS):
        await store.contexts.of_request("1", PLACE, "game")
    return 1000 * (time.process_time() - begun) / READS
