"""Settings of a channel, and how a thread comes by them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.front.core import rights
from bot.front.core.errors import NotOffered, OnlyInServers, UnknownAction
from bot.front.core.message import Message
from bot.front.core.request import Asked
from bot.front.settings.messages import action_of, permission_message, settings_message
from bot.front.settings.preferences import Preference, Profile, Scope, mine, of_channel, of_server
from bot.service.errors import ModeratorsOnly, NotAllowed
from bot.service.ports import Place
from bot.service.profiles import ChannelProfile, ServerProfile, WhoMay
from bot.service.rights import Permission, rule_for_role
from bot.text import languages, texts_for


async def settings_here(asked: Asked) -> ChannelProfile:
    """The settings where somebody asks; those of its channel for a thread in which nothing was set."""
    people, here = asked.desk.people, asked.place.channel_id
    own = await people.channel(here)
    if asked.parent is None or own != ChannelProfile(here):
        return own
    return replace(await people.channel(asked.parent), id=here)


async def hand_on(asked: Asked, place: Place) -> None:
    """Give a place the settings that hold where somebody asks, if it is another place or a thread."""
    if asked.parent is None and place.channel_id == asked.place.channel_id:
        return
    kept = replace(await settings_here(asked), id=place.channel_id)
    await asked.desk.people.change_channel(place.channel_id, lambda _: kept)


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
            await hand_on(asked, asked.place)
            await people.change_channel(asked.place.channel_id, lambda profile: one.write(profile, value))
        case Scope.SERVER:
            await people.change_server(_server(asked), lambda profile: one.write(profile, value))
    return await panel(await _speaking(asked), scope)


async def server_of(asked: Asked) -> ServerProfile:
    """The settings of the server that the wish comes from; the usual ones in a direct message."""
    if asked.place.guild_id is None:
        return ServerProfile(0)
    return await asked.desk.people.server(asked.place.guild_id)


async def _keepers(asked: Asked, scope: Scope) -> str:
    """Whom the server lets change settings, by its rule, where the asker is none of them; else empty."""
    try:
        await asked.desk.permissions.require(asked.member, rights.SETTINGS[action_of(scope)])
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
            return await settings_here(asked)
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


def read_permission(name: str) -> Permission:
    """The permission of a name. Raises `UnknownAction`."""
    if name not in tuple(Permission):
        raise UnknownAction
    return Permission(name)


async def page(asked: Asked, permission: Permission) -> Message:
    """The page of an permission."""
    return permission_message(permission, await server_of(asked), asked.texts)


async def allow(asked: Asked, permission: Permission, rule: str) -> Message:
    """Let those do something whom a rule names, and show it. Raises `ModeratorsOnly`."""
    await asked.desk.permissions.allow(asked.member, permission, rule)
    return await page(asked, permission)


async def allow_role(asked: Asked, permission: Permission, chosen: tuple[str, ...]) -> Message:
    """Let members with a role do something; the page as it is where none was chosen. Raises `ModeratorsOnly`."""
    if not chosen or asked.place.guild_id is None:
        return await page(asked, permission)
    return await allow(asked, permission, rule_for_role(int(chosen[0]), asked.place.guild_id))


async def back(asked: Asked) -> Message:
    """The panel of the server."""
    return await panel(asked, Scope.SERVER)
