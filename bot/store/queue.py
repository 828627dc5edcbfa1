"""What is due: the rows of a table, one at a time leased by a process that sees to them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy import Row, Table, func, select, update

from bot.store.database import Database, Repository


class DueItem(Protocol):
    """Something to see to. `attempts` counts the failures in a row, `server` is the one whose people wait."""

    @property
    def server(self) -> int:
        """The server's id."""

    @property
    def attempts(self) -> int:
        """How often it has failed since it last went well."""


T = TypeVar("T", bound=DueItem)


class Queue(Repository):
    """A table with one key and the columns `due` (an instant, or null for never), `owner` and `attempts`.

    A lease is a `due` in the future with its `owner`: if the owner dies, the row is due again when the lease ends.
    """

    def __init__(self, database: Database, table: Table) -> None:
        super().__init__(database)
        self._table = table
        (self.key,) = table.primary_key

    async def next_due(self) -> int | None:
        """The earliest instant at which a row can be claimed; None if there is none."""
        return await self._value(int, select(func.min(self._table.c.due)))

    async def claim(self, owner: str, now: int, until: int, limit: int) -> list[Row[Any]]:
        """Lease the rows that are due, as they were before; nobody else gets them before `until`."""
        table = self._table
        due = select(table).where(table.c.due <= now).order_by(table.c.due).limit(limit)
        async with self._database.write() as connection:
            rows = list((await connection.execute(due.with_for_update(skip_locked=True))).all())
            these = self.key.in_([getattr(row, self.key.name) for row in rows])
            await connection.execute(update(table).where(these).values(owner=owner, due=until))
        return rows

    async def later(self, key: int, owner: str, due: int, attempts: int) -> None:
        """End a lease after a failure; the row is due again at an instant."""
        mine = (self.key == key, self._table.c.owner == owner)
        await self._change(update(self._table).where(*mine).values(owner=None, due=due, attempts=attempts))


class QueueStore(Repository, Generic[T]):
    """A repository of what is due, by the rows of `queued`; a field is called like the key of that table."""

    queued: ClassVar[Table]

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queue = Queue(database, self.queued)

    async def next_due(self) -> int | None:
        """The earliest instant at which something can be claimed; None if there is nothing."""
        return await self._queue.next_due()

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[T, ...]:
        """Lease what is due; nobody else gets it before `until`."""
        return await self._of(await self._queue.claim(owner, now, until, limit))

    async def later(self, one: T, owner: str, due: int) -> None:
        """End a lease after a failure."""
        await self._queue.later(getattr(one, self._queue.key.name), owner, due, one.attempts + 1)

    @abstractmethod
    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[T, ...]:
        """What is due, from the rows that are leased."""
