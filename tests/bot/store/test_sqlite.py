"""SQLite's connections: that nothing is lost on the way to their threads and back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Column, Integer, MetaData, Table, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.settings import sqlite_url
from bot.store.batch import NO_VALUES, execute, fetch
from bot.store.database import Database
from tests.support.service import eventually

MANY = 307
_NUMBERS = Table("numbers", MetaData(), Column("number", Integer, primary_key=True))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with one table of many numbers."""
    made = Database(sqlite_url(tmp_path / "numbers.db"))
    async with made.write() as connection:
        await connection.execute(text("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
        await connection.execute(text("INSERT INTO numbers VALUES (:n)"), [{"n": number} for number in range(MANY)])
    yield made
    await made.close()


@pytest.mark.parametrize("most", [1, 100, MANY])
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
    """With the begin of its transaction and its rows; only the end of a transaction that may have written goes, too."""
    loop, answers = asyncio.get_running_loop(), 0
    answer = loop.call_soon_threadsafe

    def counted(*args: Any, **options: Any) -> asyncio.Handle:
        nonlocal answers
        answers += 1
        return answer(*args, **options)

    async with database.read() as connection:  # opens the connection, which takes more
        await connection.execute(text("SELECT 1"))
    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    for use, ways in ((database.read, 3), (database.write, 3 + 1)):
        answers = 0
        async with use() as connection:
            for number in range(3):
                await connection.execute(text("SELECT number FROM numbers WHERE number = :n"), {"n": number})
        assert answers == ways
    answers, find = 0, (select(_NUMBERS), NO_VALUES)
    async with database.read() as connection:
        await execute(connection, find, find, find)
    assert answers == 1


_THINGS = Table(
    "things", MetaData(), Column("id", Integer, primary_key=True), Column("on", Boolean), Column("data", JSON)
)


async def test_statements_that_go_together_do_what_each_does_alone(database: Database) -> None:
    """Values are converted on both ways; several sets of values are counted together."""
    add, turn = insert(_THINGS), update(_THINGS).where(_THINGS.c.id >= bindparam("least")).values(on=False)
    find = select(_THINGS, _THINGS.c.id.label("again")).order_by(_THINGS.c.id)
    several = [{"id": 2, "on": True, "data": []}, {"id": 3, "on": None, "data": {"a": 1}}]
    async with database.write() as connection:
        await connection.run_sync(_THINGS.create)
        one = {"id": 1, "on": True, "data": {"ä": [1, None]}}
        done = await execute(connection, (add, one), (add, several), (turn, {"least": 3}), (find, {}))
        assert [one.changed for one in done[:3]] == [1, 2, 1]
        wanted = [(1, True, {"ä": [1, None]}, 1), (2, True, [], 2), (3, False, {"a": 1}, 3)]
        assert done[3].rows == (await connection.execute(find)).all() == wanted
        assert done[3].rows[1].on is True
        assert done[3].rows[1].again == 2
        back = update(_THINGS).values(on=True).returning(_THINGS.c.on, _THINGS.c.data)
        assert (await fetch(connection, back))[2] == (True, {"a": 1})


async def test_statements_that_go_together_stop_at_the_first_refusal(database: Database) -> None:
    """It reaches the caller as always, without values, and nothing stays of those before it."""
    add = insert(_NUMBERS)

    async def fail() -> None:
        async with database.write() as connection:
            await execute(connection, (add, {"number": MANY}), (add, {"number": 1}), (add, {"number": MANY + 1}))

    with pytest.raises(IntegrityError) as caught:
        await fail()
    assert str(MANY) not in str(caught.value)
    async with database.read() as connection:
        assert len(await fetch(connection, select(_NUMBERS))) == MANY


async def test_a_list_of_values_is_refused_where_it_would_be_compiled_for_each_length(database: Database) -> None:
    """Such a statement goes alone."""
    async with database.read() as connection:
        with pytest.raises(AssertionError, match="IN"):
            await fetch(connection, select(_NUMBERS).where(_NUMBERS.c.number.in_([1])))


async def test_a_reader_sees_one_state_and_then_lets_go_of_it(database: Database) -> None:
    """From its first statement to its end."""
    count = text("SELECT count(*) FROM numbers")
    async with database.read() as reader:
        assert (await reader.execute(count)).scalar_one() == MANY
        async with database.write() as writer:
            await writer.execute(text("DELETE FROM numbers WHERE number = 0"))
        assert (await reader.execute(count)).scalar_one() == MANY
    async with database.read() as reader:
        assert (await reader.execute(count)).scalar_one() == MANY - 1


async def test_a_transaction_is_one_even_after_its_first_statement_failed(database: Database) -> None:
    """It has begun all the same: what follows is written or undone together."""

    async def fail() -> None:
        async with database.write() as connection:
            with pytest.raises(OperationalError):
                await connection.execute(text("SELECT nothing FROM nowhere"))
            await connection.execute(text("DELETE FROM numbers"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == MANY


async def test_an_unused_transaction_leaves_nothing_behind(database: Database) -> None:
    """The next one on the connection begins anew."""
    async with database.write():
        pass
    async with database.write() as connection:
        await connection.execute(text("DELETE FROM numbers WHERE number = 0"))
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM numbers"))).scalar_one() == MANY - 1


async def test_a_file_that_cannot_be_opened_leaves_no_thread_behind(tmp_path: Path) -> None:
    """The loop may be closed as soon as the refusal is known."""
    before = threading.active_count()
    database = Database(sqlite_url(tmp_path))  # a folder
    with pytest.raises(OperationalError):
        async with database.read() as connection:
            await connection.execute(text("SELECT 1"))
    await database.close()
    await eventually(lambda: threading.active_count() <= before)
