"""All repositories of one database together."""

from __future__ import annotations

from bot.model.checkpoints import Checkpoints
from bot.store.alarms import Alarms
from bot.store.chat import ChatStore
from bot.store.contexts import Contexts
from bot.store.database import Database
from bot.store.journal import Journal
from bot.store.lockfile import LockFile
from bot.store.meta import Meta
from bot.store.outbox import Outbox
from bot.store.people import DraftStore, PeopleStore
from bot.store.postgresql import Presence
from bot.store.results import Results
from bot.store.serverfiles import ServerFileStore
from bot.store.tables import THEMES, VARIANTS
from bot.store.words import WordStore


class Store:
    """An open database. `lock` and `presence` are held until it is closed."""

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
        self.journal = Journal(database, checkpoints)
        self.outbox = Outbox(database, installation)
        self.contexts = Contexts(database)
        self.alarms = Alarms(database)
        self.drafts = DraftStore(database)
        self.results = Results(database)
        self.people = PeopleStore(database)
        self.chat = ChatStore(database)
        self.variants = ServerFileStore(database, VARIANTS)
        self.themes = ServerFileStore(database, THEMES)
        self.meta = Meta(database)
        self.words = WordStore(database)

    async def release_all(self) -> None:
        """End all leases: no other process could hold one."""
        await self.outbox.release_all()
        await self.alarms.release_all()

    async def close(self) -> None:
        """Close the connections and let the next process in."""
        await self._database.close()
        if self._presence:
            await self._presence.leave()
        if self._lock:
            self._lock.release()
