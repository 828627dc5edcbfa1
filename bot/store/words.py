"""Word lists of servers and people, and the editions of lexicons that judge games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.model.words import Edition, PackedWords
from bot.store.database import Database, Repository
from bot.store.lists import ListStore
from bot.store.tables import EDITIONS, WORD_LISTS


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
        return PackedWords() if row is None else _words(row, row.revision)

    async def write(self, owner: str, lexicon: str, words: PackedWords, by: str, at: int) -> bool:
        """Keep changes; False, changing nothing, if others have been written since their revision was read."""
        row = {**_row(words), "revision": words.revision + 1, "by": by, "at": at}
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
        return None if row is None else Edition(_words(row), row.bases)

    async def keep_edition(self, lexicon: str, digest: str, edition: Edition) -> None:
        """Keep an edition; an existing one stays."""
        row = {"lexicon": lexicon, "digest": digest, "bases": edition.bases, **_row(edition.words)}
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(EDITIONS).values(row))
        except IntegrityError:
            return


def _row(words: PackedWords) -> dict[str, Any]:
    return {"added": words.added, "removed": words.removed, "whole": words.whole}


def _words(row: Row[Any], revision: int = 0) -> PackedWords:
    return PackedWords(row.added, row.removed, row.whole, revision)
