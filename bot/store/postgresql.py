"""What PostgreSQL needs beyond SQLite: connections for several processes, named locks, presence, and one clock."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import BigInteger, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.functions import GenericFunction

from bot.settings import POSTGRESQL


class database_now(GenericFunction[int]):  # noqa: N801 - named as a function of SQL
    """The present instant by the database's clock, in milliseconds since 1970 like every other instant."""

    type = BigInteger()
    inherit_cache = True


@compiles(database_now, "postgresql")
def _on_a_server(_element: Any, _compiler: Any, **_: Any) -> str:
    # Not now(), which stands still within a transaction.
    return "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)"


@compiles(database_now, "sqlite")
def _in_a_file(_element: Any, _compiler: Any, **_: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


ENCODING = "UTF8"
"""The encoding that a database must have."""
CONNECTIONS = 10
"""The most connections that a process opens, besides the one of its `Presence`."""
POOL_WAIT = 60
"""Seconds that a task waits for a connection."""
CONNECT_SECONDS = 15
FROZEN = 60_000
"""Milliseconds after which the server ends an idle transaction, so that a stopped process cannot block others."""
GONE_SECONDS = 1.0
"""Seconds that the server may take to notice a dead process; a process that restarts at once waits this long."""
LOOK_AGAIN = 20.0
"""Seconds between checks that the connection of a `Presence` is still open."""

KEEPALIVE = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "3", "tcp_keepalives_count": "3"}
"""So that the server frees the locks of a machine that is gone after about 15 seconds."""

DEADLOCK, NOT_SERIALIZABLE = "40P01", "40001"
"""The error codes with which PostgreSQL aborts a transaction that can simply be retried (its manual, appendix A)."""

LOG = logging.getLogger(__name__)


def make_engines(url: str) -> tuple[AsyncEngine, AsyncEngine]:
    """The engines that write and read; they share their connections. Raises `ArgumentError`."""
    _check_options(url)
    settings = {"application_name": "tilewright", "idle_in_transaction_session_timeout": str(FROZEN)}
    writer = create_async_engine(
        url,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=POOL_WAIT,
        connect_args={"timeout": CONNECT_SECONDS, "server_settings": settings},
    )
    # A reader with several statements must see one state in all of them.
    return writer, writer.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _check_options(url: str) -> None:
    """Check that the driver knows the options after an address's question mark. Raises `ArgumentError`."""
    import asyncpg

    known = {*inspect.signature(asyncpg.connect).parameters, "prepared_statement_cache_size"}
    if strange := sorted(set(make_url(url).query) - known):
        raise ArgumentError(f"asyncpg has no option {strange[0]!r}; ssl=require, for one, asks for encryption")


def may_be_done_again(error: DBAPIError) -> bool:
    """Whether a transaction was rolled back only because of concurrent ones."""
    return getattr(error.orig, "sqlstate", None) in (DEADLOCK, NOT_SERIALIZABLE)


async def take_lock(connection: AsyncConnection, name: str) -> None:
    """Wait for a named lock, and hold it until the transaction ends. With SQLite, a writer holds every lock."""
    if connection.dialect.name != "sqlite":
        await connection.execute(select(func.pg_advisory_xact_lock(lock_number(name))))


async def encoding_of(connection: AsyncConnection) -> str:
    """The encoding of a database's texts, by the server's name for it."""
    return str((await connection.exec_driver_sql("SHOW server_encoding")).scalar_one())


