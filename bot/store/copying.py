"""Copying a whole database to another one of either kind.

The source is read as one stream for each table, the target written in small transactions, each of which also notes how
far the copy has come. So memory is bounded, and a copy that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Any

from sqlalchemy import (
    Column,
    LargeBinary,
    Select,
    String,
    Table,
    collate,
    exists,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
    tuple_,
)
from sqlalchemy import table as table_named
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import system
from bot.model.errors import DatabaseInUse, DatabaseUnusable
from bot.store.database import Database, finishing, shown_url, sqlite_file
from bot.store.lockfile import LockFile
from bot.store.opening import clear_errors, migrate, newest_revision
from bot.store.postgresql import Presence
from bot.store.rows import put
from bot.store.tables import COPYING, META, METADATA, SUITS_FROM
from engine.sentences import Sentence

ROWS = 500
"""Rows in one transaction; of tables with packed lists, a tenth of it."""

Values = tuple[Any, ...]
OnProgress = Callable[[int, int], object]
"""Called with the number of rows copied or compared, and the number of all rows."""


class Copying:
    """Two databases during a copy; nobody else has either open."""

    def __init__(self, source: Database, target: Database) -> None:
        self._source, self._target = source, target

    async def copy(self, progress: OnProgress) -> int:
        """Copy what is not copied yet; returns the number of rows. Raises `DatabaseUnusable`."""
        origin = await _installation(self._source)
        done = await self._resume(origin)
        total = await count_rows(self._source)
        copied = 0
        for number, table in enumerate(await _tables(self._source)):
            if number < done["table"]:
                copied += await _count(self._source, [table])
                continue
            after = done["after"] if number == done["table"] else None
            copied += await _count_until(self._source, table, after)
            async with aclosing(_chunks(self._source, table, after)) as chunks:
                async for rows in chunks:
                    await self._write(table, rows, {"from": origin, "table": number, "after": _key_of(table, rows[-1])})
                    progress(copied := copied + len(rows), total)
        await self._carry_numbers()
        return copied

    async def compare(self, progress: OnProgress) -> None:
        """Compare every row of both. Raises `DatabaseUnusable` with the first table that differs."""
        total, compared = await count_rows(self._source), 0
        for table in await _tables(self._source):
            async with aclosing(_rows(self._source, table)) as ours, aclosing(_rows(self._target, table)) as theirs:
                async for row in ours:
                    if row != await anext(theirs, None):
                        raise self._differs(table.name)
                    compared += 1
                    if not compared % ROWS:
                        progress(compared, total)
                if await anext(theirs, None) is not None:
                    raise self._differs(table.name)

    async def journals(self) -> AsyncIterator[tuple[str, list[Any], list[Any]]]:
        """Every game with its events in the source and in the target."""
        async with aclosing(_journals(self._source)) as ours, aclosing(_journals(self._target)) as theirs:
            async for game, events in ours:
                yield game, events, (await anext(theirs, ("", [])))[1]

    async def finish(self) -> None:
        """Let bots open the target."""
        async with self._target.write() as connection:
            await connection.execute(META.delete().where(META.c.key == COPYING))

    def differs(self, game: str) -> DatabaseUnusable:
        """The error for a game that is not the same in both."""
        return self._differs(Sentence("the game {game}", game=game))

    def _differs(self, what: str) -> DatabaseUnusable:
        reason = Sentence("differs from the copied database in {what}; empty it and copy again", what=what)
        return DatabaseUnusable(shown_url(self._target.url), reason)

    async def _resume(self, origin: str) -> dict[str, Any]:
        """Where an earlier copy has come to. Raises `DatabaseUnusable` if the target holds anything else."""
        async with self._target.read() as connection:
            query = select(META.c.value).where(META.c.key == COPYING)
            mark = (await connection.execute(query)).scalar_one_or_none()
        if mark is None and not await count_rows(self._target):
            return {"table": 0, "after": None}
        known: dict[str, Any] = json.loads(mark or "{}")
        if known.get("from") != origin:
            raise DatabaseUnusable(shown_url(self._target.url), Sentence("is not empty; copy into a new database"))
        return known

    @finishing
    async def _write(self, table: Table, rows: Sequence[Values], mark: dict[str, Any]) -> None:
        names = [column.key for column in table.columns]
        async with self._target.write() as connection:
            await connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
            await put(connection, META, {"key": COPYING, "value": json.dumps(mark)})

    async def _carry_numbers(self) -> None:
        """Number the target's new rows on from where the source is: a number is never used twice."""
        for table, column in _numbered(await _tables(self._source)):
            async with self._source.read() as connection:
                last = await _last_number(connection, table, column)
            if last:
                async with self._target.write() as connection:
                    await _number_from(connection, table, column, last)


