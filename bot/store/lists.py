"""The table of the servers' named word lists. Their words are in `word_lists`, from the first to the last moment."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.errors import NameTaken, TooManyLists
from bot.model.lists import NamedList, alphabet_data, alphabet_of, key_of
from bot.model.words import PackedWords, server_owner
from bot.store.database import Repository
from bot.store.rows import row_of, value_of
from bot.store.tables import NAMED_LISTS, WORD_LISTS


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
            await connection.execute(insert(NAMED_LISTS).values(_row(new, by, at)))
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


def _row(new: NamedList, by: str, at: int) -> dict[str, Any]:
    return row_of(NAMED_LISTS, new, key=key_of(new.name), letters=alphabet_data(new.alphabet), by=by, at=at)


def _list(row: Row[Any]) -> NamedList:
    return value_of(NamedList, row, alphabet=alphabet_of(row.letters))
