"""Open challenges, and the lists of channels."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.seeks.refusals import SeekIsGone, SeekIsTaken, TooManySeeks
from bot.features.seeks.tables import SEEK_LISTS, SEEK_POSTS, SEEKS
from bot.features.seeks.values import MOST_HERE, OPENING, Listing, Seek, Wanted
from bot.store.database import Database, Repository
from bot.store.queue import Queue
from bot.store.rows import put


class SeekStore(Repository):
    """Challenges and lists. Whatever changes the challenges of a channel marks its list as changed."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._lists = Queue(database, SEEK_LISTS)

    async def post(self, seek: Seek, now: int) -> None:
        """Write down a challenge, which replaces the person's earlier one here. Raises `TooManySeeks`."""
        async with self._database.write(_lock(seek.channel)) as connection:
            mine = (SEEKS.c.channel == seek.channel, SEEKS.c.person == seek.person)
            await connection.execute(delete(SEEKS).where(*mine))
            others = select(func.count()).select_from(SEEKS).where(SEEKS.c.channel == seek.channel)
            if (await connection.execute(others)).scalar_one() >= MOST_HERE:
                raise TooManySeeks(MOST_HERE)
            await connection.execute(insert(SEEKS), [_seek_row(seek)])
            await _mark(connection, seek.channel, seek.server, now, anew=True)

    async def open_in(self, channel: int, now: int) -> tuple[Seek, ...]:
        """The challenges that somebody could accept in a channel, the oldest first."""
        table = SEEKS
        open_now = (table.c.channel == channel, table.c.expires > now, table.c.taken_until <= now)
        return tuple(map(_seek_of, await self._rows(select(table).where(*open_now).order_by(table.c.number))))

    async def next_change(self, channel: int, now: int) -> int | None:
        """When a challenge of a channel expires, or opens again as no game came of it; None if there is none."""
        table = SEEKS
        at = case((table.c.taken_until > now, table.c.taken_until), else_=table.c.expires)
        return await self._value(int, select(func.min(at)).where(table.c.channel == channel))

    async def take(self, number: int, now: int) -> Seek:
        """Have a challenge for long enough to open its game. Raises `SeekIsGone`."""
        async with self._database.write() as connection:
            open_now = (SEEKS.c.number == number, SEEKS.c.expires > now, SEEKS.c.taken_until <= now)
            taken = update(SEEKS).where(*open_now).values(taken_until=now + OPENING)
            if not (await connection.execute(taken)).rowcount:
                raise SeekIsGone
            row = (await connection.execute(select(SEEKS).where(SEEKS.c.number == number))).one()
            await _mark(connection, row.channel, row.server, now)
        return _seek_of(row)

    async def give_back(self, seek: Seek, now: int) -> None:
        """Open a challenge again whose game could not be opened."""
        async with self._database.write() as connection:
            await connection.execute(update(SEEKS).where(SEEKS.c.number == seek.number).values(taken_until=0))
            await _mark(connection, seek.channel, seek.server, now)

    async def done(self, seek: Seek, now: int) -> None:
        """Forget a challenge that has become a game."""
        async with self._database.write() as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.number == seek.number))
            await _mark(connection, seek.channel, seek.server, now)

    async def end(self, channel: int, person: str, now: int) -> bool:
        """End a person's challenge in a channel; whether there was one. Raises `SeekIsTaken` while its game opens."""
        async with self._database.write(_lock(channel)) as connection:
            mine = (SEEKS.c.channel == channel, SEEKS.c.person == person)
            row = (await connection.execute(select(SEEKS.c.server, SEEKS.c.taken_until).where(*mine))).one_or_none()
            if row is None:
                return False
            if row.taken_until > now:
                raise SeekIsTaken
            await connection.execute(delete(SEEKS).where(*mine))
            await _mark(connection, channel, row.server, now)
        return True

    # --- lists --------------------------------------------------------------------------------------------------------

    async def next_due(self) -> int | None:
        """When a list has to be seen to next; None if there is none."""
        return await self._lists.next_due()

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[Listing, ...]:
        """Lease the lists that are due, and forget the challenges that have expired there."""
        listings = tuple(map(_listing_of, await self._lists.claim(owner, now, until, limit)))
        channels = [one.channel for one in listings]
        old = (SEEKS.c.channel.in_(channels), SEEKS.c.expires <= now, SEEKS.c.taken_until <= now)
        await self._change(delete(SEEKS).where(*old))
        return listings

    async def begin_post(self, listing: Listing) -> int:
        """Write down that a list gets a new message; returns its number."""
        async with self._database.write() as connection:
            await connection.execute(delete(SEEK_POSTS).where(SEEK_POSTS.c.channel == listing.channel))
            made = await connection.execute(insert(SEEK_POSTS).values(channel=listing.channel).returning(SEEK_POSTS))
            number: int = made.one().number
            here = update(SEEK_LISTS).where(SEEK_LISTS.c.channel == listing.channel)
            await connection.execute(here.values(post=number))
        return number

    async def shown(self, listing: Listing, owner: str, message: int | None, due: int | None) -> None:
        """Note where a list is shown now, and when it changes by itself; if never (None), forget it.

        If it has changed meanwhile, it is due at once.
        """
        table = SEEK_LISTS
        mine = (table.c.channel == listing.channel, table.c.owner == owner)
        unchanged = (*mine, table.c.version == listing.version)
        async with self._database.write(_lock(listing.channel)) as connection:
            if due is None:
                gone = await connection.execute(delete(table).where(*unchanged))
                if gone.rowcount:
                    return
            kept = {"owner": None, "message_id": message, "post": None, "attempts": 0}
            done = update(table).where(*unchanged).values(**kept, anew=False, at=due or 0, due=due or 0)
            if not (await connection.execute(done)).rowcount:
                again = update(table).where(*mine).values(**kept, due=table.c.at)
                await connection.execute(again)

    async def later(self, listing: Listing, owner: str, due: int) -> None:
        """Put a list off after a failure."""
        await self._lists.later(listing.channel, owner, due, listing.attempts + 1)

    async def drop(self, listing: Listing, owner: str) -> None:
        """Forget a list and its challenges: nobody can see them any more."""
        async with self._database.write(_lock(listing.channel)) as connection:
            await connection.execute(delete(SEEKS).where(SEEKS.c.channel == listing.channel))
            mine = (SEEK_LISTS.c.channel == listing.channel, SEEK_LISTS.c.owner == owner)
            await connection.execute(delete(SEEK_LISTS).where(*mine))


