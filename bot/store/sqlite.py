"""SQLite's connections: a statement goes to its thread once, and takes the begin of its transaction and its rows along.

By itself, a statement goes there four times, to make a cursor, to fetch and to close it too, and a transaction twice
more; each time costs two switches of threads (`tests/benchmarks/test_statements.py`).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from functools import partial
from typing import Any, Self

import aiosqlite

BUSY = 10_000
"""Milliseconds that SQLite waits for another process's write."""
Executed = tuple[Any, list[Any], int]
"""What a statement has done: the description of its rows, the rows, and how many it has changed."""
ROWS_AT_ONCE = 100
"""How many rows are fetched with their statement; for more, their reader goes to the thread again."""


class SQLiteConnection(sqlite3.Connection):
    """SQLite's own connection, used in the thread: each statement is in a transaction, which the first one begins.

    `first` are the first rows of the latest statement, `done` what each statement of the latest script has done.
    """

    begin = ""
    first: list[Any]
    done: list[Executed]

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement and fetch its first rows."""
        self._begin()
        cursor = super().execute(sql, parameters)
        self.first = cursor.fetchmany(ROWS_AT_ONCE)
        return cursor

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement with each set of parameters."""
        self._begin()
        return super().executemany(sql, parameters)

    def executescript(self, script: Any, /) -> sqlite3.Cursor:
        """Execute several statements, each with its parameters, or a list of them, and fetch all rows."""
        self._begin()
        self.done = []
        for sql, parameters in script:
            do = super().executemany if isinstance(parameters, list) else super().execute
            cursor = do(sql, parameters)
            self.done.append((cursor.description, cursor.fetchall(), cursor.rowcount))
        return cursor

    def _begin(self) -> None:
        if self.begin and not self.in_transaction:
            super().execute(self.begin)


class Connection(aiosqlite.Connection):
    """A connection whose cursors are made with their statement."""

    stopped: asyncio.Future[None] | None = None

    def __init__(self, reading: bool, *args: Any, **options: Any) -> None:
        super().__init__(partial(self._open, *args, **options), ROWS_AT_ONCE)
        self.reading = reading

    def _open(self, *args: Any, **options: Any) -> sqlite3.Connection:
        self.opened = _open(self.reading, *args, **options)
        return self.opened

    def __await__(self) -> Generator[Any, None, Connection]:
        """Open it. After a file that cannot be opened, the thread has ended too: it could not tell a closed loop."""
        try:
            yield from super().__await__()
        except BaseException:
            if self.stopped:
                yield from self.stopped
            raise
        return self

    def stop(self) -> asyncio.Future[None] | None:
        """Let the thread end; returns what is done then."""
        self.stopped = super().stop()
        return self.stopped

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A cursor; nothing happens in the thread yet."""
        return Cursor(self)

    async def script(self, script: Sequence[tuple[str, Any]]) -> list[Executed]:
        """Execute statements, at least one, each with its parameters or a list of them, in one visit to the thread."""
        await self.executescript(script)  # aiosqlite passes on what it is given
        return self.opened.done

    async def commit(self) -> None:
        """Commit. A transaction that only read has nothing to wait for, and need not go to the thread."""
        if self.reading:
            self.opened.commit()
        elif self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Roll back, like `commit`."""
        if self.reading:
            self.opened.rollback()
        elif self.in_transaction:
            await super().rollback()


class Cursor:
    """A cursor for one statement, as aiosqlite's; SQLite closes it when it is forgotten."""

    _made: aiosqlite.Cursor

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._has_more = False

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Any:
        """What the columns of the rows are called; None for a statement without rows."""
        return self._made.description

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed."""
        return self._made.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row that was inserted last."""
        return self._made.lastrowid

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Cursor:
        """Execute a statement."""
        self._made = await self._connection.execute(sql, parameters)
        self._rows = self._connection.opened.first
        self._has_more = len(self._rows) == ROWS_AT_ONCE
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        """Execute a statement with each set of parameters."""
        self._made = await self._connection.executemany(sql, parameters)
        return self

    async def fetchmany(self, size: int) -> list[Any]:
        """The next rows; fewer than `size` only at the end."""
        rows, self._rows = self._rows[:size], self._rows[size:]
        if self._has_more and len(rows) < size:
            rows += list(await self._made.fetchmany(size - len(rows)))
        return rows

    async def fetchall(self) -> list[Any]:
        """All rows that have not been fetched."""
        rows, self._rows = self._rows, []
        if self._has_more:
            rows += list(await self._made.fetchall())
        return rows

    async def close(self) -> None:
        """Forget the rest."""
        self._rows, self._has_more = [], False


def connect(reading: bool, *args: Any, **options: Any) -> Connection:
    """A connection that is not open yet, with the arguments of `sqlite3.connect`."""
    return Connection(reading, *args, **options)


def _open(reading: bool, *args: Any, **options: Any) -> SQLiteConnection:
    """In the thread: a connection set up to read, or to write.

    Python itself must begin no transactions: its way lets earlier reads be stale (SQLAlchemy, "Serializable isolation /
    Savepoints / Transactional DDL" of the SQLite dialect).
    """
    ours = {"isolation_level": None, "check_same_thread": False, "factory": SQLiteConnection}
    connection: SQLiteConnection = sqlite3.connect(*args, **{**options, **ours})
    try:
        for pragma in _pragmas(reading):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    connection.begin = "BEGIN" if reading else "BEGIN IMMEDIATE"
    return connection


def _pragmas(reading: bool) -> tuple[str, ...]:
    return (
        f"busy_timeout = {BUSY}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"query_only = {'ON' if reading else 'OFF'}",
    )
