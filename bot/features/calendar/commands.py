"""What is coming up, `/manage calendar`, and Discord's scheduled events, each with a link to its channel."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Final, TypedDict

import discord
from discord.app_commands import locale_str as _

from bot.features.calendar.calendars import Calendars
from bot.features.calendar.store import PlannedEvent
from bot.features.calendar.text import (
    about_text,
    coming_label,
    coming_text,
    full_text,
    off_text,
    on_text,
    state_text,
    title_text,
)
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Message, say
from bot.front.components.payloads import Nothing
from bot.front.interaction.choices import SWITCH, switched
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import Press, answers
from bot.front.interaction.request import Interaction, Request
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, slash
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Poster
from bot.front.settings.actions import switch_of
from bot.front.speech import private_texts
from bot.service.ports import PermanentRefusal
from bot.service.rights import Right
from bot.store.people import PeopleStore
from bot.text import Texts

COMING: Final = Action("calendar", Nothing, Right.ANYONE)


def coming_button(texts: Texts) -> Button:
    """What is coming up, below lists of what goes on."""
    return Button(COMING.id(), coming_label(texts))


async def coming(request: Request) -> Message:
    """What is coming up in this server. Raises `OnlyInServers`."""
    server, calendars = request.server(), request.services.of(Calendars)
    found, is_on = await calendars.coming(server, request.texts), await calendars.is_on(server)
    return say(coming_text(found, request.texts, is_on=is_on))


async def calendar(request: Request, interaction: Interaction, switch: str = "") -> Message:
    """Switch the events of this server on or off, or say whether they are, to switch them.

    Raises `OnlyInServers`, and `NotOffered` for an unknown switch.
    """
    on = switched(switch)
    return await (switch_of(request, "calendar") if on is None else _switch(request, interaction, on=on))


async def _switch(request: Request, interaction: Interaction, *, on: bool) -> Message:
    await request.services.of(Calendars).switch(request.server(), on=on, keeper=request.person.id if on else None)
    if not on:
        return say(off_text(request.texts))
    return say(on_text(request.texts, permitted=interaction.app_permissions.create_events))


async def _is_on(request: Request) -> str:
    return state_text(request.texts) if await request.services.of(Calendars).is_on(request.server()) else ""


async def _turn(request: Request, pressed: Press, on: bool) -> Message:
    assert pressed.interaction
    return await _switch(request, pressed.interaction, on=on)


_CALENDAR = slash(
    calendar,
    _("Show what is coming up as server events"),
    Right.MODERATOR,
    options={"switch": CommandOption(_("Whether I show it as server events"), choices=SWITCH)},
)

FRONT = Front(
    commands=(UNDER_MANAGE(_CALENDAR),),
    buttons=(answers(COMING, coming),),
    around=(coming_button,),
    server_pages=(
        SettingPage(name="calendar", title=title_text, about=about_text, state=_is_on, switch=_turn, everywhere=True),
    ),
)


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
