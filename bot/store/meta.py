"""Facts about the installation, counts for those who run it, and deleting what is no longer needed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnClause,
    Insert,
    Select,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.games import GamePhase
from bot.model.measures import DatabaseCounts
from bot.model.words import UPLOADS
from bot.store.database import Repository
from bot.store.postgresql import database_now
from bot.store.rows import execute, fetch, put, putting
from bot.store.tables import (
    CAUSES,
    DELIVERIES,
    DRAFTS,
    EVENTS,
    GAMES,
    META,
    METADATA,
    OTHER_DRAFTS,
    PROCESSES,
    WORD_LISTS,
)
from engine.model.durations import DAY

TWIN = "twin"
"""The key of the instant at which another bot with the same token and another database was noticed."""
TIME, CLOCK = "time", "clock "
"""The key of the bots' time, and what those of machines begin with whose clocks are wrong."""
LATEST = 10**13
"""No instant is later than this, in milliseconds since 1970."""


class Meta(Repository):
    """Facts about the installation, by key: `installation`, `heartbeat`, `commands` (hash of the synced ones).

    `identify N` is the instant at which a session last began in a bucket of shards.
    """

    async def get(self, key: str) -> str | None:
        """The value of a key."""
        found = await self._found(_FACT, of=key)
        return found[0].value if found else None

    async def set(self, key: str, value: str) -> None:
        """Keep the value of a key."""
        async with self._database.write() as connection:
            await put(connection, META, {"key": key, "value": value})

    async def stamp(self, key: str) -> None:
        """Keep the present instant of the database's clock under a key."""
        async with self._database.write() as connection:
            await execute(connection, (_telling_time(putting(META, connection)), {"of": key, "told": ""}))

    async def since(self, key: str) -> float | None:
        """Seconds since the latest `stamp` of a key, by the database's clock; None if there is none."""
        found = await self._found(_FACT, of=key)
        return (found[0].now - int(found[0].value)) / 1000 if found else None

    async def beat(self, now: int) -> None:
        """Keep the present instant as a sign of life, and beside it that of the database's clock."""
        async with self._database.write() as connection:
            keep = putting(META, connection)
            await execute(
                connection,
                (keep, {"key": "heartbeat", "value": str(now)}),
                (_telling_time(keep), {"of": TIME, "told": f"{now} "}),
            )

    async def time(self) -> int | None:
        """The present instant by the bots, who know it from Discord; None if none of them has told it."""
        found = await self._found(_FACT, of=TIME)
        if not found:
            return None
        told, by_database = map(int, found[0].value.split())
        return told + int(found[0].now) - by_database

    async def note_clock(self, machine: str, seconds: int) -> None:
        """Note that a machine's clock is so many seconds ahead of the right time, or forget it if it is right."""
        key = f"{CLOCK}{machine}"[:64]
        async with self._database.write() as connection:
            now = (await connection.execute(select(database_now()))).scalar_one()
            if seconds:
                await put(connection, META, {"key": key, "value": f"{now} {seconds}"})
            else:
                await connection.execute(delete(META).where(META.c.key == key))

    async def clocks(self) -> dict[str, int]:
        """The machines whose clocks were wrong within a day, each with the seconds by which it was ahead."""
        return _wrong(await self._found(_CLOCKS))

    async def first(self, key: str, value: str) -> str:
        """The value of a key; if it has none yet, set the given one."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(META).values(key=key, value=value))
        except IntegrityError:
            return await self.get(key) or value
        return value

    async def set_back(self, after: int, by: int) -> None:
        """Set every instant that is later than one back by some milliseconds, as if a wrong clock had been right.

        Instants are told by their size: ids of Discord have five digits more, lengths of time at least two fewer.
        """
        async with self._database.write() as connection:
            events = select(EVENTS.c.game, EVENTS.c.sequence, EVENTS.c.data).where(EVENTS.c.at > after)
            for row in (await connection.execute(events)).all():
                mine = (EVENTS.c.game == row.game, EVENTS.c.sequence == row.sequence)
                await connection.execute(update(EVENTS).where(*mine).values(data=_set_back(row.data, after, by)))
            for table in METADATA.tables.values():
                for column in table.columns:
                    if isinstance(column.type, BigInteger) and not column.foreign_keys:
                        later = column.between(after + 1, LATEST)
                        await connection.execute(update(table).where(later).values({column: column - by}))

    async def prune(self, before: int) -> None:
        """Delete causes, finished deliveries, drafts and unconfirmed lists that are older than an instant."""
        async with self._database.write() as connection:
            await execute(connection, *((statement, {"before": before}) for statement in _PRUNING))


_FACT = select(META.c.value, database_now().label("now")).where(META.c.key == bindparam("of"))
_CLOCKS = select(META.c.key, META.c.value, database_now().label("now")).where(META.c.key.startswith(CLOCK))
_PRUNING = tuple(
    delete(instant.table).where(*only, instant < bindparam("before"))
    for instant, *only in (
        (CAUSES.c.at,),
        (DELIVERIES.c.finished,),
        (DRAFTS.c.opened,),
        (OTHER_DRAFTS.c.opened,),
        (WORD_LISTS.c.at, WORD_LISTS.c.owner.startswith(UPLOADS)),
    )
)


@cache
def _telling_time(putting: Insert) -> Insert:
    """Keep under the key `of` what is `told`, and behind it the present instant of the database's clock."""
    value = bindparam("told", type_=String) + cast(database_now(), String)
    return putting.values({META.c.key: bindparam("of"), META.c.value: value})


