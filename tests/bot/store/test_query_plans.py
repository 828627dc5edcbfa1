"""Queries that run all the time find their rows by an index: their cost must not grow with what was ever written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot.model.deliveries import Target, TargetKind
from bot.store.opening import open_store
from tests.support.databases import games_in


@pytest.fixture
def statements() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are executed meanwhile, with their values."""
    found: list[tuple[str, Any]] = []

    def executed(_: Any, __: Any, statement: str, values: Any, *___: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            found.append((statement, values))

    event.listen(Engine, "before_cursor_execute", executed)
    yield found
    event.remove(Engine, "before_cursor_execute", executed)


async def test_X11_frequent_queries_never_scan_posts_or_games(
    tmp_path: Path, statements: list[tuple[str, Any]]
) -> None:
    """Tidying a target, and finding games with clocks and counts for operators."""
    url = games_in(tmp_path)
    store = await open_store(url)
    here = Target(TargetKind.CHANNEL, 5)
    statements.clear()
    await store.outbox.outdated(here)
    await store.outbox.untidy()
    await store.outbox.retire((1, 2))
    await store.journal.timed()
    await store.counting.counts(0)
    done = list(statements)
    await store.close()
    assert len(done) >= 8
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        plans = {one: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {one}", given)] for one, given in done}
    partial = ("ix_posts_live", "ix_games_timed", "uq_games_", "ix_deliveries_waiting")
    for statement, plan in plans.items():
        scans = [step for step in plan if step.startswith(("SCAN posts", "SCAN games", "SCAN deliveries"))]
        assert all(any(name in step for name in partial) for step in scans), (statement, plan)
