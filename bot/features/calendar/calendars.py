"""Keeps the scheduled events of servers like what is coming up there, however often a process dies in between.

An event is written down before it is made. Where a process has died before it could write down the event's id, the next
one finds it by what it shows: Discord has no nonce for events.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from bot.features.calendar.store import MOST_SHOWN, Calendar, CalendarStore, PlannedEvent, shown_of
from bot.front.occasions import Occasions
from bot.front.speech import public_texts
from bot.service.ports import SERVER_GONE, Clock, PermanentRefusal, TransientFailure
from bot.service.tasks import DueLoop
from bot.store.people import PeopleStore
from bot.text import Texts
from engine.model.durations import DAY, MINUTE

CALENDAR_LOOK_GAP = 30 * MINUTE
"""How long a calendar is left alone if nobody tells of a change."""
SOON = MINUTE
"""What begins sooner gets no event any more: Discord takes none that has begun by its own clock."""


class Events(Protocol):
    """The scheduled events of servers. All methods raise `PermanentRefusal` and `TransientFailure`."""

    async def find(self, server: int, shown: PlannedEvent, others: Collection[int]) -> int | None:
        """The bot's own event that shows this, and is none of the others."""

    async def make(self, server: int, shown: PlannedEvent) -> int:
        """Make an event; returns its id."""

    async def change(self, server: int, shown: PlannedEvent) -> None:
        """Have an event show something else, unless somebody has deleted it."""

    async def tell_full(self, server: int, person: str) -> None:
        """Tell somebody that the server has no room for more events."""

    async def remove(self, server: int, event: int) -> None:
        """Delete an event, if it is still there."""


TOO_MANY_EVENTS = 30038
"""Discord's code for a server that has as many scheduled events as there may be."""


class Calendars(DueLoop[Calendar]):
    """Shows the calendars of servers."""

    name = "a calendar"
    lease = 15 * MINUTE
    """Longer than Discord can make all requests for one calendar wait: two processes would make an event twice."""
    tries = 30

    def __init__(
        self,
        store: CalendarStore,
        events: Events,
        occasions: Occasions,
        people: PeopleStore,
        clock: Clock,
        owner: str,
    ) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._events = events
        self._occasions = occasions
        self._people = people
        self._changed: set[int] = set()

    async def coming(self, server: int, texts: Texts) -> list[PlannedEvent]:
        """What is coming up in a server, the first to begin first."""
        now = self._clock.now()
        return [shown_of(one) for one in await self._occasions.of(server, texts) if one.begins > now]

    async def is_on(self, server: int) -> bool:
        """Whether a server's calendar is shown."""
        return await self._store.is_on(server)

    async def switch(self, server: int, *, on: bool, keeper: str | None = None) -> None:
        """Show a server's calendar from now on, or no more; `keeper` switches it on."""
        await self._store.switch(server, self._clock.now(), on=on, keeper=keeper)
        self.wake()

    def note(self, server: int) -> None:
        """Something has changed in a server."""
        self._changed.add(server)
        self.wake()

    async def take_note(self) -> None:
        """Have the calendars with changes be due."""
        if self._changed:
            changed, self._changed = self._changed, set()
            await self._store.touch(changed, self._clock.now())

    async def go_on(self, one: Calendar) -> None:
        """Make, change and delete events until they are like what is coming up."""
        known = {shown.key: shown for shown in await self._store.events(one.server)}
        wanted = await self._wanted(one, known) if one.is_on else {}
        for shown in known.values():
            if shown.key not in wanted:
                await self._take_away(one.server, shown, known)
        for shown in wanted.values():
            await self._show(one.server, shown, known)
        if one.is_on:
            await self._store.release(one, self._owner, self._clock.now() + CALENDAR_LOOK_GAP)
        else:
            await self._store.forget(one, self._owner)

    async def _wanted(self, one: Calendar, known: Mapping[str, PlannedEvent]) -> dict[str, PlannedEvent]:
        """The first of what is coming up, by their keys."""
        now = self._clock.now()
        texts = public_texts(None, None, await self._people.server(one.server))
        found = await self.coming(one.server, texts)
        coming = [shown for shown in found if shown.begins > now + SOON or _is_shown(shown, known)]
        return {shown.key: shown for shown in coming[:MOST_SHOWN]}

    async def _show(self, server: int, wanted: PlannedEvent, known: Mapping[str, PlannedEvent]) -> None:
        before = known.get(wanted.key)
        if before and before.event is None:
            before = replace(before, event=await self._found(server, before, known))
        if before is None or before.event is None:
            await self._store.keep(server, wanted)
            before = replace(wanted, event=await self._events.make(server, wanted))
            await self._store.keep(server, before)
        wanted = replace(wanted, event=before.event)
        if wanted != before:
            await self._events.change(server, wanted)
        if wanted != known.get(wanted.key):
            await self._store.keep(server, wanted)

    async def _take_away(self, server: int, shown: PlannedEvent, known: Mapping[str, PlannedEvent]) -> None:
        """Forget an event; one that has begun ends by itself."""
        if shown.begins > self._clock.now():
            event = shown.event or await self._found(server, shown, known)
            if event is not None:
                await self._events.remove(server, event)
        await self._store.drop(server, shown.key)

    async def _found(self, server: int, shown: PlannedEvent, known: Mapping[str, PlannedEvent]) -> int | None:
        """The event that a process has made which died before it wrote that down."""
        others = {one.event for one in known.values() if one.event is not None}
        return await self._events.find(server, shown, others)

    async def refused(self, one: Calendar, refusal: PermanentRefusal) -> None:
        """Without the permission or room for events, look again in a day; forget a server that is gone.

        The person who has switched it on is told that there is no room.
        """
        if refusal.code == TOO_MANY_EVENTS and one.keeper and not one.is_told:
            with suppress(PermanentRefusal, TransientFailure):  # who takes no messages is not told
                await self._events.tell_full(one.server, one.keeper)
            await self._store.told(one.server)
        if refusal.code in SERVER_GONE or not one.is_on:
            await self._store.forget(one, self._owner)
        else:
            await self._store.release(one, self._owner, self._clock.now() + DAY)

    async def give_up(self, one: Calendar) -> None:
        """Look again in a day."""
        await self._store.release(one, self._owner, self._clock.now() + DAY)


def _is_shown(shown: PlannedEvent, known: Mapping[str, PlannedEvent]) -> bool:
    """Whether an event shows this already."""
    before = known.get(shown.key)
    return before is not None and replace(before, event=None) == shown
