"""SQLite's connections: a statement goes to its connection's thread at most twice, to be executed and to be fetched.

By itself, a statement goes there four times, to make a cursor and to close it too, and each time costs two switches of
threads: a play would take a third longer (`tests/benchmarks/test_statements.py`).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Generator, Iterable
from functools import partial
from typing import Any, Self

import aiosqlite

BUSY = 10_000
"""Milliseconds that SQLite waits for another process's write."""
CHUNK = 64


class Connection(aiosqlite.Connection):
    """A connection whose cursors are made with their statement."""

    reading = False
    stopped: asyncio.Future[None] | None = None

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


class Cursor:
    """A cursor for one statement, as aiosqlite's; SQLite closes it when it is forgotten."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._made: aiosqlite.Cursor | None = None

    async def __aenter__(self) -> Self:
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> Cursor:
        """Execute a statement."""
        self._made = await self._connection.execute(sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        """Execute a statement with each set of parameters."""
        self._made = await self._connection.executemany(sql, parameters)
        return self

    async def close(self) -> None:
        """Forget the rest."""
        self._made = None


def connect(reading: bool, *args: Any, **options: Any) -> Connection:
    """A connection that is not open yet, with the arguments of `sqlite3.connect`."""
    made = Connection(partial(_open, reading, *args, **options), CHUNK)
    made.reading = reading
    return made


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
