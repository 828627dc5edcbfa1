"""The leases of shards: each belongs to one living process, or to none until one claims it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.processes import ProcessKind
from bot.model.shards import HeldShards, Lease, ShardsRefused, quotas
from bot.store.database import Database, Repository
from bot.store.instants import database_now
from bot.store.signals import Topic, tell_all
from bot.store.tables import PROCESSES, SHARDS
from engine.sentences import Sentence

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
            if owner in living:
                surplus, claimed = _share(owner, holders, await self._ordered(connection, living), by_hand)
            else:
                surplus, claimed = [], []
            taken = sum(row.shard in claimed and row.owner is not None for row in rows)
            await _give(connection, owner, claimed)
            served = [shard for shard in connected if shard in mine]
            clock: Any = database_now()
            note = update(SHARDS).where(SHARDS.c.shard.in_(served)).values(served=now, seen=clock)
            await connection.execute(note)
            instant = (await connection.execute(select(clock))).scalar_one()
            leases = [self._lease(row, living, instant) for row in await _rows(connection)]
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
                own = SHARDS.c.shard.in_(shards), SHARDS.c.owner == owner
                await connection.execute(update(SHARDS).where(*own).values(**values))
            await tell_all(connection, Topic.SHARDS)

    async def release_all(self) -> None:
        """End all leases: no other process could hold one."""
        await self._change(update(SHARDS).values(owner=None))

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

    def _lease(self, row: Row[Any], living: Collection[str], instant: int) -> Lease:
        owner = row.owner if row.owner in living else None
        is_served = owner is not None and row.seen is not None and instant - row.seen < self._unheard
        return Lease(row.shard, owner, row.served, is_served)


async def _rows(connection: AsyncConnection) -> list[Row[Any]]:
    return list((await connection.execute(select(SHARDS).order_by(SHARDS.c.shard))).all())


async def _agreed(
    connection: AsyncConnection,
    rows: list[Row[Any]],
    count: int,
    since: int | None,
    others: Collection[str],
    by_hand: Collection[int],
) -> list[Row[Any]]:
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
