"""What servers and people have added: word lists, the editions of lexicons, variants and themes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.errors import NameTaken, TooManyLists
from bot.model.profiles import ServerFile
from bot.model.words import Edition, NamedList, PackedWords, alphabet_data, alphabet_of, key_of, server_owner
from bot.store.database import Database, Repository
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import EDITIONS, NAMED_LISTS, WORD_LISTS


class ListStore(Repository):
    """Named lists of servers."""

    async def all(self, server: int) -> tuple[NamedList, ...]:
        """The lists of a server, by name."""
        query = select(NAMED_LISTS).where(NAMED_LISTS.c.server == server).order_by(NAMED_LISTS.c.key)
        return tuple(map(_list, await self._rows(query)))

    async def create(self, new: NamedList, words: PackedWords, most: int, by: str, at: int) -> None:
        """Keep a new list with its first words. Raises `TooManyLists` and `NameTaken`; then nothing has changed."""
        async with self._database.write(_lock(new.server)) as connection:
            if len(await _keys(connection, new.server)) >= most:
                raise TooManyLists(most)
            await _check_free(connection, new.server, new.name)
            await connection.execute(insert(NAMED_LISTS).values(_list_row(new, by, at)))
            first = {"added": words.added, "removed": words.removed, "whole": words.whole, "revision": 1}
            owner = server_owner(new.server)
            await connection.execute(insert(WORD_LISTS).values(owner=owner, lexicon=new.id, by=by, at=at, **first))

    async def rename(self, one: NamedList, name: str) -> bool:
        """Give a list another name; False if it is gone. Raises `NameTaken`; then nothing has changed."""
        async with self._database.write(_lock(one.server)) as connection:
            if key_of(name) != key_of(one.name):
                await _check_free(connection, one.server, name)
            query = update(NAMED_LISTS).where(NAMED_LISTS.c.id == one.id).values(name=name, key=key_of(name))
            try:
                return bool((await connection.execute(query)).rowcount)
            except IntegrityError as error:
                raise NameTaken(name) from error

    async def delete(self, one: NamedList) -> bool:
        """Delete a list and its words; False if it is gone."""
        async with self._database.write(_lock(one.server)) as connection:
            words = (WORD_LISTS.c.owner == server_owner(one.server), WORD_LISTS.c.lexicon == one.id)
            await connection.execute(delete(WORD_LISTS).where(*words))
            return bool((await connection.execute(delete(NAMED_LISTS).where(NAMED_LISTS.c.id == one.id))).rowcount)


def _lock(server: int) -> str:
    return f"lists {server}"


async def _keys(connection: AsyncConnection, server: int) -> frozenset[str]:
    query = select(NAMED_LISTS.c.key).where(NAMED_LISTS.c.server == server)
    return frozenset((await connection.execute(query)).scalars())


async def _check_free(connection: AsyncConnection, server: int, name: str) -> None:
    if key_of(name) in await _keys(connection, server):
        raise NameTaken(name)


def _list_row(new: NamedList, by: str, at: int) -> dict[str, Any]:
    return row_of(NAMED_LISTS, new, key=key_of(new.name), letters=alphabet_data(new.alphabet), by=by, at=at)


def _list(row: Row[Any]) -> NamedList:
    return value_of(NamedList, row, alphabet=alphabet_of(row.letters))


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


class WordStore(Repository):
    """The changes of servers and people to lexicons, and the resulting editions that judge games.

    `lists` are the named lists of servers.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.lists = ListStore(database)

    async def read(self, owner: str, lexicon: str) -> PackedWords:
        """An owner's changes to a lexicon."""
        query = select(WORD_LISTS).where(WORD_LISTS.c.owner == owner, WORD_LISTS.c.lexicon == lexicon)
        row = await self._row(query)
        return PackedWords() if row is None else value_of(PackedWords, row)

    async def write(self, owner: str, lexicon: str, words: PackedWords, by: str, at: int) -> bool:
        """Keep changes; False, changing nothing, if others have been written since their revision was read."""
        row = row_of(WORD_LISTS, words, revision=words.revision + 1, by=by, at=at)
        try:
            async with self._database.write() as connection:
                if not words.revision:
                    await connection.execute(insert(WORD_LISTS).values(owner=owner, lexicon=lexicon, **row))
                    return True
                before = (WORD_LISTS.c.owner == owner, WORD_LISTS.c.lexicon == lexicon)
                query = update(WORD_LISTS).where(*before, WORD_LISTS.c.revision == words.revision)
                return bool((await connection.execute(query.values(row))).rowcount)
        except IntegrityError:
            return False

    async def owned(self, owner: str) -> tuple[str, ...]:
        """The lexicons that an owner has changed."""
        query = select(WORD_LISTS.c.lexicon).where(WORD_LISTS.c.owner == owner).order_by(WORD_LISTS.c.lexicon)
        return tuple(row[0] for row in await self._rows(query))

    async def forget(self, owner: str, lexicon: str) -> None:
        """Remove an owner's changes to a lexicon."""
        named = (WORD_LISTS.c.owner == owner, WORD_LISTS.c.lexicon == lexicon)
        await self._change(delete(WORD_LISTS).where(*named))

    async def edition(self, lexicon: str, digest: str) -> Edition | None:
        """What makes the edition of a lexicon with that content."""
        query = select(EDITIONS).where(EDITIONS.c.lexicon == lexicon, EDITIONS.c.digest == digest)
        row = await self._row(query)
        return None if row is None else Edition(value_of(PackedWords, row, revision=0), row.bases)

    async def keep_edition(self, lexicon: str, digest: str, edition: Edition) -> None:
        """Keep an edition; an existing one stays."""
        row = row_of(EDITIONS, edition, lexicon=lexicon, digest=digest)
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(EDITIONS).values(row))
        except IntegrityError:
            return
