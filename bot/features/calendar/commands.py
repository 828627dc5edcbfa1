"""`/calendar`, and Discord's scheduled events, each with a link to its channel as the place."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import TypedDict

import discord
from discord.app_commands import locale_str as _

from bot.features.calendar.calendars import Calendars
from bot.features.calendar.store import PlannedEvent
from bot.features.calendar.text import coming_text, full_text, off_text, on_text
from bot.front.components.message import Message, say
from bot.front.interaction.choices import SWITCH, switched
from bot.front.interaction.gate import only_in_servers
from bot.front.interaction.hooks import Front
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import CommandOption, slash
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Poster
from bot.front.speech import private_texts
from bot.service.ports import PermanentRefusal
from bot.service.rights import Right
from bot.store.people import PeopleStore


async def calendar(request: Request, interaction: Interaction, switch: str = "") -> Message:
    """What is coming up in this server, or the switch for its events.

    Raises `OnlyInServers`, and `NotOffered` for an unknown switch.
    """
    server, calendars = request.server(), request.services.of(Calendars)
    match switched(switch):
        case None:
            coming, is_on = await calendars.coming(server, request.texts), await calendars.is_on(server)
            return say(coming_text(coming, request.texts, is_on=is_on))
        case True:
            await calendars.switch(server, on=True, keeper=request.person.id)
            return say(on_text(request.texts, permitted=interaction.app_permissions.create_events))
        case False:
            await calendars.switch(server, on=False)
            return say(off_text(request.texts))


_SWITCH = CommandOption(_("Whether I show it as events of this server"), choices=SWITCH, needs=Right.MODERATOR)
_CALENDAR = slash(calendar, _("See what is coming up in this server"), Right.ANYONE, options={"switch": _SWITCH})

FRONT = Front(commands=(only_in_servers(_CALENDAR),))


UNKNOWN_EVENT = 10070


class _Fields(TypedDict):
    name: str
    description: str
    start_time: datetime
    end_time: datetime
    location: str


class Planner:
    """Implements `Events` of `calendars`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], people: PeopleStore, poster: Poster) -> None:
        self._mailbox = mailbox
        self._people = people
        self._poster = poster

    async def tell_full(self, server: int, person: str) -> None:
        """Tell somebody that the server has no room for more events."""
        texts, mailbox = private_texts(await self._people.person(person)), self._mailbox()
        with refusals():
            channel = await mailbox.direct_channel(int(person))
            told = full_text(await mailbox.server_name(server) or str(server), texts)
        await self._poster.post(channel, say(told), f"calendar/{server}/full")

    async def find(self, server: int, shown: PlannedEvent, others: Collection[int]) -> int | None:
        """The bot's own event that shows this, and is none of the others."""
        wanted, mailbox = _fields(server, shown), self._mailbox()
        with refusals():
            for one in await (await mailbox.find_server(server)).fetch_scheduled_events(with_counts=False):
                told = (one.name, one.start_time, one.end_time, one.location)
                same = told == (wanted["name"], wanted["start_time"], wanted["end_time"], wanted["location"])
                if same and one.id not in others and mailbox.is_self(one.creator_id):
                    return one.id
        return None

    async def make(self, server: int, shown: PlannedEvent) -> int:
        """Make an event; returns its id."""
        with refusals():
            guild = await self._mailbox().find_server(server)
            made = await guild.create_scheduled_event(
                **_fields(server, shown),
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
            )
        return made.id

    async def change(self, server: int, shown: PlannedEvent) -> None:
        """Have an event show something else, unless somebody has deleted it."""
        assert shown.event is not None
        if found := await self._event(server, shown.event):
            with refusals():
                await found.edit(**_fields(server, shown))

    async def remove(self, server: int, event: int) -> None:
        """Delete an event, if it is still there."""
        if found := await self._event(server, event):
            with refusals():
                await found.delete()

    async def _event(self, server: int, event: int) -> discord.ScheduledEvent | None:
        try:
            with refusals():
                guild = await self._mailbox().find_server(server)
                return await guild.fetch_scheduled_event(event, with_counts=False)
        except PermanentRefusal as refusal:
            if refusal.code != UNKNOWN_EVENT:
                raise
        return None


def _fields(server: int, shown: PlannedEvent) -> _Fields:
    return {
        "name": shown.name,
        "description": shown.about,
        "start_time": _instant(shown.begins),
        "end_time": _instant(shown.ends),
        "location": f"https://discord.com/channels/{server}/{shown.channel}",
    }


def _instant(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
