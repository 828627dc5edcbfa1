"""The table of the servers' own variants."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import delete, select

from bot.model.profiles import ServerVariant
from bot.store.database import Database, finishing
from bot.store.rows import put
from bot.store.tables import VARIANTS


class VariantStore:
    """Variants that servers have loaded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @finishing
    async def all(self, server: int) -> tuple[ServerVariant, ...]:
        """The variants of a server, by name."""
        found = select(VARIANTS).where(VARIANTS.c.server == server).order_by(VARIANTS.c.name)
        async with self._database.read() as connection:
            rows = (await connection.execute(found)).all()
        return tuple(ServerVariant(row.server, row.name, row.text, row.by, row.at) for row in rows)

    @finishing
    async def save(self, variant: ServerVariant, most: int) -> bool:
        """Keep a variant, replacing any with the same name; False, changing nothing, if there are `most` others."""
        own = VARIANTS.c.server == variant.server
        async with self._database.write(f"variants {variant.server}") as connection:
            others = (await connection.execute(select(VARIANTS.c.name).where(own))).scalars().all()
            if len(set(others) - {variant.name}) >= most:
                return False
            await put(connection, VARIANTS, asdict(variant))
        return True

    @finishing
    async def remove(self, server: int, name: str) -> bool:
        """Remove a variant; False if there is none with that name."""
        gone = delete(VARIANTS).where(VARIANTS.c.server == server, VARIANTS.c.name == name)
        async with self._database.write() as connection:
            return bool((await connection.execute(gone)).rowcount)
