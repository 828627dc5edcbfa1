"""The connections: one that writes, and for SQLite some more that read and never wait for the writer."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar, cast

import aiosqlite
from sqlalchemy import Row, Select, UpdateBase, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.fairness import FairGate
from bot.model.measures import PoolLoad
from bot.settings import POSTGRESQL, SQLITE
from bot.store.postgresql import CONNECTIONS, is_away, make_engines, may_be_done_again, take_lock
from bot.store.rows import Statement, execute

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
        """Let the thread end; returns what is done then.

        It closes what it has opened, also for someone who did not wait for that: aiosqlite closes only what it has
        handed over.
        """
        self._tx.put_nowait((None, self._close_opened))
        self.stopped = super().stop()
        return self.stopped

    def _close_opened(self) -> None:
        if hasattr(self, "opened"):
            self.opened.close()

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


TRANSACTION_TRIES = 5
"""How often to try a transaction that the server aborts in favour of another one."""
READERS = 4
WAIT = 60
"""Seconds that a task waits for a connection."""

AGAIN, LASTS = 0.5, 300.0
"""How often, and for how long, a `lasting` method tries to reach the server, in seconds."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_running: set[asyncio.Task[Any]] = set()


def finishing(method: Callable[_P, Coroutine[Any, Any, _R]]) -> Callable[_P, Coroutine[Any, Any, _R]]:
    """A repository method that runs to its end even if its caller is cancelled.

    If cancelled within a statement, aiosqlite loses its connection with the transaction open, and the database stays
    locked (aiosqlite issue 259). A transaction that PostgreSQL aborts in a deadlock is retried.
    """

    async def persevere(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for _ in range(TRANSACTION_TRIES - 1):
            try:
                return await method(*args, **kwargs)
            except DBAPIError as error:
                if not may_be_done_again(error):
                    raise
        return await method(*args, **kwargs)

    @wraps(method)
    async def run(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        task = asyncio.create_task(persevere(*args, **kwargs))
        _running.add(task)  # the event loop only holds tasks weakly
        task.add_done_callback(_running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_tell_of_failure)
            raise

    return run


def lasting(method: Callable[_P, Coroutine[Any, Any, _R]]) -> Callable[_P, Coroutine[Any, Any, _R]]:
    """A `finishing` method that gives up a lease, and may be done twice: it waits for a server that is away.

    The owner of the lease lives, so nobody else would go on with the work before the lease ends.
    """

    async def last(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for _ in range(round(LASTS / AGAIN)):
            try:
                return await method(*args, **kwargs)
            except (DBAPIError, OSError) as error:
                if not is_away(error):
                    raise
            await asyncio.sleep(AGAIN)
        return await method(*args, **kwargs)

    return finishing(wraps(method)(last))


def _tell_of_failure(task: asyncio.Task[Any]) -> None:
    """Report an error that nobody waits for any more, unless the database was closed because the bot is stopping."""
    error = None if task.cancelled() else task.exception()
    if error and not isinstance(error, DatabaseClosed):
        context = {"message": "A cancelled request failed in the database", "exception": error, "task": task}
        task.get_loop().call_exception_handler(context)


class DatabaseClosed(Exception):
    """The database was closed before a method could begin; nothing has changed."""


class Database:
    """Connections to the database at an address. They are opened on first use.

    Raises `ArgumentError` for an unsupported address, and `ImportError` if the driver is not installed.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        kind = make_url(url).drivername
        if kind not in (SQLITE, POSTGRESQL):
            raise ArgumentError(f"the address must begin with {SQLITE}:// or {POSTGRESQL}://")
        self.is_sqlite = kind == SQLITE
        self._writer, self._reader = _sqlite_engines(url) if self.is_sqlite else make_engines(url)
        shared = FairGate(CONNECTIONS, WAIT, share=CONNECTIONS - 1)
        self._to_read = FairGate(READERS, WAIT, share=READERS - 1) if self.is_sqlite else shared
        self._to_write = FairGate(1, WAIT) if self.is_sqlite else shared
        self._asked: list[tuple[Statement, asyncio.Future[Sequence[Any]]]] = []
        self._used = 0
        self._closed = False
        self._idle = asyncio.Event()
        self._idle.set()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one consistent state of the database. Use it in `finishing` methods."""
        async with self._use(self._reader, self._to_read) as connection:
            yield connection

    @asynccontextmanager
    async def write(self, lock: str = "") -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that may write: committed at the end, rolled back by any exception.

        Transactions that name the same `lock` run one at a time, across all processes; with SQLite all transactions do.
        Use it in `finishing` methods.
        """
        async with self._use(self._writer, self._to_write) as connection:
            if lock:
                await take_lock(connection, lock)
            yield connection

    @asynccontextmanager
    async def _use(self, engine: AsyncEngine, gate: FairGate) -> AsyncIterator[AsyncConnection]:
        if self._closed:
            raise DatabaseClosed
        self._used += 1
        self._idle.clear()
        try:
            async with gate.enter(), engine.begin() as connection:
                yield connection
        finally:
            self._used -= 1
            if not self._used:
                self._idle.set()

    async def find(self, query: Select[Any], values: Mapping[str, Any]) -> Sequence[Any]:
        """The rows of a query that is kept (`execute`). What is asked for in one moment is found in one transaction.

        When the bot starts, all loops look at once for what is due. Use it in `finishing` methods.
        """
        found: asyncio.Future[Sequence[Any]] = asyncio.get_running_loop().create_future()
        self._asked.append(((query, values), found))
        if len(self._asked) == 1:
            await self._find_asked()
        return await found

    async def _find_asked(self) -> None:
        await asyncio.sleep(0)
        asked, self._asked = self._asked, []
        try:
            async with self.read() as connection:
                done = await execute(connection, *(statement for statement, _ in asked))
        except BaseException as error:
            for _, found in asked:
                if not found.done():
                    found.set_exception(error)
            return
        for (_, found), one in zip(asked, done, strict=True):
            if not found.done():
                found.set_result(one.rows)

    def loads(self) -> Mapping[str, PoolLoad]:
        """How busy the connections are: those of SQLite by `database_read` and `database_write`, else `database`."""
        if self.is_sqlite:
            return {"database_read": self._to_read.load, "database_write": self._to_write.load}
        return {"database": self._to_read.load}

    async def close(self) -> None:
        """Close all connections once running work has ended; nothing new begins."""
        self._closed = True
        await self._idle.wait()
        try:
            await self._writer.dispose()
        finally:
            await self._reader.dispose()


class Repository:
    """The tables of one subject: all its public coroutine methods are `finishing`, if not `lasting`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, method in tuple(vars(cls).items()):
            if iscoroutinefunction(method) and not (name.startswith("_") or hasattr(method, "__wrapped__")):
                setattr(cls, name, finishing(method))

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async with self._database.read() as connection:
            found: Sequence[Row[Any]] = (await connection.execute(query)).all()
            return found

    async def _row(self, query: Select[Any]) -> Row[Any] | None:
        """The first row that a query finds."""
        return next(iter(await self._rows(query)), None)

    async def _value(self, _kind: type[_R], query: Select[Any]) -> _R | None:
        """The first column, of a kind, of the first row that a query finds; None if there is none."""
        row = await self._row(query)
        return cast("_R | None", row and row[0])

    async def _found(self, query: Select[Any], **values: Any) -> Sequence[Any]:
        """As `Database.find`, for what the bot itself wants to know."""
        return await self._database.find(query, values)

    async def _change(self, statement: UpdateBase, lock: str = "") -> int:
        """How many rows a statement changes, in a transaction of its own."""
        async with self._database.write(lock) as connection:
            return (await connection.execute(statement)).rowcount


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite address; None for another database."""
    parts = make_url(url)
    return Path(parts.database) if parts.get_backend_name() == "sqlite" and parts.database else None


def shown_url(url: str) -> str:
    """The address without its password, for messages."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "the address of the database"


def _sqlite_engines(url: str) -> tuple[AsyncEngine, AsyncEngine]:
    """The engine that writes, with one connection, and the engine that reads, with several."""
    return _sqlite_engine(url, 1, reading=False), _sqlite_engine(url, READERS, reading=True)


def _sqlite_engine(url: str, size: int, *, reading: bool) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=size,
        max_overflow=0,
        pool_timeout=WAIT,
        pool_use_lifo=True,  # a connection that was just used has its statements prepared
        pool_reset_on_return=None,  # each transaction is committed or rolled back by then
        connect_args={"async_creator_fn": partial(connect, reading)},
    )
