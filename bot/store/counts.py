"""Counting for those who run the bot: games by phase, deliveries that wait, processes.

Every count reads an index, so that it does not grow with finished games and sent messages.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnClause, Select, func, literal_column, select

from bot.model.figures import DatabaseCounts
from bot.model.games import GamePhase
from bot.store.database import Repository
from bot.store.instants import database_now
from bot.store.tables import DELIVERIES, GAMES, PROCESSES

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
