"""The deadlines of games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from bot.service.changes import Alarm
from bot.service.fairness import fair_choice
from bot.store.database import Database, finishing
from bot.store.rows import alarm_of, deadline_row
from bot.store.statements import hold_game, tenant
from bot.store.tables import DEADLINES, GAMES
from engine.game.clock import Deadline


class SqlAlarms:
    """Implements `bot.service.storage.Alarms`. A lease is a due time that lies in the future."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @finishing
    async def claim(
        self,
        owner: str,
        now: int,
        until: int,
        limit: int,
        share: int | None = None,
        under_way: Mapping[int, int] = MappingProxyType({}),
    ) -> tuple[Alarm, ...]:
        """Lease deadlines that are due, the earliest of each tenant in turn.

        Of one tenant `share` at most, together with those `under_way`.
        """
        async with self._database.read() as connection:
            due = (await connection.execute(_due(now, limit))).all()
        chosen = fair_choice(due, lambda row: row.tenant, under_way, limit if share is None else share, limit)
        if not chosen:
            return ()
        games = {row.game: row.tenant for row in chosen}
        still = select(DEADLINES).where(DEADLINES.c.game.in_(games), DEADLINES.c.due <= now).order_by(DEADLINES.c.due)
        async with self._database.write() as connection:
            # What another process is just leasing, or setting anew, is its own.
            rows = (await connection.execute(still.with_for_update(skip_locked=True))).all()
            for row in rows:
                lease = update(DEADLINES).where(DEADLINES.c.game == row.game).values(owner=owner, due=until)
                await connection.execute(lease)
        return tuple(alarm_of(row, games[row.game]) for row in rows)

    @finishing
    async def next_due(self, after: int | None = None) -> int | None:
        """The earliest instant (after one, if given) at which one can be claimed; None when there is none."""
        query = select(DEADLINES.c.due).order_by(DEADLINES.c.due).limit(1)
        if after is not None:
            query = query.where(DEADLINES.c.due > after)
        async with self._database.read() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    @finishing
    async def reset(self, game: str, sequence: int, deadline: Deadline | None) -> None:
        """Set a game's deadline anew unless the game has gone beyond the sequence number."""
        async with self._database.write() as connection:
            if await hold_game(connection, game) > sequence:
                return
            await connection.execute(delete(DEADLINES).where(DEADLINES.c.game == game))
            if deadline:
                await connection.execute(insert(DEADLINES), [deadline_row(game, deadline)])

    @finishing
    async def retry(self, alarm: Alarm, owner: str, due: int) -> None:
        """Put a deadline back until the instant given, and count the failure."""
        mine = (DEADLINES.c.game == alarm.game, DEADLINES.c.owner == owner)
        async with self._database.write() as connection:
            later = update(DEADLINES).where(*mine).values(owner=None, due=due, attempts=alarm.attempts + 1)
            await connection.execute(later)

    @finishing
    async def release_all(self) -> None:
        """End all leases: no other process is there that could hold one."""
        async with self._database.write() as connection:
            held = update(DEADLINES).where(DEADLINES.c.owner.is_not(None))
            await connection.execute(held.values(owner=None, due=DEADLINES.c.at))


def _due(now: int, limit: int) -> Any:
    """The games whose deadlines are due, the earliest first: as many as can be claimed, of each tenant."""
    place = func.row_number().over(partition_by=tenant(), order_by=DEADLINES.c.due)
    games = DEADLINES.outerjoin(GAMES, GAMES.c.game == DEADLINES.c.game)
    columns = select(
        DEADLINES.c.game, DEADLINES.c.due, func.coalesce(tenant(), 0).label("tenant"), place.label("place")
    )
    due = columns.select_from(games).where(DEADLINES.c.due <= now).subquery()
    return select(due).where(due.c.place <= limit).order_by(due.c.due)
