"""The processes that serve the database, each with its latest sign of life.

The database's clock times them, since the clocks of their machines may differ. A lease names its
owner's process here and counts only while that process lives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.processes import DeadProcesses, Process, ProcessKind
from bot.store.database import Database, finishing
from bot.store.instants import database_now
from bot.store.postgresql import Presence, is_gone
from bot.store.rows import values_of
from bot.store.signals import Topic, tell_all
from bot.store.tables import DEADLINES, LEASES, PROCESSES, Leased


class Processes:
    """The table of processes; one that has not been seen for a while is dead, even if its row is still there.

    `leased` are the tables with work that processes lease, besides the deadlines of games.
    """

    def __init__(self, database: Database, presence: Presence | None = None, leased: Iterable[Leased] = ()) -> None:
        self._database = database
        self._presence = presence
        self._leased = ((DEADLINES, DEADLINES.c.at), *leased)

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
        """End the leases of all work: no other process could hold one."""
        async with self._database.write() as connection:
            for table, due in self._leased:
                await _free(connection, table, due, table.c.owner.is_not(None))

    async def _remove(self, connection: AsyncConnection, ids: list[str]) -> DeadProcesses:
        freed = {table: await _free(connection, table, due, table.c.owner.in_(ids)) for table, due in self._leased}
        sending = await connection.execute(delete(LEASES).where(LEASES.c.owner.in_(ids)))
        await connection.execute(delete(PROCESSES).where(PROCESSES.c.id.in_(ids)))
        return DeadProcesses(tuple(ids), sending.rowcount, freed.pop(DEADLINES), sum(freed.values()))


def _ago(milliseconds: int) -> ColumnElement[int]:
    return database_now() - milliseconds


async def _free(connection: AsyncConnection, table: Table, due: Column[int], held: ColumnElement[bool]) -> int:
    """End leases, so that the rows are due again at the instant `due`; returns how many there were."""
    return (await connection.execute(update(table).where(held).values(owner=None, due=due))).rowcount
