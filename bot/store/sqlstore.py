"""All repositories of one database together."""

from __future__ import annotations

from bot.service.ports import Checkpoints
from bot.store.alarms import SqlAlarms
from bot.store.chat import SqlChat
from bot.store.database import Database
from bot.store.journal import SqlJournal
from bot.store.lockfile import LockFile
from bot.store.meta import SqlMeta
from bot.store.outbox import SqlOutbox
from bot.store.people import SqlDrafts, SqlPeople
from bot.store.postgresql import Presence
from bot.store.results import SqlResults
from bot.store.variants import SqlVariants
from bot.store.words import SqlWords


class SqlStore:
    """Implements `bot.service.storage.Store`. `lock` and `presence` are held until the store is closed."""

    def __init__(
        self,
        database: Database,
        installation: str,
        checkpoints: Checkpoints,
        lock: LockFile | None = None,
        presence: Presence | None = None,
    ) -> None:
        self._database = database
        self._lock = lock
        self._presence = presence
        self.installation = installation
        self.url = database.url
        self.journal = SqlJournal(database, checkpoints)
        self.outbox = SqlOutbox(database, installation)
        self.alarms = SqlAlarms(database)
        self.drafts = SqlDrafts(database)
        self.results = SqlResults(database)
        self.people = SqlPeople(database)
        self.chat = SqlChat(database)
        self.variants = SqlVariants(database)
        self.meta = SqlMeta(database)
        self.words = SqlWords(database)

    async def release_all(self) -> None:
        """End all leases: there is no other process that could hold one."""
        await self.outbox.release_all()
        await self.alarms.release_all()

    async def close(self) -> None:
        """Close the connections and let the next process in."""
        await self._database.close()
        if self._presence:
            await self._presence.leave()
        if self._lock:
            self._lock.release()
