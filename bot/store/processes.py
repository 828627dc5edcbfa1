"""The processes that serve the database: their signs of life, their signals, and their leases of shards."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, Update, delete, func, insert, make_url, null, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.model.processes import DeadProcesses, HeldShards, Lease, Process, ProcessKind, ShardsRefused, quotas
from bot.settings import POSTGRESQL
from bot.store.database import Database, Repository, finishing
from bot.store.postgresql import CONNECT_SECONDS, Presence, database_now, is_gone
from bot.store.rows import NO_VALUES, execute, fetch, values_of
from bot.store.tables import DEADLINES, LEASES, PROCESSES, SHARDS, Leased
from engine.sentences import Sentence

LOG = logging.getLogger(__name__)
CHANNEL = "tilewright"
COLLECTED_SECONDS = 0.02
"""Seconds for which signals are collected; equal ones are sent once."""
CHECK = 20.0
"""Seconds between checks that a quiet connection is still open."""
AGAIN = 1.0
"""Seconds before a lost connection is opened again."""
ALONE, LISTENING, DEAF = 30_000, 5_000, 1_000
"""Milliseconds after which a loop looks again unasked: in the only process, with signals, and without a connection."""
MOST_SIGNAL_BYTES = 7_900
"""The most bytes of a signal (PostgreSQL's manual, "NOTIFY": less than 8000)."""
MOST_SIGNALS = 1_000
"""How many signals may wait; more are dropped."""


class Topic(StrEnum):
    """What a signal is about; features have further ones."""

    DELIVERIES = "deliveries"
    DEADLINES = "deadlines"
    HURRY = "hurry"
    THOUGHTS = "thoughts"
    SPENT = "spent"
    PROCESSES = "processes"
    SHARDS = "shards"
    DIRECT = "direct"
    PROFILES = "profiles"


async def tell_all(connection: AsyncConnection, topic: Topic) -> None:
    """Signal to all processes, this one included, when the transaction commits."""
    if connection.dialect.name != "sqlite":
        await connection.execute(select(func.pg_notify(CHANNEL, f"{topic} ")))


class Signals:
    """Tells the other processes that there is something to do, and hears them. With SQLite there are no others."""

    def __init__(self, url: str) -> None:
        self._url = url if make_url(url).drivername == POSTGRESQL else None
        self._handlers: dict[str, Callable[[str], object]] = {}
        self._waiting: deque[str] = deque(maxlen=MOST_SIGNALS)
        self._woken = asyncio.Event()
        self._is_listening = False

    def on(self, topic: str, handler: Callable[[str], object]) -> None:
        """Call a handler with what another process's signal is about: "" also when some may have been missed."""
        self._handlers[topic] = handler

    def tell(self, topic: str, about: str = "") -> None:
        """Signal to the other processes, soon; dropped if there is no connection."""
        signal = f"{topic} {about}"
        if self._is_listening and signal not in self._waiting and len(signal.encode()) <= MOST_SIGNAL_BYTES:
            self._waiting.append(signal)
            self._woken.set()

    @property
    def is_alone(self) -> bool:
        """Whether no other process can change the database meanwhile."""
        return self._url is None

    @property
    def hears(self) -> bool:
        """Whether whatever other processes tell is heard now; where there are none, always."""
        return self._url is None or self._is_listening

    def poll(self) -> int:
        """Milliseconds after which a loop looks again without a signal."""
        if self._url is None:
            return ALONE
        return LISTENING if self._is_listening else DEAF

    async def run(self) -> None:
        """Send and listen until cancelled; a lost connection is opened again."""
        if self._url is None:
            return
        engine = create_async_engine(
            self._url, isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args={"timeout": CONNECT_SECONDS}
        )
        try:
            while True:
                await self._listen(engine)
                await asyncio.sleep(AGAIN)
        finally:
            await engine.dispose()

    async def _listen(self, engine: Any) -> None:
        from asyncpg import InterfaceError, PostgresError

        try:
            async with engine.connect() as connection:
                driver = (await connection.get_raw_connection()).driver_connection
                await self._serve(driver)
        except (OSError, TimeoutError, SQLAlchemyError, PostgresError, InterfaceError) as error:
            LOG.warning("No signals from other processes for now: %s", type(error).__name__)
        finally:
            self._is_listening = False
            self._waiting.clear()

    async def _serve(self, driver: Any) -> None:
        own = driver.get_server_pid()
        driver.add_termination_listener(lambda _: self._woken.set())
        await driver.add_listener(CHANNEL, lambda _, pid, __, signal: None if pid == own else self._hear(signal))
        self._is_listening = True
        for topic in self._handlers:
            self._hear(f"{topic} ")
        while not driver.is_closed():
            if not self._waiting:
                await self._pause(driver)
                continue
            told = tuple(self._waiting)
            self._waiting.clear()
            await driver.executemany("SELECT pg_notify($1, $2)", [(CHANNEL, signal) for signal in told])

    async def _pause(self, driver: Any) -> None:
        self._woken.clear()
        try:
            async with asyncio.timeout(CHECK):
                await self._woken.wait()
        except TimeoutError:
            await driver.execute("SELECT 1")
        await asyncio.sleep(COLLECTED_SECONDS)

    def _hear(self, signal: str) -> None:
        name, _, about = signal.partition(" ")
        if handler := self._handlers.get(name):
            handler(about)


class Processes:
    """The table of processes; one that has not been seen for a while is dead, even if its row is still there.

    `leased` are the tables with work that processes lease, besides the deadlines of games.
    """

    def __init__(self, database: Database, presence: Presence | None = None, leased: Iterable[Leased] = ()) -> None:
        self._database = database
        self._presence = presence
        self._leased = ((DEADLINES, DEADLINES.c.at), *leased)
        self._ending = (*_ALL_FREE, *(_freeing(table, due) for table, due in self._leased))

    async def sign(self, process: str) -> None:
        """Let the server know this process by its id, so that others learn soon if it is lost."""
        if self._presence:
            await self._presence.sign(process)

    @finishing
    async def seen(self, process: str, kind: ProcessKind, version: str) -> bool:
        """Note a sign of life. True if this entered the process, as the first one does and the first after `bury`."""
        now: Any = database_now()
        async with self._database.write() as connection:
            again = update(PROCESSES).where(PROCESSES.c.id == process).values(seen=now)
            if (await connection.execute(again)).rowcount:
                return False
            row = {"id": process, "kind": kind.value, "version": version, "started": now, "seen": now}
            await connection.execute(insert(PROCESSES).values(row))
            await tell_all(connection, Topic.PROCESSES)
            return True

    @finishing
    async def leave(self, process: str) -> None:
        """Remove a process that ends, and what leases it still has."""
        async with self._database.write() as connection:
            await self._remove(connection, [process])
            await tell_all(connection, Topic.PROCESSES)

    @finishing
    async def living(self, within: int) -> tuple[Process, ...]:
        """The processes seen within the latest milliseconds, the oldest first."""
        found = select(PROCESSES).where(PROCESSES.c.seen >= _ago(within))
        async with self._database.read() as connection:
            rows = (await connection.execute(found.order_by(PROCESSES.c.started, PROCESSES.c.id))).all()
        return values_of(Process, rows)

    @finishing
    async def bury(self, within: int, gone: int | None = None) -> DeadProcesses:
        """Remove the processes not seen within the latest milliseconds, with their leases.

        Those that the server has lost (`is_gone`) are removed if not seen within the latest `gone` milliseconds. What
        they were sending, thinking about or minding is due at once for the others.
        """
        silent = PROCESSES.c.seen < _ago(within)
        missing = PROCESSES.c.seen < _ago(min(within, within if gone is None else gone))
        async with self._database.read() as connection:
            if (await connection.execute(select(PROCESSES.c.id).where(missing).limit(1))).first() is None:
                return DeadProcesses()
        async with self._database.write() as connection:
            # A process that beats at this very moment keeps its row, and so its leases.
            found = select(PROCESSES.c.id, silent.label("silent")).where(missing).with_for_update(skip_locked=True)
            rows = (await connection.execute(found)).all()
            return await self._remove(
                connection, [row.id for row in rows if row.silent or await is_gone(connection, row.id)]
            )

    async def free_all(self) -> None:
        """End all leases, those of shards and targets as well: no other process could hold one."""
        async with self._database.write() as connection:
            await execute(connection, *((statement, NO_VALUES) for statement in self._ending))

    async def _remove(self, connection: AsyncConnection, ids: list[str]) -> DeadProcesses:
        freed = {table: await _free(connection, table, due, table.c.owner.in_(ids)) for table, due in self._leased}
        sending = await connection.execute(delete(LEASES).where(LEASES.c.owner.in_(ids)))
        await connection.execute(delete(PROCESSES).where(PROCESSES.c.id.in_(ids)))
        return DeadProcesses(tuple(ids), sending.rowcount, freed.pop(DEADLINES), sum(freed.values()))


_ALL_FREE = (delete(LEASES), update(SHARDS).values(owner=null()))


@cache
def _freeing(table: Table, due: Column[int]) -> Update:
    return update(table).where(table.c.owner.is_not(None)).values(owner=null(), due=due)


def _ago(milliseconds: int) -> ColumnElement[int]:
    return database_now() - milliseconds


async def _free(connection: AsyncConnection, table: Table, due: Column[int], held: ColumnElement[bool]) -> int:
    """End leases, so that the rows are due again at the instant `due`; returns how many there were."""
    return (await connection.execute(update(table).where(held).values(owner=None, due=due))).rowcount


LOCK = "shards"


class Shards(Repository):
    """The table of shards. Each method runs alone, across all processes.

    A process lives until it is removed (`Processes.bury`), or has not been seen for `silent` milliseconds.
    """

    def __init__(self, database: Database, silent: int = 30_000, unheard: int = 10_000) -> None:
        super().__init__(database)
        self._silent = silent
        self._unheard = unheard

    async def claim(
        self,
        owner: str,
        count: int,
        connected: Collection[int],
        now: int,
        since: int | None = None,
        by_hand: Collection[int] = (),
    ) -> HeldShards:
        """Note which shards a process serves, and claim its share of those that nobody holds.

        There are `count` shards, unless other processes already serve another number. `now` is the instant by the clock
        of the games, `since` the instant from which shards without a record count as not served. `by_hand` are the
        shards to claim instead of a share. A process that counts as dead claims nothing and holds nothing.

        Raises `ShardsRefused` if another living process holds a shard chosen by hand, or serves another number.
        """
        async with self._database.write(LOCK) as connection:
            living = await self._living(connection, owner)
            rows = await _agreed(connection, await _rows(connection), count, since, living - {owner}, by_hand)
            holders = {row.shard: row.owner if row.owner in living else None for row in rows}
            mine = [shard for shard, holder in holders.items() if holder == owner]
            # Another process may find this one silent in between, and remove it.
            if owner in (ordered := await self._ordered(connection, living)):
                surplus, claimed = _share(owner, holders, ordered, by_hand)
            else:
                surplus, claimed = [], []
            taken = sum(row.shard in claimed and row.owner is not None for row in rows)
            await _give(connection, owner, claimed)
            served = [shard for shard in connected if shard in mine]
            if served:
                note = update(SHARDS).where(SHARDS.c.shard.in_(served)).values(served=now, seen=database_now())
                await connection.execute(note)
            leases = [self._lease(row, living) for row in await _rows(connection)]
        return HeldShards(
            len(leases),
            tuple(lease for lease in leases if lease.owner == owner),
            tuple(surplus),
            tuple(lease for lease in leases if lease.owner != owner),
            taken,
        )

    async def release(self, owner: str, served: Collection[int], unserved: Collection[int], now: int) -> None:
        """Give up leases; those `served` were connected until an instant."""
        async with self._database.write(LOCK) as connection:
            for shards, values in ((served, {"owner": None, "served": now}), (unserved, {"owner": None})):
                if shards:
                    own = SHARDS.c.shard.in_(shards), SHARDS.c.owner == owner
                    await connection.execute(update(SHARDS).where(*own).values(**values))
            await tell_all(connection, Topic.SHARDS)

    async def _living(self, connection: AsyncConnection, owner: str) -> set[str]:
        if self._database.is_sqlite:  # its lock file keeps other processes out
            return {owner}
        return set(await self._ordered(connection))

    async def _ordered(self, connection: AsyncConnection, known: Collection[str] = ()) -> list[str]:
        """The living processes in order of age."""
        if self._database.is_sqlite:
            return list(known)
        alive = PROCESSES.c.seen >= database_now() - self._silent
        query = select(PROCESSES.c.id).where(alive, PROCESSES.c.kind == ProcessKind.BOT.value)
        return list((await connection.execute(query.order_by(PROCESSES.c.started, PROCESSES.c.id))).scalars())

    def _lease(self, row: Any, living: Collection[str]) -> Lease:
        owner = row.owner if row.owner in living else None
        is_served = owner is not None and row.seen is not None and row.now - row.seen < self._unheard
        return Lease(row.shard, owner, row.served, is_served)


_ROWS = select(SHARDS, database_now().label("now")).order_by(SHARDS.c.shard)


async def _rows(connection: AsyncConnection) -> Sequence[Any]:
    return await fetch(connection, _ROWS)


async def _agreed(
    connection: AsyncConnection,
    rows: Sequence[Any],
    count: int,
    since: int | None,
    others: Collection[str],
    by_hand: Collection[int],
) -> Sequence[Any]:
    """The rows of the shards once their number is agreed."""
    if rows and rows[0].total == count:
        return rows
    if any(row.owner in others for row in rows):
        if by_hand:
            raise ShardsRefused(
                Sentence(
                    "another process divides the servers into {there} shards, this one into {here}: stop it first, or "
                    "give the same number",
                    there=rows[0].total,
                    here=count,
                )
            )
        return rows
    known = [row.served for row in rows if row.served is not None]
    earliest = min(known, default=since)
    await connection.execute(delete(SHARDS))
    made = [{"shard": shard, "total": count, "owner": None, "served": earliest} for shard in range(count)]
    await connection.execute(insert(SHARDS), made)
    return await _rows(connection)


def _share(
    owner: str, holders: dict[int, str | None], living: list[str], by_hand: Collection[int]
) -> tuple[list[int], list[int]]:
    """The shards that a process has to hand over, and those that it may claim."""
    if by_hand:
        if taken := [shard for shard in by_hand if holders[shard] not in (None, owner)]:
            wrong = Sentence(
                "another process serves the shard {shard}: stop it first, or choose others", shard=str(min(taken))
            )
            raise ShardsRefused(wrong)
        return [], [shard for shard in by_hand if holders[shard] is None]
    numbers = Counter(holder for holder in holders.values() if holder)
    quota = quotas({one: numbers[one] for one in living}, len(holders))[owner]
    mine = [shard for shard, holder in holders.items() if holder == owner]
    free = [shard for shard, holder in holders.items() if holder is None]
    return mine[quota:], free[: max(0, quota - len(mine))]


async def _give(connection: AsyncConnection, owner: str, shards: Collection[int]) -> None:
    if shards:
        await connection.execute(update(SHARDS).where(SHARDS.c.shard.in_(shards)).values(owner=owner, seen=None))
