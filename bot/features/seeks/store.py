"""Open offers: what somebody seeks, the message of a channel that lists them, and the tables of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Delete,
    Index,
    Row,
    and_,
    case,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.features.seeks.refusals import SeekIsGone, SeekIsTaken, TooManySeeks
from bot.store.database import Database, Repository
from bot.store.queue import Queue
from bot.store.rows import put, row_of, value_of, values_of
from bot.store.tables import table
from engine.model.durations import DAY, HOUR

MOST_HERE = 8
"""Open offers of one channel, and the most that its message shows."""
MOST_SERVER_NAME = 40
"""The most characters of a server's name that other servers see."""
LIVE_FOR = HOUR
SLOW_FOR = 2 * DAY
"""How long an offer stays open, and one to a game with turns of an hour or more."""
CALM = 15_000
"""Milliseconds within which lists follow the offers of other servers, so that many changes are one edit each."""
LIST_LOOK_GAP = HOUR
"""How long a server's list for offers from everywhere is left alone after too many failures."""
OPENING = 120_000
"""Milliseconds in which an accepted offer becomes a game; after that it is seen whether there is one."""


@dataclass(frozen=True, slots=True)
class SoughtGame:
    """The game that somebody seeks, as `/game new` takes it, the ratings of opponents, and its clock as typed.

    It is `rated` unless that is False; in offers of earlier versions it is None.
    """

    preset: str
    language: str
    variant: str
    lexicon: str
    low: int | None = None
    high: int | None = None
    clock: str = ""
    rated: bool | None = None


@dataclass(frozen=True, slots=True)
class Seek:
    """An open offer. `number` never repeats, `by_ear` is how its person plays, `expires` when it ends.

    One that is open `everywhere` also stands in the lists of other servers, which see its `server_name`.
    """

    number: int
    server: int
    channel: int
    person: str
    name: str
    by_ear: bool
    wanted: SoughtGame
    expires: int
    everywhere: bool = False
    server_name: str = ""

    @property
    def opening_id(self) -> str:
        """The id of the request that opens the game, so that it opens one."""
        return f"seek/{self.number}"


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of a channel's offers, which a process sees to now.

    `message` is where it is shown, None if nowhere. `anew` asks for a new message at the bottom of the channel, whose
    number is `post`, None until one is written down. `version` counts the changes. A list may show offers
    from `everywhere`, too.
    """

    channel: int
    server: int
    version: int
    anew: bool
    attempts: int
    post: int | None = None
    message: int | None = None
    everywhere: bool = False


SEEKS = table("seeks", Seek, key="number", counts=True, taken_until=int)
"""Open offers. `taken_until` is 0, or until when the one who accepted it has it to open the game.

Those that are open `everywhere` count for other servers only while their own server has a list of such.
"""
Index("uq_seeks_person", SEEKS.c.channel, SEEKS.c.person, unique=True)

SEEK_LISTS = table(
    "seek_lists",
    Listing,
    key="channel",
    named={"message": "message_id"},
    at=int,
    due=int | None,
    owner=str | None,
)
"""The list of offers of each channel that has any. `due` is `at`, or later if a try failed or a process has it.

