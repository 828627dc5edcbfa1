"""Calendars of servers, and the scheduled events that show them. Instants and lengths are in ms."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Row, case, delete, false, literal, select, update

from bot.front.occasions import Occasion
from bot.store.queue import QueueStore
from bot.store.rows import put, row_of, values_of
from bot.store.tables import table

MOST_SHOWN = 20
"""Events that one server gets at the same time; Discord allows 100."""
LONGEST_NAME, LONGEST_ABOUT = 100, 1000
"""Discord's limits (its API reference, "Guild Scheduled Event")."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The calendar of a server that has switched it on, or has just switched it off.

    `keeper` has switched it on; `is_told`, whether they know that the server has no room for more events.
    """

    server: int
    is_on: bool
    version: int
    attempts: int
    keeper: str | None = None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An occasion as a scheduled event has it; `event` is None until it is known that there is one."""

    key: str
    channel: int
    begins: int
    ends: int
    name: str
    about: str
    event: int | None = None


def shown_of(occasion: Occasion) -> PlannedEvent:
    """What an event shows of an occasion, as Discord keeps it: in whole seconds, and not too long."""
    begins = occasion.begins - occasion.begins % 1000
    name, about = " ".join(occasion.name.split())[:LONGEST_NAME].strip(), occasion.about.strip()[:LONGEST_ABOUT].strip()
    return PlannedEvent(occasion.key, occasion.channel, begins, begins + occasion.lasts, name, about)


_TOLD = Column("is_told", Boolean, nullable=False, server_default=false())
CALENDARS = table("calendars", Calendar, key="server", at=int, due=int, owner=str | None, is_told=_TOLD)
"""The servers whose calendar is on, or whose events are still to be taken away. `version` counts what has changed."""
Index("ix_calendars_due", CALENDARS.c.due)

CALENDAR_EVENTS = table("calendar_events", PlannedEvent, key="server key", server=int)
"""The scheduled events by what they are about. One without an id is about to be made, or has been."""


class CalendarStore(QueueStore[Calendar]):
    """The calendars of all servers."""

    queued = CALENDARS

    async def is_on(self, server: int) -> bool:
        """Whether a server wants events."""
        return bool(await self._value(bool, select(CALENDARS.c.is_on).where(CALENDARS.c.server == server)))

    async def switch(self, server: int, now: int, *, on: bool, keeper: str | None = None) -> None:
        """Show a server's calendar from now on, or no more; `keeper` has switched it on."""
        kept = {"keeper": keeper, "is_told": False}
        async with self._database.write(f"calendar {server}") as connection:
            changed = update(CALENDARS).where(CALENDARS.c.server == server).values(is_on=on, **kept, **_again(now))
            if not (await connection.execute(changed)).rowcount and on:
                fresh = Calendar(server, on, version=0, attempts=0, keeper=keeper)
                await put(connection, CALENDARS, row_of(CALENDARS, fresh, at=now, due=now, owner=None))

    async def told(self, server: int) -> None:
        """Note that the person who has switched it on knows that there is no room for more events."""
        await self._change(update(CALENDARS).where(CALENDARS.c.server == server).values(is_told=True))

    async def touch(self, servers: Collection[int], now: int) -> None:
        """Look again at the calendars of servers, where they are on."""
        await self._change(update(CALENDARS).where(CALENDARS.c.server.in_(servers)).values(**_again(now)))

    async def _of(self, rows: Sequence[Row[Any]]) -> tuple[Calendar, ...]:
        return values_of(Calendar, rows)

    async def release(self, calendar: Calendar, owner: str, due: int) -> None:
        """End the lease until an instant; if anything has changed meanwhile, the calendar is due at once."""
        ours = CALENDARS.c
        mine = (ours.server == calendar.server, ours.owner == owner)
        when = case((ours.version == calendar.version, literal(due, BigInteger)), else_=ours.at)
        await self._change(update(CALENDARS).where(*mine).values(owner=None, attempts=0, at=when, due=when))

    async def forget(self, calendar: Calendar, owner: str) -> None:
        """Forget a calendar with its events, unless anything has changed meanwhile."""
        ours, server = CALENDARS.c, calendar.server
        same = (ours.server == server, ours.owner == owner, ours.version == calendar.version)
        async with self._database.write(f"calendar {server}") as connection:
            if (await connection.execute(delete(CALENDARS).where(*same))).rowcount:
                await connection.execute(delete(CALENDAR_EVENTS).where(CALENDAR_EVENTS.c.server == server))
        await self.release(calendar, owner, 0)

    async def events(self, server: int) -> tuple[PlannedEvent, ...]:
        """The events of a server."""
        rows = await self._rows(select(CALENDAR_EVENTS).where(CALENDAR_EVENTS.c.server == server))
        return values_of(PlannedEvent, rows)

    async def keep(self, server: int, shown: PlannedEvent) -> None:
        """Write an event down, as it is now or is to be."""
        async with self._database.write() as connection:
            await put(connection, CALENDAR_EVENTS, row_of(CALENDAR_EVENTS, shown, server=server))

    async def drop(self, server: int, key: str) -> None:
        """Forget an event."""
        this = (CALENDAR_EVENTS.c.server == server, CALENDAR_EVENTS.c.key == key)
        await self._change(delete(CALENDAR_EVENTS).where(*this))


def _again(now: int) -> dict[str, Any]:
    """The columns of a calendar that is to be looked at again, by the process that has leased it, or else at once."""
    due = case((CALENDARS.c.owner.is_(None), literal(now, BigInteger)), else_=CALENDARS.c.due)
    return {"version": CALENDARS.c.version + 1, "at": now, "due": due, "attempts": 0}