async def wrong_clocks(connection: AsyncConnection) -> dict[str, int]:
    """As `Meta.clocks`."""
    return _wrong(await fetch(connection, _CLOCKS))


def _wrong(found: Sequence[Any]) -> dict[str, int]:
    rows = [(row.key, *map(int, row.value.split()), int(row.now)) for row in found]
    return {key.removeprefix(CLOCK): seconds for key, at, seconds, now in rows if now - at < DAY}


def _set_back(value: Any, after: int, by: int) -> Any:
    """Stored data with every instant in it set back that is later than one."""
    if isinstance(value, dict):
        return {key: _set_back(one, after, by) for key, one in value.items()}
    if isinstance(value, list):
        return [_set_back(one, after, by) for one in value]
    return value - by if isinstance(value, int) and after < value < LATEST else value


# Written into the statements: the database uses a partial index only if it knows the values.
_PAUSED: ColumnClause[str] = literal_column(f"'{GamePhase.PAUSED.value}'")
_OVER: ColumnClause[str] = literal_column(f"'{GamePhase.OVER.value}'")
_WAITING: ColumnClause[str] = literal_column("'waiting'")

RUNNING: Select[Any] = (
    select(GAMES.c.phase, func.count().label("number"))
    .where(GAMES.c.phase.not_in((_OVER, _PAUSED)))
    .group_by(GAMES.c.phase)
)
PAUSED: Select[Any] = select(func.count(GAMES.c.name).label("number")).where(GAMES.c.phase == _PAUSED)


class Counting(Repository):
    """Counts in the database."""

    async def counts(self, within: int) -> DatabaseCounts:
        """All counts in one transaction; a process counts if it was seen within the latest milliseconds."""
        waiting = select(func.count(), func.min(DELIVERIES.c.due)).where(DELIVERIES.c.status == _WAITING)
        living = (
            select(PROCESSES.c.kind, func.count().label("number"))
            .where(PROCESSES.c.seen >= database_now() - within)
            .group_by(PROCESSES.c.kind)
        )
        async with self._database.read() as connection:
            running = (await connection.execute(RUNNING)).all()
            paused = (await connection.execute(PAUSED)).scalar_one()
            number, oldest = (await connection.execute(waiting)).one()
            kinds = (await connection.execute(living)).all()
        games = {row.phase: row.number for row in running} | {GamePhase.PAUSED.value: paused}
        return DatabaseCounts(games, number, oldest, {row.kind: row.number for row in kinds})