`everywhere` marks the one list of a server that also shows offers from other servers. It stays without any; then
`due` is null.
"""
Index("ix_seek_lists_due", SEEK_LISTS.c.due)
SEEK_HIDDEN = table("seek_hidden", key="server person", server=int, person=str, since=int)
"""Those whose offers a server does not show, and who accept none of its own."""
SEEK_POSTS = table("seek_posts", key="number", counts=True, number=int, channel=int)
"""Messages that lists were or will be posted in; the number makes the nonce."""


EVERYWHERE_LOCK = "seeks everywhere"
"""The lock of whatever decides which offer of a person, or which list of a server, is the one for everywhere."""


class SeekStore(Repository):
    """Offers and lists. Whatever changes the offers of a list marks it as changed.

    Transactions lock offers before lists, and lists by their channels, so that none waits for another in a circle.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._lists = Queue(database, SEEK_LISTS)

    async def post(self, seek: Seek, now: int) -> int:
        """Write down an offer, which replaces the person's earlier one here, or the one that is open everywhere.

        Returns its number. Raises `TooManySeeks`, and `SeekIsTaken` while the earlier one's game opens.
        """
        here = SEEKS.c.channel == seek.channel
        replaced = or_(here, SEEKS.c.everywhere.is_(True)) if seek.everywhere else here
        async with self._database.write(EVERYWHERE_LOCK if seek.everywhere else _lock(seek.channel)) as connection:
            old = await _deleted(connection, delete(SEEKS).where(SEEKS.c.person == seek.person, replaced))
            _check_not_taken(old)
            others = select(func.count()).select_from(SEEKS).where(here)
            if (await connection.execute(others)).scalar_one() >= MOST_HERE:
                raise TooManySeeks(MOST_HERE)
            added = insert(SEEKS).values(row_of(SEEKS, seek, taken_until=0)).returning(SEEKS.c.number)
            number = int((await connection.execute(added)).scalar_one())
            await _mark_for(connection, now, *old, seek, anew=seek.channel)
        return number

    async def open_in(self, channel: int, now: int) -> tuple[Seek, ...]:
        """The offers that a channel's list shows: its own, then the newest of others; each the oldest first."""
        elsewhere = SEEKS.c.channel != channel
        found = select(SEEKS).where(_listed(channel), *_open(now)).order_by(elsewhere, SEEKS.c.number.desc())
        seeks = values_of(Seek, await self._rows(found.limit(MOST_HERE)))
        return tuple(sorted(seeks, key=lambda one: (one.channel != channel, one.number)))

    async def find(self, number: int, channel: int, now: int) -> Seek | None:
        """An offer that somebody could accept in a channel."""
        row = await self._row(select(SEEKS).where(SEEKS.c.number == number, _listed(channel), *_open(now)))
        return value_of(Seek, row) if row else None

    async def next_change(self, channel: int, now: int) -> int | None:
        """When a list changes by itself: an offer expires, or no game came of one. None if it does not."""
        at = case((SEEKS.c.taken_until > 0, SEEKS.c.taken_until), else_=SEEKS.c.expires)
        seen_to = or_(SEEKS.c.channel == channel, and_(_listed(channel), *_open(now)))
        return await self._value(int, select(func.min(at)).where(seen_to))

    async def take(self, number: int, channel: int, now: int) -> Seek:
        """Have an offer that is open in a channel for long enough to open its game. Raises `SeekIsGone`."""
        open_now = (SEEKS.c.number == number, _listed(channel), *_open(now))
        async with self._database.write() as connection:
            taken = update(SEEKS).where(*open_now).values(taken_until=now + OPENING)
            row = (await connection.execute(taken.returning(SEEKS))).one_or_none()
            if row is None:
                raise SeekIsGone
            await _mark_for(connection, now, row)
        return value_of(Seek, row)

    async def release(self, seek: Seek, now: int) -> None:
        """Have it seen at once whether an offer that was taken has become a game."""
        async with self._database.write() as connection:
            taken = (SEEKS.c.number == seek.number, SEEKS.c.taken_until > now)
            if (await connection.execute(update(SEEKS).where(*taken).values(taken_until=now))).rowcount:
                await _mark(connection, {seek.channel: seek.server}, now)

    async def released(self, channel: int, now: int) -> tuple[Seek, ...]:
        """The offers of a channel that were taken, by somebody who has ended or died since."""
        over = (SEEKS.c.channel == channel, SEEKS.c.taken_until > 0, SEEKS.c.taken_until <= now)
        return values_of(Seek, await self._rows(select(SEEKS).where(*over)))

    async def reopen(self, seek: Seek, now: int) -> None:
        """Open a released offer again, of which no game has come."""
        async with self._database.write() as connection:
            released = (SEEKS.c.number == seek.number, SEEKS.c.taken_until <= now)
            if (await connection.execute(update(SEEKS).where(*released).values(taken_until=0))).rowcount:
                await _mark_for(connection, now, seek)

    async def done(self, seek: Seek) -> None:
        """Forget an offer that has become a game, or can become none; no list shows it while it is taken."""
        await self._change(delete(SEEKS).where(SEEKS.c.number == seek.number))

    async def end(self, channel: int, person: str, now: int, number: int | None = None) -> bool:
        """End a person's offer in a channel, if it is the one of that number; whether there was one.

        Raises `SeekIsTaken` while its game opens.
        """
        mine = [SEEKS.c.channel == channel, SEEKS.c.person == person]
        mine += [] if number is None else [SEEKS.c.number == number]
        async with self._database.write(_lock(channel)) as connection:
            gone = await _deleted(connection, delete(SEEKS).where(*mine))
            _check_not_taken(gone)
            await _mark_for(connection, now, *gone)
        return bool(gone)

    # --- everywhere ---------------------------------------------------------------------------------------------------

    async def chosen(self, server: int) -> int | None:
        """The channel of a server that lists offers from everywhere; None if the server wants none."""
        chosen = (SEEK_LISTS.c.server == server, SEEK_LISTS.c.everywhere.is_(True))
        return await self._value(int, select(SEEK_LISTS.c.channel).where(*chosen))

    async def choose(self, server: int, channel: int | None, now: int) -> None:
        """Have a channel of a server list offers from everywhere, in place of an earlier one; None for none."""
        lists = SEEK_LISTS
        chosen = select(lists.c.channel).where(lists.c.server == server, lists.c.everywhere.is_(True))
        async with self._database.write(EVERYWHERE_LOCK) as connection:
            before = set((await connection.execute(chosen)).scalars())
            touched = before | ({channel} if channel is not None else set())
            await _mark(connection, dict.fromkeys(touched, server), now, everywhere=bool(touched))
            here = lists.c.channel == channel if channel is not None else literal(value=False)
            await connection.execute(update(lists).where(lists.c.server == server).values(everywhere=here))
            if channel is None:
                await connection.execute(delete(SEEK_HIDDEN).where(SEEK_HIDDEN.c.server == server))

    async def hide(self, server: int, person: str, now: int) -> None:
        """Show no offer of a person in a server any more, and let the person accept none of its own."""
        chosen = await self.chosen(server)
        async with self._database.write() as connection:
            await put(connection, SEEK_HIDDEN, {"server": server, "person": person, "since": now})
            if chosen is not None:
                await _mark(connection, {chosen: server}, now)

    async def hides(self, server: int, person: str) -> bool:
        """Whether a server shows no offer of a person."""
        hidden = (SEEK_HIDDEN.c.server == server, SEEK_HIDDEN.c.person == person)
        return await self._row(select(SEEK_HIDDEN).where(*hidden)) is not None

    # --- lists --------------------------------------------------------------------------------------------------------

    async def next_due(self) -> int | None:
        """When a list has to be seen to next; None if there is none."""
        return await self._lists.next_due()

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[Listing, ...]:
        """Lease the lists that are due, and forget the offers that have expired there."""
        listings = values_of(Listing, await self._lists.claim(owner, now, until, limit))
        channels = [one.channel for one in listings]
        old = (SEEKS.c.channel.in_(channels), SEEKS.c.expires <= now, SEEKS.c.taken_until == 0)
        await self._change(delete(SEEKS).where(*old))
        return listings

    async def begin_post(self, listing: Listing) -> int:
        """Write down that a list gets a new message, and is asked for none any more; returns its number."""
        async with self._database.write() as connection:
            await connection.execute(delete(SEEK_POSTS).where(SEEK_POSTS.c.channel == listing.channel))
            made = await connection.execute(insert(SEEK_POSTS).values(channel=listing.channel).returning(SEEK_POSTS))
            number: int = made.one().number
            here = update(SEEK_LISTS).where(SEEK_LISTS.c.channel == listing.channel)
            await connection.execute(here.values(post=number, anew=False))
        return number

    async def shown(self, listing: Listing, owner: str, message: int | None, due: int | None) -> None:
        """Note where a list is shown now, and when it changes by itself; if never (None), forget it.

        If it has changed meanwhile, it is due again. A server's list for offers from everywhere stays.
        """
        lists = SEEK_LISTS
        mine = (lists.c.channel == listing.channel, lists.c.owner == owner)
        unchanged = (*mine, lists.c.version == listing.version)
        async with self._database.write(_lock(listing.channel)) as connection:
            if due is None:
                gone = await connection.execute(delete(lists).where(*unchanged, lists.c.everywhere.is_(False)))
                if gone.rowcount:
                    return
            kept = {"owner": None, "message": message, "post": None, "attempts": 0}
            done = update(lists).where(*unchanged).values(**kept, at=due or 0, due=due)
            if not (await connection.execute(done)).rowcount:
                again = update(lists).where(*mine).values(**kept, due=lists.c.at)
                await connection.execute(again)

    async def later(self, listing: Listing, owner: str, due: int) -> None:
        """Put a list off after a failure."""
        await self._lists.later(listing.channel, owner, due, listing.attempts + 1)

    async def drop(self, listing: Listing, owner: str, now: int, *, for_good: bool) -> None:
        """Forget the offers of a channel, which nobody can see there, and its list.

        Unless it is `for_good`, a server's list for offers from everywhere is tried again later.
        """
        lists, later = SEEK_LISTS, now + LIST_LOOK_GAP
        mine = (lists.c.channel == listing.channel, lists.c.owner == owner)
        async with self._database.write(_lock(listing.channel)) as connection:
            old = await _deleted(connection, delete(SEEKS).where(SEEKS.c.channel == listing.channel))
            lost = (for_good and listing.everywhere) or any(one.everywhere for one in old)
            await _mark(connection, {}, now, everywhere=lost)
            if not for_good:
                kept = update(lists).where(*mine, lists.c.everywhere.is_(True))
                await connection.execute(kept.values(owner=None, attempts=0, at=later, due=later))
            await connection.execute(delete(lists).where(*mine))


