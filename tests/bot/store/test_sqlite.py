"""SQLite's connections: how often statements go to the thread, and that nothing is lost on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.settings import sqlite_url
from bot.store.database import Database
from bot.store.sqlite import AT_ONCE

MANY = 3 * AT_ONCE + 7


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with one table of many numbers."""
    made = Database(sqlite_url(tmp_path / "numbers.db"))
    async with made.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
        await connection.execute(text("INSERT INTO numbers VALUES (:n)"), [{"n": number} for number in range(MANY)])
    yield made
    await made.close()


@pytest.mark.parametrize("most", [1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, MANY])
async def test_every_row_is_found_once(database: Database, most: int) -> None:
    """Also where there are more than are fetched at once, read whole or bit by bit."""
    query, wanted = text(f"SELECT number FROM numbers ORDER BY number LIMIT {most}"), list(range(most))
    async with database.read() as connection:
        assert list((await connection.execute(query)).scalars()) == wanted
        streamed = await connection.stream(query, execution_options={"yield_per": 64})
        assert [row.number async for row in streamed] == wanted
        half = await connection.stream(query)
        assert await half.fetchone() == (0,)
        await half.close()


async def test_changes_are_counted_and_refusals_reach_the_caller(database: Database) -> None:
    """After either, the next statement works."""
    async with database.write() as connection:
        assert (await connection.execute(text("DELETE FROM numbers WHERE number >= 5"))).rowcount == MANY - 5
        with pytest.raises(IntegrityError):
            await connection.execute(text("INSERT INTO numbers VALUES (1)"))
        with pytest.raises(OperationalError):
            await connection.execute(text("SELECT nothing FROM nowhere"))
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == 5


async def test_a_statement_goes_to_the_thread_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Besides the begin and the end of its transaction."""
    ways = 0
    execute = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *args: Any) -> Any:
        nonlocal ways
        ways += 1
        return await execute(self, *args)

    async with database.read():  # opens the connection, which takes more
        pass
    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    async with database.read() as connection:
        for number in range(3):
            await connection.execute(text("SELECT number FROM numbers WHERE number = :n"), {"n": number})
    assert ways == 3 + 2
