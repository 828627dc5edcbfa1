"""Queries that run all the time find their rows by an index: their cost must not grow with what was ever written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.model.deliveries import Capacity, Delivery, DeliveryKind, Target, TargetKind
from bot.model.games import Place
from bot.store.opening import open_store
from bot.store.tables import METADATA
from tests.support.databases import games_in
from tests.support.statements import heard

LARGE = tuple(f"SCAN {name}" for name in METADATA.tables if name not in ("processes", "leases", "shards"))


@pytest.fixture
def statements() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are executed meanwhile, with their values."""
    found: list[tuple[str, Any]] = []

    def executed(_: Any, statement: str, values: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            found.append((statement, values))

    with heard(executed):
        yield found


async def test_X11_frequent_queries_never_scan_what_grows(tmp_path: Path, statements: list[tuple[str, Any]]) -> None:
    """Requests and deliveries, tidying a target, and finding games with clocks and counts for operators."""
    url = games_in(tmp_path)
    store = await open_store(url)
    here = Target(TargetKind.CHANNEL, 5)
    statements.clear()
    await store.outbox.outdated(here)
    await store.outbox.untidy()
    await store.outbox.retire((1, 2))
    await store.contexts.of_request("1", Place(1, 2), "game")
    await store.contexts.of_deliveries([Delivery(1, "game", here, DeliveryKind.BOARD, 1, 0, "nonce")])
    await store.journal.of_person("1")
    await store.outbox.claim("me", 0, 1, Capacity(9), news=True)
    await store.journal.timed()
    await store.counting.counts(0)
    done = list(statements)
    await store.close()
    assert len(done) >= 8
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        plans = {one: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {one}", given)] for one, given in done}
    partial = ("ix_posts_live", "ix_games_timed", "uq_games_", "ix_deliveries_waiting")
    for statement, plan in plans.items():
        scans = [step for step in plan if step.startswith(LARGE)]
        assert all(any(name in step for name in partial) for step in scans), (statement, plan)