def lock_number(name: str) -> int:
    """The number that stands for a name among the server's advisory locks."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def is_away(error: Exception) -> bool:
    """Whether a statement failed because the server cannot be reached now, as while it restarts."""
    if isinstance(error, OSError):
        return True
    state = getattr(error.orig, "sqlstate", "") if isinstance(error, DBAPIError) else ""
    # The driver has errors of its own without a code; class 08 is about connections, 57 about a server that ends.
    return state is None or state[:2] in ("08", "57")


class Presence:
    """Tells the other processes of a database that this one is present, as long as it lives.

    Each process shares one lock of the server, on a connection of its own. A process that gets the same lock
    exclusively knows that it is alone, like a process that gets the lock file of an SQLite database. Another lock there
    bears the process's name: a process that gets it knows that the server has lost the other one (`is_gone`).
    """

    LOCK = lock_number("presence")

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(
            url,
            isolation_level="AUTOCOMMIT",
            poolclass=NullPool,
            connect_args={"timeout": CONNECT_SECONDS, "server_settings": KEEPALIVE},
        )
        self._connection: AsyncConnection | None = None
        self._name = ""
        self._asking = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None

    async def come(self, if_alone: Callable[[], Awaitable[object]]) -> None:
        """Be present from now on; if nobody else is, first do something that other processes wait for."""
        connection = self._connection = await self._engine.connect()
        alone = await self._is_alone(connection)
        if alone:
            await if_alone()
        await _ask(connection, func.pg_advisory_lock_shared(self.LOCK))
        if alone:
            await _ask(connection, func.pg_advisory_unlock(self.LOCK))
        self._keeping = asyncio.create_task(self._keep(), name="presence")

    async def come_alone(self) -> bool:
        """Be present if nobody else is, and keep everybody else waiting until `leave`; False if somebody is."""
        connection = self._connection = await self._engine.connect()
        return await self._is_alone(connection)

    async def sign(self, name: str) -> None:
        """Be present under a name from now on."""
        async with self._asking:
            self._name = name
            if self._connection:
                await self._take_name(self._connection)

    async def _take_name(self, connection: AsyncConnection) -> None:
        if self._name:
            await _ask(connection, func.pg_advisory_lock_shared(_name_lock(self._name)))

    async def _is_alone(self, connection: AsyncConnection) -> bool:
        """Whether nobody else holds the lock, which this process then holds exclusively."""
        until = time.monotonic() + GONE_SECONDS
        while not await _ask(connection, func.pg_try_advisory_lock(self.LOCK)):
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(GONE_SECONDS / 10)
        return True

    async def leave(self) -> None:
        """Stop being present."""
        if self._keeping:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._hang_up()
        await self._engine.dispose()

    async def _keep(self) -> None:
        """Become present again whenever the connection is lost, as when the server restarts."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                async with self._asking:
                    await self._look()
            except (OSError, SQLAlchemyError) as error:
                LOG.warning("The database does not answer: %s", type(error).__name__)
                await self._hang_up()

    async def _look(self) -> None:
        if self._connection is None:
            self._connection = await self._engine.connect()
            await _ask(self._connection, func.pg_advisory_lock_shared(self.LOCK))
            await self._take_name(self._connection)
        await _ask(self._connection, func.now())

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            with suppress(OSError, SQLAlchemyError):
                await connection.close()


async def _ask(connection: AsyncConnection, what: Any) -> Any:
    return (await connection.execute(select(what))).scalar_one()


def _name_lock(name: str) -> int:
    return lock_number(f"process {name}")


async def is_gone(connection: AsyncConnection, name: str) -> bool:
    """Whether the server has no `Presence` of this name, which nobody can then take until the transaction ends."""
    return bool(await _ask(connection, func.pg_try_advisory_xact_lock(_name_lock(name))))


class Locks:
    """The locks of one database. Each one that is held needs a connection of its own to a server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._within: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._engine = _engine(url) if make_url(url).drivername == POSTGRESQL else None

    @property
    def is_local(self) -> bool:
        """Whether the locks hold within this process alone, the only one that an SQLite database serves."""
        return self._engine is None

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Wait for a lock, and hold it until the context ends or the connection to the server is lost."""
        async with self._within[name]:
            if self._engine is None:
                yield
                return
            connection = await self._engine.connect()
            try:
                await connection.execute(select(func.pg_advisory_lock(lock_number(name))))
                yield
            finally:
                with suppress(OSError, SQLAlchemyError):
                    await asyncio.shield(connection.close())

    async def close(self) -> None:
        """Forget the server."""
        if self._engine:
            await self._engine.dispose()


def _engine(url: str) -> AsyncEngine:
    return create_async_engine(
        url,
        isolation_level="AUTOCOMMIT",
        poolclass=NullPool,
        connect_args={"timeout": CONNECT_SECONDS, "server_settings": {"application_name": "tilewright", **KEEPALIVE}},
    )
