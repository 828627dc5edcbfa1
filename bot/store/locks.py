"""Named locks that tasks hold while they do something outside the database, across all processes."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import func, make_url, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.settings import POSTGRESQL
from bot.store.postgresql import CONNECT_SECONDS, KEEPALIVE, lock_number


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
