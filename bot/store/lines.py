"""Lines that wait to be posted into channels, each once: results that people share, and what they have reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queue import QueueStore
from bot.store.rows import row_of, values_of
from bot.store.tables import table

LINES_KEPT_FOR = 7 * 24 * 3600 * 1000
"""Milliseconds for which it is known that a line was posted: longer than anything can be shared."""


@dataclass(frozen=True, slots=True)
class ChannelLine:
    """A line for a channel of a server; `key` says what it is, and no other line has it. `at` is when it was said."""

    key: str
    server: int
    channel: int
    text: str
    at: int
    attempts: int = 0


LINES = table("lines", ChannelLine, key="key", due=int | None, owner=str | None)
"""Lines, and when each is to be posted: `due` is null once it was."""
Index("ix_lines_due", LINES.c.due)
Index("ix_lines_server", LINES.c.server, LINES.c.at)


async def write_line(connection: AsyncConnection, line: ChannelLine) -> bool:
    """Have a line posted, in a transaction with what it tells; False if there is one with this key.

    The caller holds a lock under which alone this key is written.
    """
    if (await connection.execute(select(LINES.c.key).where(LINES.c.key == line.key))).one_or_none():
        return False
    old = (LINES.c.server == line.server, LINES.c.at < line.at - LINES_KEPT_FOR, LINES.c.due.is_(None))
    await connection.execute(delete(LINES).where(*old))
    await connection.execute(insert(LINES), [row_of(LINES, line, due=line.at, owner=None)])
    return True


class LineStore(QueueStore[ChannelLine]):
    """The lines of all servers."""

    queued = LINES

    async def say(self, line: ChannelLine) -> bool:
        """Have a line posted; False if there is one with this key."""
        async with self._database.write(f"line {line.key}") as connection:
            return await write_line(connection, line)

    async def is_said(self, key: str) -> bool:
        """Whether there is a line with a key, posted or not."""
        return await self._row(select(LINES.c.key).where(LINES.c.key == key)) is not None

    async def posted(self, line: ChannelLine, owner: str) -> None:
        """Note that a line was posted."""
        await self._change(update(LINES).where(*_leased(line, owner)).values(owner=None, due=None))

    async def drop(self, line: ChannelLine, owner: str) -> None:
        """Forget a line that cannot be posted, so that it can be said again."""
        await self._change(delete(LINES).where(*_leased(line, owner)))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[ChannelLine, ...]:
        return values_of(ChannelLine, rows)


def _leased(line: ChannelLine, owner: str) -> tuple[Any, ...]:
    return LINES.c.key == line.key, LINES.c.owner == owner