def _lock(channel: int) -> str:
    return f"seeks {channel}"


async def _mark(connection: AsyncConnection, channel: int, server: int, now: int, *, anew: bool = False) -> None:
    """Have a channel's list shown again; whoever sees to it now does so once more."""
    table = SEEK_LISTS
    row = (await connection.execute(select(table).where(table.c.channel == channel).with_for_update())).one_or_none()
    if row is None:
        fresh = {"post": None, "message_id": None, "attempts": 0, "owner": None, "version": 0}
        await put(
            connection, table, {"channel": channel, "server": server, "anew": True, "at": now, "due": now, **fresh}
        )
        return
    changed = {"version": row.version + 1, "anew": row.anew or anew, "at": now, "attempts": 0}
    due = {} if row.owner else {"due": now}
    await connection.execute(update(table).where(table.c.channel == channel).values(**changed, **due))


def _seek_row(seek: Seek) -> dict[str, Any]:
    one = seek.wanted
    return {
        "server": seek.server,
        "channel": seek.channel,
        "person": seek.person,
        "name": seek.name,
        "by_ear": seek.by_ear,
        "preset": one.preset,
        "language": one.language,
        "variant": one.variant,
        "lexicon": one.lexicon,
        "low": one.low,
        "high": one.high,
        "clock": one.clock,
        "expires": seek.expires,
        "taken_until": 0,
    }


def _seek_of(row: Row[Any]) -> Seek:
    wanted = Wanted(row.preset, row.language, row.variant, row.lexicon, row.low, row.high, row.clock)
    return Seek(row.number, row.server, row.channel, row.person, row.name, row.by_ear, wanted, row.expires)


def _listing_of(row: Row[Any]) -> Listing:
    return Listing(row.channel, row.server, row.version, row.anew, row.attempts, row.post, row.message_id)
