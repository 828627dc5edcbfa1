"""SQLite's connections: most statements go to their connection's thread once.

aiosqlite goes there to make a cursor, to execute, to fetch and to close, and each time costs two switches of threads:
more processor time than most statements take.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import aiosqlite

AT_ONCE = 100
"""How many rows are fetched with the statement; for more, the reader goes to the thread again."""


class Cursor(aiosqlite.Cursor):
    """A cursor for one statement, which is executed, fetched and closed in one go if it has few rows."""

    def __init__(self, connection: Connection, opened: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connection, None)  # type: ignore[arg-type]  # made in the thread
        self._opened = opened
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


class Connection(aiosqlite.Connection):
    """A connection with such cursors. Its thread does not keep the process alive."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, AT_ONCE)
        self._thread.daemon = True

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A cursor; nothing happens in the thread yet."""
        return Cursor(self, lambda: self._conn)

    async def rollback(self) -> None:
        """Roll back; SQLAlchemy asks for it also after each commit, when there is nothing to do."""
        if self._conn.in_transaction:
            await super().rollback()


def connect(*args: Any, **options: Any) -> Connection:
    """A connection that is not open yet, with the arguments of `sqlite3.connect`."""
    return Connection(partial(sqlite3.connect, *args, **options))
