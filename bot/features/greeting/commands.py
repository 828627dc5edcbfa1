"""Which servers are greeted, in which of their channels or by whom, and what the greeting's button shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import discord

from bot.features.greeting.greetings import WHERE, Greetings
from bot.features.greeting.store import Arrival
from bot.features.greeting.text import where_text
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Menu, Message, Row, Text
from bot.front.components.payloads import Nothing, OfSetting
from bot.front.interaction.choices import OFF, ON
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, with_press
from bot.front.interaction.request import Request, Services, may_write
from bot.front.posting.discord_errors import FORBIDDEN, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.settings.actions import change, panel
from bot.front.settings.messages import SET_SERVER
from bot.front.settings.preferences import Scope
from bot.front.speech import private_texts
from bot.service.ports import PermanentRefusal
from bot.service.rights import Right
from bot.store.people import PeopleStore
from bot.text import Texts
from bot.text.settings import about_switch

SET_LANGUAGE: Final = Action("greeting_language", Nothing, Right.MODERATOR)
SET_THREADS: Final = Action("greeting_threads", OfSetting, Right.MODERATOR)

MOST_READ = 20
"""How many of the latest bots that came into a server are looked at."""


def channel_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """Where to greet a server: its system channel, else the first in which people write, else where they may."""
    return next((one for one in _channels(guild) if _may_greet(one)), None)


def _channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    if guild.system_channel:
        yield guild.system_channel
    open_ = [one for one in guild.text_channels if _is_for_people(one)]
    yield from (one for one in open_ if one.last_message_id)
    yield from open_


def _is_for_people(channel: discord.TextChannel) -> bool:
    """Whether others than moderators and bots may write in a channel."""
    roles = [role for role in channel.guild.roles if not role.managed and not role.permissions.manage_guild]
    return any(may_write(channel.permissions_for(role), channel) for role in roles)


def _may_greet(channel: discord.TextChannel) -> bool:
    me = channel.guild.me
    return me is not None and may_write(channel.permissions_for(me), channel)


async def greet(guild: discord.Guild, services: Services) -> None:
    """Have a server greeted if the bot has just come into it."""
    if guild.me is None or guild.me.joined_at is None:
        return
    channel = channel_to_greet(guild)
    language = str(guild.preferred_locale).partition("-")[0]
    arrival = Arrival(guild.id, channel.id if channel else None, guild.owner_id, language)
    await services.of(Greetings).arrived(arrival, round(guild.me.joined_at.timestamp() * 1000))


async def where(request: Request) -> Message:
    """Where games are played and in which language, with what changes that. Raises `OnlyInServers`."""
    settings, name = await panel(request, Scope.SERVER), "threads"
    language = next(block for block in settings.blocks if isinstance(block, Menu))
    states = {SET_SERVER.id(name, on): on for on in (True, False)}
    switch = next(one for one in settings.buttons if isinstance(one, Button) and one.custom_id in states)
    threads = replace(switch, custom_id=SET_THREADS.id(name, states[switch.custom_id]))
    about = f"-# {about_switch(name, request.texts)}"
    blocks = (
        Text(where_text(request.texts)),
        replace(language, custom_id=SET_LANGUAGE.id()),
        Text(about),
        Row((threads,)),
    )
    return replace(settings, blocks=blocks)


async def _set_language(request: Request, press: Press) -> Message:
    """Choose the server's language, and stay."""
    await change(request, Scope.SERVER, "language", press.value)
    return await where(request)


async def _set_threads(request: Request, name: str, on: bool | None) -> Message:
    """Switch whether games are played in threads, and stay."""
    await change(request, Scope.SERVER, name, ON if on else OFF)
    return await where(request)


class DiscordHosts:
    """Implements `Hosts` of `greetings`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(self, mailbox: Callable[[], Mailbox], people: PeopleStore) -> None:
        self._mailbox = mailbox
        self._people = people

    async def inviter(self, arrival: Arrival) -> int | None:
        """Who has invited the bot, as far as it may read that; or else the owner."""
        mailbox = self._mailbox()
        with refusals():
            guild = await mailbox.find_server(arrival.server)
        try:
            with refusals():
                async for entry in guild.audit_logs(limit=MOST_READ, action=discord.AuditLogAction.bot_add):
                    if entry.target and mailbox.is_self(int(entry.target.id)):
                        return entry.user_id
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN:
                raise
        return arrival.keeper

    async def direct(self, person: int) -> int:
        """A person's channel of direct messages."""
        with refusals():
            return await self._mailbox().direct_channel(person)

    async def texts(self, person: int, arrival: Arrival) -> Texts:
        """The language of a person, or else of the server."""
        return private_texts(await self._people.person(str(person)), arrival.language)

    async def name(self, arrival: Arrival) -> str:
        """What a server is called."""
        return await self._mailbox().server_name(arrival.server) or str(arrival.server)


FRONT = Front(
    buttons=(answers(WHERE, where), with_press(SET_LANGUAGE, _set_language), edits(SET_THREADS, _set_threads)),
    arrives=(greet,),
)
