"""The tables of the files that servers have loaded: their own variants, and their own themes."""

from __future__ import annotations

from sqlalchemy import Table, delete, select

from bot.model.profiles import ServerFile
from bot.store.database import Database, Repository
from bot.store.rows import put, row_of, value_of, values_of


class ServerFileStore(Repository):
    """Files of one kind that servers have loaded, in a table of their own."""

    def __init__(self, database: Database, table: Table) -> None:
        super().__init__(database)
        self._table = table

    async def all(self, server: int) -> tuple[ServerFile, ...]:
        """The files of a server, by name."""
        found = select(self._table).where(self._table.c.server == server).order_by(self._table.c.name)
        return values_of(ServerFile, await self._rows(found))

    async def find(self, server: int, name: str) -> ServerFile | None:
        """The file of a server with a name; None if there is none."""
        found = select(self._table).where(self._table.c.server == server, self._table.c.name == name)
        row = await self._row(found)
        return None if row is None else value_of(ServerFile, row)

    async def save(self, file: ServerFile, most: int) -> bool:
        """Keep a file, replacing any with the same name; False, changing nothing, if there are `most` others."""
        own = self._table.c.server == file.server
        async with self._database.write(f"{self._table.name} {file.server}") as connection:
            others = (await connection.execute(select(self._table.c.name).where(own))).scalars().all()
            if len(set(others) - {file.name}) >= most:
                return False
            await put(connection, self._table, row_of(self._table, file))
        return True

    async def remove(self, server: int, name: str) -> bool:
        """Remove a file; False if there is none with that name."""
        gone = delete(self._table).where(self._table.c.server == server, self._table.c.name == name)
        async with self._database.write() as connection:
            return bool((await connection.execute(gone)).rowcount)
