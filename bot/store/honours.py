"""Who has won tournaments, seasons and duplicates, kept for longer than these are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import BigInteger, Column, Index, Row, String, Table, Text, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.honours import Honour, HonourKind
from bot.store.database import Repository
from bot.store.rows import value_of
from bot.store.tables import METADATA

HONOURS = Table(
    "honours",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("server", BigInteger, nullable=False),
    Column("contest", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Who has won what."""

Index("ix_honours_person", HONOURS.c.server, HONOURS.c.person)
Index("ix_honours_at", HONOURS.c.server, HONOURS.c.at)


async def crown(
    connection: AsyncConnection, key: str, server: int, contest: HonourKind, won: Mapping[str, str], title: str, at: int
) -> None:
    """Note who has won a contest, by their ids and names, in place of those who had; it stays won when it was."""
    query = select(HONOURS).where(HONOURS.c.key == key)
    known = [_honour_of(row) for row in await connection.execute(query)]
    at = min((one.at for one in known), default=at)
    found = [Honour(key, server, contest, person, name, title, at) for person, name in sorted(won.items())]
    if found == sorted(known, key=lambda one: one.person):
        return
    await connection.execute(delete(HONOURS).where(HONOURS.c.key == key))
    if found:
        await connection.execute(insert(HONOURS), [asdict(one) | {"contest": one.contest.value} for one in found])


class Honours(Repository):
    """What people have won."""

    async def of_person(self, server: int | None, person: str) -> tuple[Honour, ...]:
        """What a person has won in a server, the latest first."""
        here = (HONOURS.c.server == server, HONOURS.c.person == person)
        return _all(await self._rows(select(HONOURS).where(*here).order_by(HONOURS.c.at.desc())))

    async def within(self, server: int, since: int, until: int) -> tuple[Honour, ...]:
        """What was won in a server from an instant on and before another, the earliest first."""
        then = (HONOURS.c.server == server, HONOURS.c.at >= since, HONOURS.c.at < until)
        return _all(await self._rows(select(HONOURS).where(*then).order_by(HONOURS.c.at, HONOURS.c.name)))


def _all(rows: Iterable[Row[Any]]) -> tuple[Honour, ...]:
    return tuple(map(_honour_of, rows))


def _honour_of(row: Row[Any]) -> Honour:
    return value_of(Honour, row, contest=HonourKind(row.contest))
