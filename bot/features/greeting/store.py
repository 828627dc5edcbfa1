"""The servers that the bot has come into since it greets: each once, whether or not it is still there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, Row, delete, update

from bot.store.queue import QueueStore
from bot.store.rows import add_missing, row_of, values_of
from bot.store.tables import table


@dataclass(frozen=True, slots=True)
class Arrival:
    """A server that the bot has come into, with the language that it has in Discord, such as `sv`.

    `channel` is where it greets, None if it may write nowhere. `keeper` is the server's owner, who is written to if
    nobody knows who has invited the bot. Both are None once the greeting is done with.
    """

    server: int
    channel: int | None
    keeper: int | None
    language: str
    attempts: int = 0


GREETINGS = table("greetings", Arrival, key="server", at=int, due=int | None, owner=str | None)
"""All servers that have been greeted or are about to be, which are due `at` an instant."""
Index("ix_greetings_due", GREETINGS.c.due)


class GreetingStore(QueueStore[Arrival]):
    """Which servers are to be greeted. What is done with stays, so that no server is greeted twice."""

    queued = GREETINGS

    async def add(self, arrival: Arrival, at: int) -> None:
        """Greet a server at an instant, unless it has been greeted or is about to be."""
        row = row_of(GREETINGS, arrival, at=at, due=at, owner=None)
        async with self._database.write(f"greeting {arrival.server}") as connection:
            await add_missing(connection, GREETINGS, [row])

    async def done(self, arrival: Arrival, owner: str) -> None:
        """Note that a server has been greeted, or that nobody there can be."""
        mine = (GREETINGS.c.server == arrival.server, GREETINGS.c.owner == owner)
        await self._change(update(GREETINGS).where(*mine).values(owner=None, due=None, channel=None, keeper=None))

    async def forget(self, arrival: Arrival, owner: str) -> None:
        """Forget a server that the bot has left before it could greet it."""
        await self._change(delete(GREETINGS).where(GREETINGS.c.server == arrival.server, GREETINGS.c.owner == owner))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[Arrival, ...]:
        return values_of(Arrival, rows)
