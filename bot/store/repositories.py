"""All repositories of one database together."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.processes import Checkpoints
from bot.store.database import Database
from bot.store.journal import Journal
from bot.store.lines import LINES, LineStore
from bot.store.lockfile import LockFile
from bot.store.meta import Counting, Meta
from bot.store.outbox import Outbox
from bot.store.people import Contexts, DraftStore, Follower, PeopleStore, Profiles
from bot.store.postgresql import Locks, Presence
from bot.store.processes import Processes, Shards, Signals
from bot.store.queue import Alarms
from bot.store.ratings import RatingStore, Results
from bot.store.tables import THEMES, VARIANTS, Leased
from bot.store.words import ServerFileStore, WordStore


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreHooks:
    """What features add to the store: tables with work that processes lease, and what follows people's profiles."""

    leased: tuple[Leased, ...] = ()
    followers: tuple[Follower, ...] = ()


class Store:
    """An open database. `lock` and `presence` are held until it is closed."""

    def __init__(
        self,
        database: Database,
        installation: str,
        checkpoints: Checkpoints,
        lock: LockFile | None = None,
        presence: Presence | None = None,
        hooks: StoreHooks = StoreHooks(),
    ) -> None:
        self.database = database
        self._lock = lock
        self._presence = presence
        self.installation = installation
        self.url = database.url
        self.journal = Journal(database, checkpoints)
        self.outbox = Outbox(database, installation)
        self.signals = Signals(database.url)
        profiles = Profiles(self.signals)
        self.contexts = Contexts(database, profiles)
        self.alarms = Alarms(database)
        self.drafts = DraftStore(database)
        self.results = Results(database)
        self.ratings = RatingStore(database)
        self.people = PeopleStore(database, profiles, hooks.followers)
        self.variants = ServerFileStore(database, VARIANTS)
        self.themes = ServerFileStore(database, THEMES)
        self.meta = Meta(database)
        self.counting = Counting(database)
        self.loads = database.loads
        self.words = WordStore(database)
        self.lines = LineStore(database)
        self.processes = Processes(database, presence, ((LINES, LINES.c.at), *hooks.leased))
        self.shards = Shards(database)
        self.locks = Locks(database.url)

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve this database."""
        return not self.database.is_sqlite

    async def release_all(self) -> None:
        """End all leases: no other process could hold one."""
        await self.processes.bury(0)
        await self.processes.free_all()

    async def close(self) -> None:
        """Close the connections and let the next process in."""
        await self.database.close()
        await self.locks.close()
        if self._presence:
            await self._presence.leave()
        if self._lock:
            self._lock.release()