def _lock(channel: int) -> str:
    return f"seeks {channel}"


def _open(now: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return SEEKS.c.expires > now, SEEKS.c.taken_until == 0


def _listed(channel: int) -> ColumnElement[bool]:
    """The offers of which a channel's list shows those that are open.

    It may be the list of its server for offers from everywhere: of servers that have such a list, too.
    """
    here = SEEK_LISTS.alias()
    server = select(here.c.server).where(here.c.channel == channel, here.c.everywhere.is_(True))
    offering = select(SEEK_LISTS.c.server).where(SEEK_LISTS.c.everywhere.is_(True))
    hidden = select(SEEK_HIDDEN.c.person).where(SEEK_HIDDEN.c.server.in_(server))
    offered = (SEEKS.c.everywhere.is_(True), SEEKS.c.server.in_(offering), SEEKS.c.person.not_in(hidden))
    return or_(SEEKS.c.channel == channel, and_(server.exists(), *offered))


def _check_not_taken(rows: Sequence[Row[Any]]) -> None:
    """Raise `SeekIsTaken`, so that nothing is deleted whose poster is still to be called."""
    if any(row.taken_until for row in rows):
        raise SeekIsTaken


async def _deleted(connection: AsyncConnection, what: Delete) -> list[Row[Any]]:
    """Delete offers; returns them."""
    return list((await connection.execute(what.returning(SEEKS))).all())


async def _mark_for(connection: AsyncConnection, now: int, *seeks: Seek | Row[Any], anew: int | None = None) -> None:
    """Have the lists shown again in which offers stand; `anew` is the channel whose list moves down."""
    channels = {one.channel: one.server for one in seeks}
    await _mark(connection, channels, now, anew=anew, everywhere=any(one.everywhere for one in seeks))


async def _mark(
    connection: AsyncConnection,
    channels: Mapping[int, int],
    now: int,
    *,
    anew: int | None = None,
    everywhere: bool = False,
) -> None:
    """Have the lists of channels (with their servers) shown again; the process that sees to one now does so once more.

    With `everywhere`, the lists of other servers for such offers follow within `CALM`.
    """
    lists = SEEK_LISTS
    these = lists.c.channel.in_(channels)
    touched = or_(these, lists.c.everywhere.is_(True)) if everywhere else these
    locked = select(lists).where(touched).order_by(lists.c.channel).with_for_update()
    rows = {row.channel: row for row in await connection.execute(locked)}
    for channel, server in sorted(channels.items()):
        if row := rows.get(channel):
            changed = {"version": row.version + 1, "anew": row.anew or anew == channel, "at": now, "attempts": 0}
            due = {} if row.owner else {"due": now}
            await connection.execute(update(lists).where(lists.c.channel == channel).values(**changed, **due))
        else:
            await put(connection, lists, _list_row(channel, server, now))
    if everywhere:
        others = update(lists).where(lists.c.everywhere.is_(True), lists.c.channel.not_in(channels))
        await connection.execute(others.values(version=lists.c.version + 1, **_soon(now)))


def _soon(now: int) -> dict[str, Any]:
    """The columns of a list that others have changed: many changes are one edit. What is put off stays so."""
    lists, soon = SEEK_LISTS, literal(now + CALM, BigInteger)
    idle = lists.c.due.is_(None)
    waits = and_(lists.c.owner.is_(None), lists.c.attempts == 0, lists.c.due > soon)
    at = case((or_(idle, lists.c.owner.is_not(None), lists.c.at > soon), soon), else_=lists.c.at)
    return {"at": at, "due": case((or_(idle, waits), soon), else_=lists.c.due)}


def _list_row(channel: int, server: int, now: int) -> dict[str, Any]:
    return row_of(SEEK_LISTS, Listing(channel, server, 0, True, 0), at=now, due=now, owner=None)
