"""Who makes a request, where, when, and in which language: the same for commands, buttons, modals and messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import discord

from bot.front.components.message import Message
from bot.front.interaction.services import Services
from bot.front.posting.game_links import GameLink
from bot.front.speech.languages import private_texts, texts_in
from bot.model.drawn import is_told_apart
from bot.model.errors import OnlyInServers
from bot.model.games import Cause, GameSummary, Place
from bot.model.profiles import PersonProfile
from bot.service.rights import Member
from bot.service.snapshots import RequestReads
from bot.text import Texts
from bot.text.cast import cast_of
from bot.text.refusals import refusal
from engine.game.state import GameState, Person

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it reached the bot.

    `texts` is the language of private answers. `manages` says whether the person has the Manage Server permission
    there, and `roles` are the ids of their roles there; `bot.service.permissions` derives rights from both. `game` is
    the game that the request is about, if known; if the place is a thread, `parent` is its channel. `snapshot` keeps
    what the request has read, so that it reads nothing twice. `in_server` says whether the bot is in the place's server
    itself; otherwise it can only answer privately there. `may_post` says whether the bot may write in the place, and
    `home` is the language that the server has in Discord, such as `sv`; empty in direct messages.
    """

    services: Services
    person: Person
    place: Place
    cause: Cause
    texts: Texts
    manages: bool = False
    roles: frozenset[int] = frozenset()
    game: str | None = None
    parent: int | None = None
    snapshot: RequestReads | None = None
    in_server: bool = True
    may_post: bool = True
    home: str = ""

    def server(self) -> int:
        """The server that the request comes from. Raises `OnlyInServers`."""
        if self.place.guild_id is None:
            raise OnlyInServers
        return self.place.guild_id

    @property
    def known(self) -> RequestReads:
        """What the request has read."""
        return self.snapshot or RequestReads(self.services.games, self.services.people)

    async def profile(self) -> PersonProfile:
        """The settings of the person."""
        return await self.known.person(self.person.id)

    async def state(self, game: str) -> GameState:
        """The state of a game. Raises `UnknownGame`."""
        return await self.known.state(game)

    def refusal(self, error: Exception, texts: Texts | None = None) -> str:
        """Why something failed, in the terms of the table that the request has looked at last."""
        table = self.known.table
        cast = cast_of(table()) if table else None
        return refusal(error, texts or self.texts, cast, self.services.hooks.wordings)

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game. Raises `UnknownGame`."""
        return await self.known.summary(game)

    async def link(self, game: str) -> GameLink:
        """The person's link to a game. Raises `UnknownGame`."""
        return await self.services.posting.links.to(game, self.person.id, self.known.links(game))

    async def aloud(self, game: str | None = None) -> Texts:
        """The texts for what everyone sees where the request was made; `game` is the language of a game's tiles."""
        return await texts_in(self.place, self.person.id, self.services.people, game)

    @property
    def member(self) -> Member:
        """The person, as permission checks need it."""
        return Member(self.place.guild_id, self.manages, self.roles, self.person.id, self.place.channel_id)

    async def moderates(self, game: str) -> bool:
        """Whether the person acts as a moderator of the server where a game lives. Raises `UnknownGame`."""
        return await self.services.permissions.moderates(self.member, game, self.known)


Work = Callable[[Request], Awaitable[Message | None]]
"""The work for a request; it returns the private answer, or None to remove the message shown."""


async def with_facts(request: Request, game: str | None = None, locale: str | None = None) -> Request:
    """The request with the facts that it needs, read together, and in the language of its person.

    `game` is what a button names. `locale` is the person's Discord language now, None if that is unknown.
    """
    services, place = request.services, request.place
    context = await services.answering.contexts.of_request(request.person.id, place, game)
    profile = context.person if locale is None else await services.people.seen(context.person, locale)
    snapshot = RequestReads(services.games, services.people, replace(context, person=profile), place.channel_id)
    services.answering.spoken.note(profile)
    texts = private_texts(profile, context.server.locale if context.server else None)
    texts = texts.for_ears if profile.text_board else texts
    person = replace(request.person, by_ear=profile.text_board)
    return replace(request, person=person, snapshot=snapshot, texts=texts)


def services_of(interaction: Interaction) -> Services:
    """The services of the client that received an interaction."""
    return cast("Services", interaction.client.services)


async def texts_of(interaction: Interaction) -> Texts:
    """The texts for what only the person of an interaction sees, where that must appear at once."""
    services = services_of(interaction)
    return await services.answering.spoken.of(str(interaction.user.id), str(interaction.locale), services.people)


def request_of(interaction: Interaction) -> Request:
    """The request that an interaction makes."""
    services = services_of(interaction)
    user, channel = interaction.user, interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Request(
        services,
        person_of(user),
        Place(interaction.guild_id, interaction.channel_id or 0, parent),
        _cause_of("i", interaction.id, services),
        services.answering.spoken.now(str(user.id), str(interaction.locale)),
        interaction.guild_id is not None and interaction.permissions.manage_guild,
        _roles_of(user),
        parent=parent,
        in_server=interaction.guild_id is None or interaction.is_guild_integration(),
        may_post=interaction.guild_id is None or may_write(interaction.app_permissions, interaction.channel),
        home=_language(interaction.guild_locale),
    )


def request_in(message: discord.Message, services: Services) -> Request:
    """The request that a typed message makes; a message does not say its author's language (`with_facts` does).

    An edited message is the same cause, but counts from the edit.
    """
    author, edited = message.author, message.edited_at
    manages = isinstance(author, discord.Member) and author.guild_permissions.manage_guild
    return Request(
        services,
        person_of(author),
        Place(message.guild.id if message.guild else None, message.channel.id),
        _cause_of("m", message.id, services, discord.utils.time_snowflake(edited) if edited else None),
        services.answering.spoken.now(str(author.id), ""),
        manages,
        _roles_of(author),
        home=_language(message.guild.preferred_locale) if message.guild else "",
    )


def _cause_of(kind: str, snowflake: int, services: Services, moment: int | None = None) -> Cause:
    arrived = services.clock.now()
    return Cause(f"{kind}{snowflake}", services.answering.sent.of(moment or snowflake, arrived), arrived)


def _language(locale: discord.Locale | None) -> str:
    return str(locale).partition("-")[0] if locale else ""


def person_of(user: discord.User | discord.Member) -> Person:
    """A Discord user as a player, by the name that they are shown by."""
    return Person(str(user.id), name_of(user))


def name_of(user: discord.User | discord.Member) -> str:
    """The display name, or the user name if pictures can show only that."""
    return next(filter(is_told_apart, (user.display_name, user.name)), user.display_name)


def may_write(held: discord.Permissions, place: object) -> bool:
    """Whether someone with these permissions sees a channel or thread and may write in it."""
    writes = held.send_messages_in_threads if isinstance(place, discord.Thread) else held.send_messages
    return held.read_messages and writes


def _roles_of(user: discord.User | discord.Member) -> frozenset[int]:
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()
