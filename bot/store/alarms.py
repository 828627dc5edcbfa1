"""The deadlines of games."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update

from bot.service.changes import Alarm
from bot.store.database import Database, finishing
from bot.store.rows import alarm_of, deadline_row
from bot.store.statements import hold_game
from bot.store.tables import DEADLINES
from engine.game.clock import Deadline


class SqlAlarms:
    """Implements `bot.service.storage.Alarms`. A lease is a due time that lies in the future."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @finishing
    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[Alarm, ...]:
        """Lease the deadlines that are due, the earliest first."""
        due = select(DEADLINES).where(DEADLINES.c.due <= now).order_by(DEADLINES.c.due).limit(limit)
        async with self._database.read() as connection:
            if (await connection.execute(due)).first() is None:
                return ()
        async with self._database.write() as connection:
            # What another process is just leasing, or setting anew, is its own.
            rows = (await connection.execute(due.with_for_update(skip_locked=True))).all()
            for row in rows:
                lease = update(DEADLINES).where(DEADLINES.c.game == row.game).values(owner=owner, due=until)
                await connection.execute(lease)
        return tuple(map(alarm_of, rows))

    @finishing
    async def next_due(self) -> int | None:
        """The earliest instant at which one can be claimed; None when none is set."""
        query = select(DEADLINES.c.due).order_by(DEADLINES.c.due).limit(1)
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
