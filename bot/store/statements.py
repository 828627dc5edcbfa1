"""Statements that several repositories need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Insert, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import GAMES


async def put(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a whole row, replacing one with the same primary key."""
    await connection.execute(_putting(table, connection.dialect.name), row)


@cache
def _putting(table: Table, dialect: str) -> Insert:
    query = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
    keys = [column.name for column in table.primary_key]
    rest = {column.name: query.excluded[column.name] for column in table.columns if not column.primary_key}
    return query.on_conflict_do_update(index_elements=keys, set_=rest)


def tenant() -> ColumnElement[int]:
    """The column of the games that holds the unit of fair sharing (`bot.fairness.tenant_key`)."""
    return func.coalesce(GAMES.c.guild_id, GAMES.c.channel_id)


async def hold_game(connection: AsyncConnection, game: str) -> int:
    """Keep others from changing a game until the transaction ends; returns the number of its newest event.

    It is 0 if there is no such game. Rows that only refer to the game can be added meanwhile.
    """
    query = select(GAMES.c.sequence).where(GAMES.c.game == game).with_for_update(key_share=True)
    return (await connection.execute(query)).scalar_one_or_none() or 0