@asynccontextmanager
async def opened(source: str, target: str) -> AsyncIterator[Copying]:
    """Two databases, which no bot can open meanwhile. The target gets its tables.

    Raises `DatabaseInUse` if a bot has one of them open, and `DatabaseUnusable`.
    """
    if source == target or (sqlite_file(source) and sqlite_file(source) == sqlite_file(target)):
        raise DatabaseUnusable(shown_url(target), Sentence("is the database that you are copying; name another one"))
    async with AsyncExitStack() as stack:
        databases = []
        for url, check in ((source, _check_source), (target, _prepare_target)):
            with clear_errors(url):
                await stack.enter_async_context(_alone(url))
                await check(url)
                databases.append(database := Database(url))
                stack.push_async_callback(database.close)
        yield Copying(*databases)


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[None]:
    """Keep bots from opening a database. Raises `DatabaseInUse`."""
    if file := sqlite_file(url):
        if not file.parent.is_dir():
            raise DatabaseUnusable(shown_url(url), Sentence("is in a folder that does not exist"))
        lock = LockFile(file)
        lock.acquire()
        try:
            yield
        finally:
            lock.release()
        return
    presence = Presence(url)
    try:
        if not await presence.come_alone():
            raise DatabaseInUse(shown_url(url))
        yield
    finally:
        await presence.leave()


async def _check_source(url: str) -> None:
    """Raise `DatabaseUnusable` if there is no database of this version, or if a copy would lose a table of it."""
    file = sqlite_file(url)
    if file and not file.is_file():
        raise DatabaseUnusable(shown_url(url), Sentence("is not there"))
    database = Database(url)
    try:
        async with database.read() as connection:
            found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one_or_none()
            unknown = await _unknown_tables(connection)
    finally:
        await database.close()
    if found != newest_revision():
        reason = Sentence("has the tables of revision {found}; start this version of the bot with it once", found=found)
        raise DatabaseUnusable(shown_url(url), reason)
    if unknown:
        reason = Sentence(
            "has rows in {tables}, which this bot does not know; restore the features that made them, or delete the "
            "rows",
            tables=", ".join(unknown),
        )
        raise DatabaseUnusable(shown_url(url), reason)


async def _unknown_tables(connection: AsyncConnection) -> list[str]:
    """The tables with rows that no feature of this bot has."""
    names = await connection.run_sync(lambda synchronous: inspect(synchronous).get_table_names())
    others = sorted({*names} - {*METADATA.tables, "alembic_version"})
    filled = [(one, select(exists().select_from(table_named(one)))) for one in others]
    return [one for one, query in filled if (await connection.execute(query)).scalar_one()]


async def _prepare_target(url: str) -> None:
    if file := sqlite_file(url):
        system.make_file(file)
    await migrate(url)


# --- rows ---


def _key(table: Table, sqlite: bool) -> list[Any]:
    """The primary key, in an order that is the same in every database."""
    return [_comparable(column, sqlite) for column in table.primary_key.columns]


def _comparable(column: Column[Any], sqlite: bool) -> Any:
    return collate(column, "C") if isinstance(column.type, String) and not sqlite else column


def _key_of(table: Table, row: Values) -> list[Any]:
    names = [column.key for column in table.columns]
    return [row[names.index(column.key)] for column in table.primary_key.columns]


def _selected(table: Table, sqlite: bool, after: Sequence[Any] | None = None) -> Select[Any]:
    """The rows in order, without what only concerns this database itself, after the row with a key."""
    key = _key(table, sqlite)
    query = select(table).order_by(*key)
    if table is META:
        query = query.where(META.c.key.not_in((COPYING, SUITS_FROM)))
    if after is None:
        return query
    columns = table.primary_key.columns
    reached = (literal(one, column.type) for one, column in zip(after, columns, strict=True))
    return query.where(tuple_(*key) > tuple_(*reached))


