"""Word lists of servers and people, and the editions of lexicons that judge games."""

from __future__ import annotations

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.model.words import Edition, PackedWords
from bot.store.database import Database, Repository
from bot.store.lists import ListStore
from bot.store.rows import row_of, value_of
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
