"""The settings of persons, channels and servers: who may see and change them, and what a change does."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.front import channels
from bot.front.asking import Asked
from bot.front.preferences import Preference, Profile, Scope, mine, of_channel, of_server
from bot.front.presenter.message import Message
from bot.front.presenter.settings import settings_message
from bot.front.refusals import NotOffered, OnlyInServers, UnknownAction
from bot.service.errors import ModeratorsOnly, NotAllowed
from bot.service.profiles import ServerProfile, WhoMay
from bot.service.rights import Right
from bot.text import languages, texts_for


async def panel(asked: Asked, scope: Scope) -> Message:
    """The panel of a scope. Raises `OnlyInServers` for a server's settings in a direct message."""
    preferences = await _preferences(asked, scope)
    profile = await _profile(asked, scope)
    keepers = await _keepers(asked, scope)
    return settings_message(scope, preferences, profile, asked.texts, keepers=keepers)


async def change(asked: Asked, scope: Scope, name: str, value: str) -> Message:
    """Set something and show the panel. Raises `OnlyInServers`, and `NotOffered` for the value."""
    one = next((one for one in await _preferences(asked, scope) if one.name == name), None)
    if one is None:
        raise UnknownAction
    if value not in one.values:
        raise NotOffered(name, value, tuple(one.values))
    people = asked.desk.people
    match scope:
        case Scope.MINE:
            await people.change(asked.person.id, lambda profile: one.write(profile, value))
        case Scope.CHANNEL:
            await channels.hand_on(asked, asked.place)
            await people.change_channel(asked.place.channel_id, lambda profile: one.write(profile, value))
        case Scope.SERVER:
            await people.change_server(_server(asked), lambda profile: one.write(profile, value))
    return await panel(await _speaking(asked), scope)


async def server_of(asked: Asked) -> ServerProfile:
    """The settings of the server that the wish comes from; the usual ones in a direct message."""
    if asked.place.guild_id is None:
        return ServerProfile(0)
    return await asked.desk.people.server(asked.place.guild_id)


RIGHTS = {Scope.MINE: Right.ANYONE, Scope.CHANNEL: Right.CHANNELS, Scope.SERVER: Right.MODERATOR}
"""What somebody needs to change the settings of a scope."""


async def _keepers(asked: Asked, scope: Scope) -> str:
    """Whom the server lets change settings, by its rule, where the asker is none of them; else empty."""
    try:
        await asked.desk.permissions.require(asked.member, RIGHTS[scope])
    except NotAllowed as error:
        return error.rule
    except ModeratorsOnly:
        return WhoMay.MODERATORS
    return ""


async def _preferences(asked: Asked, scope: Scope) -> tuple[Preference, ...]:
    match scope:
        case Scope.MINE:
            return mine(languages())
        case Scope.CHANNEL:
            return of_channel(await asked.desk.dictionaries.names())
        case Scope.SERVER:
            _server(asked)
            offered = await asyncio.to_thread(asked.desk.library.languages)
            return of_server(offered, await asked.desk.dictionaries.names())


async def _profile(asked: Asked, scope: Scope) -> Profile:
    match scope:
        case Scope.MINE:
            return await asked.desk.people.person(asked.person.id)
        case Scope.CHANNEL:
            return await channels.settings_here(asked)
        case Scope.SERVER:
            return await asked.desk.people.server(_server(asked))


def _server(asked: Asked) -> int:
    if asked.place.guild_id is None:
        raise OnlyInServers
    return asked.place.guild_id


async def _speaking(asked: Asked) -> Asked:
    """The wish in the language that has perhaps just been chosen."""
    profile = await asked.desk.people.person(asked.person.id)
    return replace(asked, texts=texts_for(profile.speaks))
