"""Facts about the installation, and deleting what is no longer needed."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from bot.model.words import UPLOADS
from bot.store.database import Repository
from bot.store.instants import database_now
from bot.store.rows import put
from bot.store.tables import CAUSES, DELIVERIES, DRAFTS, META, OTHER_DRAFTS, WORD_LISTS


class Meta(Repository):
    """Facts about the installation, by key: `installation`, `heartbeat`, `commands` (hash of the synced ones).

    `identify N` is the instant at which a session last began in a bucket of shards.
    """

    async def get(self, key: str) -> str | None:
        """The value of a key."""
        return await self._value(str, select(META.c.value).where(META.c.key == key))

    async def set(self, key: str, value: str) -> None:
        """Keep the value of a key."""
        async with self._database.write() as connection:
            await put(connection, META, {"key": key, "value": value})

    async def stamp(self, key: str) -> None:
        """Keep the present instant of the database's clock under a key."""
        async with self._database.write() as connection:
            now = (await connection.execute(select(database_now()))).scalar_one()
            await put(connection, META, {"key": key, "value": str(now)})

    async def since(self, key: str) -> float | None:
        """Seconds since the latest `stamp` of a key, by the database's clock; None if there is none."""
        async with self._database.read() as connection:
            latest = select(META.c.value, database_now().label("now")).where(META.c.key == key)
            row = (await connection.execute(latest)).one_or_none()
        return (row.now - int(row.value)) / 1000 if row else None

    async def first(self, key: str, value: str) -> str:
        """The value of a key; if it has none yet, set the given one."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(META).values(key=key, value=value))
        except IntegrityError:
            return await self.get(key) or value
        return value

    async def prune(self, before: int) -> None:
        """Delete causes, finished deliveries, drafts and unconfirmed lists that are older than an instant."""
        async with self._database.write() as connection:
            await connection.execute(delete(CAUSES).where(CAUSES.c.at < before))
            await connection.execute(delete(DELIVERIES).where(DELIVERIES.c.finished < before))
            for table in (DRAFTS, OTHER_DRAFTS):
                await connection.execute(delete(table).where(table.c.opened < before))
            uploads = WORD_LISTS.c.owner.startswith(UPLOADS)
            await connection.execute(delete(WORD_LISTS).where(uploads, WORD_LISTS.c.at < before))
