"""Statements that several repositories need, in the words of either database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import GAMES


async def put(connection: AsyncConnection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, in the place of one that has the same primary key."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    query = insert(table).values(dict(row))
    keys = [column.name for column in table.primary_key]
    rest = {name: query.excluded[name] for name in row if name not in keys}
    await connection.execute(query.on_conflict_do_update(index_elements=keys, set_=rest))


async def hold_game(connection: AsyncConnection, game: str) -> int:
    """Let nobody else change a game until the transaction ends; returns the number of its newest event.

    It is 0 where there is no such game. Rows that only refer to the game can be added meanwhile.
    """
    query = select(GAMES.c.sequence).where(GAMES.c.game == game).with_for_update(key_share=True)
    return (await connection.execute(query)).scalar_one_or_none() or 0
