"""Where servers want a digest, when the next one is due, and what stands out in a week."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, Row, delete, select, update

from bot.model.games import PlayerResult
from bot.store.queue import QueueStore
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import table

MOST_ACTIVE = 3
"""People who are named for the number of their games."""
MOST_GAMES = 5000
"""The latest games of a week that are looked at."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Where a server's digest is posted, and when the next week ends. `language` is None for the channel's own.

    Weeks end at the time of day, and on the weekday, of the instant `since`; of `ends`, for digests of earlier
    versions, which have None.
    """

    server: int
    channel: int
    language: str | None
    ends: int
    attempts: int = 0
    since: int | None = None


@dataclass(frozen=True, slots=True)
class BusiestPair:
    """Two people who have played each other: their ids and names, how many of their games each has won, and all."""

    people: tuple[tuple[str, str], tuple[str, str]]
    won: tuple[int, int]
    games: int


@dataclass(frozen=True, slots=True)
class Highlights:
    """A week with games: how many, who played the most, whose play and whose game was the best; None without points.

    `where` is the game of the best play. `pair` are those who have played each other most.
    """

    games: int
    active: tuple[tuple[str, int], ...]
    play: PlayerResult | None = None
    where: str = ""
    game: PlayerResult | None = None
    pair: BusiestPair | None = None


DIGESTS = table("digests", Digest, key="server", named={"ends": "at"}, due=int, owner=str | None)
"""Where servers want a digest. `due` is when the week `ends`, or later if a try failed or a process has it."""
Index("ix_digests_due", DIGESTS.c.due)


class DigestStore(QueueStore[Digest]):
    """The digests of all servers."""

    queued = DIGESTS

    async def of(self, server: int) -> Digest | None:
        """A server's digest; None if it wants none."""
        row = await self._row(select(DIGESTS).where(DIGESTS.c.server == server))
        return value_of(Digest, row) if row else None

    async def choose(self, chosen: Digest) -> None:
        """Post a server's digest in a channel from now on; the weeks stay as they were if it had one before."""
        here = DIGESTS.c.server == chosen.server
        place = {"channel": chosen.channel, "language": chosen.language, "attempts": 0}
        async with self._database.write(f"digest {chosen.server}") as connection:
            if not (await connection.execute(update(DIGESTS).where(here).values(**place))).rowcount:
                row = row_of(DIGESTS, chosen, attempts=0, due=chosen.ends, owner=None)
                await put(connection, DIGESTS, row)

    async def stop(self, server: int) -> None:
        """Post no more digests in a server."""
        await self._change(delete(DIGESTS).where(DIGESTS.c.server == server), f"digest {server}")

    async def occupied(self) -> tuple[tuple[int, int], ...]:
        """The servers and channels of all digests."""
        rows = await self._rows(select(DIGESTS.c.server, DIGESTS.c.channel))
        return tuple((row.server, row.channel) for row in rows)

    async def leave(self, channel: int) -> None:
        """Post no more digests in a channel."""
        await self._change(delete(DIGESTS).where(DIGESTS.c.channel == channel))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[Digest, ...]:
        return values_of(Digest, rows)

    async def done(self, one: Digest, owner: str) -> None:
        """Go on to the week of a digest."""
        mine = (DIGESTS.c.server == one.server, DIGESTS.c.owner == owner)
        values = {"ends": one.ends, "due": one.ends, "since": one.since}
        await self._change(update(DIGESTS).where(*mine).values(owner=None, attempts=0, **values))