def _size(table: Table) -> int:
    """How many rows to hold at once."""
    return ROWS // 10 if any(isinstance(column.type, LargeBinary) for column in table.columns) else ROWS


async def _rows(database: Database, table: Table, after: Sequence[Any] | None = None) -> AsyncGenerator[Values, None]:
    query = _selected(table, database.is_sqlite, after)
    async with database.read() as connection:
        async for row in await connection.stream(query, execution_options={"yield_per": _size(table)}):
            yield tuple(row)


async def _chunks(database: Database, table: Table, after: Sequence[Any] | None) -> AsyncGenerator[list[Values], None]:
    chunk: list[Values] = []
    async with aclosing(_rows(database, table, after)) as rows:
        async for row in rows:
            chunk.append(row)
            if len(chunk) == _size(table):
                yield chunk
                chunk = []
    if chunk:
        yield chunk


async def _journals(database: Database) -> AsyncGenerator[tuple[str, list[Any]], None]:
    """The events of each game."""
    events = METADATA.tables["events"]
    game, found = "", list[Any]()
    async with aclosing(_rows(database, events)) as rows:
        async for row in rows:
            if row[0] != game and found:
                yield game, found
                found = []
            game = row[0]
            found.append(row[3])
    if found:
        yield game, found


async def _count(database: Database, tables: Iterable[Table], after: Sequence[Any] | None = None) -> int:
    """The number of rows in tables, or of those after the row with a key."""
    rows = [_selected(table, database.is_sqlite, after).order_by(None).subquery() for table in tables]
    query = select(*(select(func.count()).select_from(one).scalar_subquery() for one in rows))
    async with database.read() as connection:
        return sum((await connection.execute(query)).one())


async def _count_until(database: Database, table: Table, after: Sequence[Any] | None) -> int:
    return await _count(database, [table]) - await _count(database, [table], after) if after else 0


async def count_rows(database: Database) -> int:
    """The number of rows in all tables."""
    return await _count(database, await _tables(database))


async def _tables(database: Database) -> list[Table]:
    """The tables that a database has, those that others refer to first; features may have none there yet."""
    async with database.read() as connection:
        there = set(await connection.run_sync(lambda synchronous: inspect(synchronous).get_table_names()))
    return [table for table in METADATA.sorted_tables if table.name in there]


async def _installation(database: Database) -> str:
    async with database.read() as connection:
        query = select(META.c.value).where(META.c.key == "installation")
        found = (await connection.execute(query)).scalar_one_or_none()
    if found is None:
        raise DatabaseUnusable(shown_url(database.url), Sentence("was never opened by a bot"))
    return str(found)


# --- numbers that the database gives ---


def _numbered(tables: Iterable[Table]) -> list[tuple[str, str]]:
    """The tables whose rows the database numbers, with the column of the number."""
    return [
        (table.name, table.autoincrement_column.name)
        for table in tables
        if table.autoincrement_column is not None and table.autoincrement_column.autoincrement is True
    ]


async def _last_number(connection: AsyncConnection, table: str, column: str) -> int | None:
    """The last number that was given; None if there was none."""
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return (await connection.execute(query, {"name": table})).scalar_one_or_none()
    sequence = await _sequence(connection, table, column)
    query = text(f"SELECT last_value FROM {sequence} WHERE is_called")  # noqa: S608  the server's own name for it
    return (await connection.execute(query)).scalar_one_or_none()


async def _number_from(connection: AsyncConnection, table: str, column: str, last: int) -> None:
    if connection.dialect.name == "sqlite":
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table})
        change = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
        await connection.execute(change, {"name": table, "last": last})
        return
    sequence = await _sequence(connection, table, column)
    await connection.execute(select(func.setval(sequence, last)))


async def _sequence(connection: AsyncConnection, table: str, column: str) -> str:
    return str((await connection.execute(select(func.pg_get_serial_sequence(table, column)))).scalar_one())
