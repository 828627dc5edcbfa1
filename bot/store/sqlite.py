"""SQLite's connections: most statements go to their connection's thread once, and a transaction no more often.

aiosqlite goes there to make a cursor, to execute, to fetch and to close, and each time costs two switches of threads:
more processor time than most statements take. A transaction begins with its first statement, in one go; nobody waits
for the end of one that only read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any

import aiosqlite
from aiosqlite.core import _STOP_RUNNING_SENTINEL as END_OF_THREAD
from sqlalchemy.util import LRUCache

BUSY = 10_000
"""Milliseconds that SQLite waits for another process's write."""
COMPILED = 1000
"""How many compiled statements are remembered, twice as many as SQLAlchemy does for one engine."""
AT_ONCE = 100
"""How many rows are fetched with the statement; for more, the reader goes to the thread again."""


class Cursor(aiosqlite.Cursor):
    """A cursor for one statement, which is executed, fetched and closed in one go if it has few rows."""

    def __init__(self, connection: Connection, opened: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connection, None)  # type: ignore[arg-type]  # made in the thread
        self._owner, self._opened = connection, opened
        self._rows: list[Any] = []
        self._has_more = False

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Cursor:
        """Execute a statement and fetch its first rows."""
        await self._do(self._begin, sqlite3.Cursor.execute, sql, parameters or ())
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        """Execute a statement with each set of parameters."""
        await self._do(self._begin, sqlite3.Cursor.executemany, sql, parameters)
        return self

    async def _do(self, function: Callable[..., Any], *args: object) -> Any:
        return await self._execute(function, *args)  # type: ignore[no-untyped-call]

    def _begin(self, execute: Callable[..., object], sql: str, parameters: Any) -> None:
        self._cursor = self._opened().cursor()
        try:
            if self._owner.to_begin:
                self._cursor.execute(self._owner.to_begin)
                self._owner.to_begin = ""  # if that failed, the next statement tries again
            execute(self._cursor, sql, parameters)
            self._rows = self._cursor.fetchmany(AT_ONCE) if self._cursor.description else []
            self._has_more = len(self._rows) == AT_ONCE
        finally:
            if not self._has_more:
                self._cursor.close()  # what it tells about the statement stays

    async def fetchone(self) -> Any:
        """The next row; None after the last."""
        return next(iter(await self.fetchmany(1)), None)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next rows, no more than `size` or else `arraysize`; fewer only at the end."""
        most = self.arraysize if size is None else size
        rows, self._rows = self._rows[:most], self._rows[most:]
        if len(rows) < most and self._has_more:
            rows += await self._do(self._cursor.fetchmany, most - len(rows))
        return rows

    async def fetchall(self) -> list[Any]:
        """All rows that were not fetched yet."""
        rows, self._rows = self._rows, []
        if self._has_more:
            rows += await self._do(self._cursor.fetchall)
        return rows

    async def close(self) -> None:
        """Forget the rows that were not fetched."""
        self._rows = []
        if self._has_more:
            self._has_more = False
            await self._do(self._cursor.close)


class CompiledStatements(LRUCache[Any, Any]):
    """The statements that SQLAlchemy has compiled, shared by all engines of the process.

    It keys them also by the engine's dialect, an object of each engine; all of SQLite's compile alike.
    """

    def __init__(self) -> None:
        super().__init__(COMPILED)

    def get(self, key: Any, default: Any = None) -> Any:
        """A compiled statement, whichever engine it was compiled for."""
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(key[1:], compiled)


class Connection(aiosqlite.Connection):
    """A connection with such cursors. Its thread does not keep the process alive."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], reading: bool) -> None:
        super().__init__(connector, AT_ONCE)
        self._thread.daemon = True
        self._reading = reading
        self.to_begin = ""

    def stop(self) -> None:
        """Let the thread close what is open and end. Nobody hears of it: the loop may be closed by then.

        aiosqlite promises its caller an answer, which the thread could not give after a file that cannot be opened.
        """
        self._running = False
        self._tx.put_nowait((None, self._finish))

    def _finish(self) -> object:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        return END_OF_THREAD

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A cursor; nothing happens in the thread yet."""
        return Cursor(self, lambda: self._conn)

    def begin(self) -> None:
        """Begin a transaction with the next statement, whose failure the caller then hears of."""
        self.to_begin = "BEGIN" if self._reading else "BEGIN IMMEDIATE"

    async def commit(self) -> None:
        """Commit; a transaction that only read has nothing to tell of it."""
        await self._end(super().commit)

    async def rollback(self) -> None:
        """Roll back; SQLAlchemy asks for it also after each commit, when there is nothing to do."""
        await self._end(super().rollback)

    async def _end(self, end: Callable[[], Awaitable[None]]) -> None:
        self.to_begin = ""
        if not self._conn.in_transaction:
            return
        if self._reading:
            self._tx.put_nowait((None, self._conn.rollback))
        else:
            await end()


def connect(reading: bool, *args: Any, **options: Any) -> Connection:
    """A connection that is not open yet, with the arguments of `sqlite3.connect`."""
    return Connection(partial(_open, reading, *args, **options), reading)


def _open(reading: bool, *args: Any, **options: Any) -> sqlite3.Connection:
    """In the thread: a connection set up to read, or to write.

    Python itself must begin no transactions: its way lets earlier reads be stale (SQLAlchemy, "Serializable isolation /
    Savepoints / Transactional DDL" of the SQLite dialect).
    """
    connection: sqlite3.Connection = sqlite3.connect(*args, **{**options, "isolation_level": None})
    try:
        for pragma in _pragmas(reading):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _pragmas(reading: bool) -> tuple[str, ...]:
    return (
        f"busy_timeout = {BUSY}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"query_only = {'ON' if reading else 'OFF'}",
    )
