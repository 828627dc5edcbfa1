"""Settings of people, channels and servers, and the themes that a server brings."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import discord

from bot.front.components.layout import style_of
from bot.front.components.message import FileAttachment, Message, Row, Text
from bot.front.components.payloads import OfSetting
from bot.front.interaction.choices import fetch
from bot.front.interaction.hooks import SettingPage
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.front.settings.messages import (
    PageState,
    SwitchLabels,
    action_of,
    back_button,
    limit_message,
    list_message,
    page_message,
    permission_message,
    question_message,
    settings_message,
    theme_message,
)
from bot.front.settings.preferences import DEFAULT_PRESET, Preference, Profile, Scope, mine, of_channel, of_server
from bot.front.speech import private_texts
from bot.limits import Limit, Per, limit_name
from bot.model.errors import ModeratorsOnly, NoSuchTimeZone, NotAllowed, NotOffered, UnknownAction
from bot.model.games import Place
from bot.model.profiles import ChannelProfile, Permission, ServerProfile, WhoMay, theme_reference
from bot.model.theme import BUNDLED, MOST_CHARACTERS, ThemeFile, bundled
from bot.render import Style
from bot.service.rights import moderates, rule_for_role
from bot.service.words.definitions import DEFAULT_LANGUAGE
from bot.text import languages
from bot.text.settings import defaults_of, hour_text, named_by, theme_handed, theme_loaded, time_zone_set
from bot.text.timezones import zone_named
from engine.reading import decoded

_ROLE = re.compile(r"[0-9]{1,20}")


async def settings_here(request: Request) -> ChannelProfile:
    """The settings in force where the request was made; a thread without its own has those of its channel."""
    people, here = request.services.people, request.place.channel_id
    own = await people.channel(here)
    if request.parent is None or own != ChannelProfile(here):
        return own
    return replace(await people.channel(request.parent), id=here)


async def hand_on(request: Request, place: Place) -> None:
    """Give a place the settings in force where the request was made, if it is another place or a thread."""
    if request.parent is None and place.channel_id == request.place.channel_id:
        return
    kept = replace(await settings_here(request), id=place.channel_id)
    await request.services.people.change_channel(place.channel_id, lambda _: kept)


async def panel(request: Request, scope: Scope, told: str = "") -> Message:
    """The panel of a scope, below what has been changed.

    Raises `OnlyInServers` for a server's settings in a direct message.
    """
    preferences = await _preferences(request, scope)
    profile = await _profile(request, scope)
    keepers = await _keepers(request, scope)
    style = Style() if isinstance(profile, ServerProfile) else await style_of(profile, request.services.files.themes)
    pages = [await _state_of(request, one) for one in _pages(request, scope)]
    library = request.services.words.library
    home = request.home if request.home in await asyncio.to_thread(library.languages) else DEFAULT_LANGUAGE
    return settings_message(
        scope,
        preferences,
        profile,
        request.texts,
        style,
        keepers=keepers,
        pages=pages,
        defaults=defaults_of(scope.value, home, DEFAULT_PRESET, request.texts),
        told=told,
    )


def _pages(request: Request, scope: Scope) -> Sequence[SettingPage]:
    front = request.services.hooks.front
    switched = sorted(front.server_pages, key=lambda one: one.switch is None)
    return {Scope.MINE: front.own_pages, Scope.CHANNEL: (), Scope.SERVER: switched}[scope]


async def _state_of(request: Request, one: SettingPage) -> PageState:
    texts = request.texts
    return PageState(one.name, one.title(texts), one.about(texts), await one.state(request))


def _page(request: Request, scope: Scope, name: str) -> SettingPage:
    """The page with a name. Raises `UnknownAction`."""
    found = next((one for one in _pages(request, scope) if one.name == name), None)
    if found is None:
        raise UnknownAction
    return found


async def open_page(request: Request, scope: Scope, name: str) -> Message:
    """The page of a setting. Raises `UnknownAction`."""
    one = _page(request, scope, name)
    await request.services.permissions.require(request.member, one.needs, known=request.known)
    if one.page is None:
        return await _switched(request, one)
    shown = await one.page(request)
    return replace(shown, blocks=(*shown.blocks, Row((back_button(scope, request.texts),))))


async def switch_of(request: Request, name: str) -> Message:
    """The page that switches something on or off in the server, as of a command. Raises `OnlyInServers`."""
    request.server()
    return await open_page(request, Scope.SERVER, name)


async def switch_page(request: Request, pressed: Press, name: str, *, on: bool, sure: bool = False) -> Message:
    """Switch a setting of the server on here, or off, and show its page. Raises what it refuses.

    What would be lost by switching it off is asked first, unless the person is `sure`.
    """
    one = _page(request, Scope.SERVER, name)
    if one.switch is None:
        raise UnknownAction
    if not on and not sure and one.asks_off and (question := await one.asks_off(request)):
        return question_message(name, question, request.texts)
    return await _switched(request, one, (await one.switch(request, pressed, on)).text)


async def _switched(request: Request, one: SettingPage, told: str = "") -> Message:
    state = await one.state(request)
    facts = PageState(one.name, one.title(request.texts), one.about(request.texts), state)
    may_change = moderates(request.member, request.place.guild_id)
    is_here = one.everywhere or state == f"<#{request.place.channel_id}>"
    more = [*([one.tells(request.texts)] if one.tells and may_change and not state else [])]
    if one.keeps_hour and may_change:
        more.append(hour_text((await server_of(request)).time_zone, request.texts, is_on=bool(state)))
    switch = SwitchLabels(everywhere=one.everywhere, is_here=bool(state) and is_here)
    return page_message(facts, switch, request.texts, told, more=more, may_change=may_change)


async def change(request: Request, scope: Scope, name: str, value: str) -> Message:
    """Change a setting and show the panel. Raises `OnlyInServers`, and `NotOffered` for an unknown value."""
    one = next((one for one in await _preferences(request, scope) if one.name == name), None)
    if one is None:
        raise UnknownAction
    value = named_by(name, value, one.values, request.texts)
    if value not in one.values:
        raise NotOffered(name, value, tuple(one.values))
    people = request.services.people
    match scope:
        case Scope.MINE:
            await people.change_person(request.person.id, lambda profile: one.write(profile, value))
        case Scope.CHANNEL:
            await hand_on(request, request.place)
            await people.change_channel(request.place.channel_id, lambda profile: one.write(profile, value))
        case Scope.SERVER:
            await people.change_server(request.server(), lambda profile: one.write(profile, value))
    return await panel(await _speaking(request), scope)


async def set_time_zone(request: Request, typed: str) -> None:
    """Choose the server's time zone by its name, or by a city. Raises `OnlyInServers` and `NoSuchTimeZone`."""
    server, name = request.server(), await asyncio.to_thread(zone_named, typed, request.texts)
    if name is None:
        raise NoSuchTimeZone(typed)
    await request.services.people.change_server(server, lambda profile: replace(profile, time_zone=name))


async def choose_time_zone(request: Request, typed: str) -> Message:
    """Choose the server's time zone, and show its panel. Raises as `set_time_zone`."""
    await set_time_zone(request, typed)
    zone = (await server_of(request)).time_zone
    return await panel(request, Scope.SERVER, time_zone_set(zone, request.texts))


async def server_of(request: Request) -> ServerProfile:
    """The settings of the server that the request comes from; the defaults in a direct message."""
    if request.place.guild_id is None:
        return ServerProfile(0)
    return await request.services.people.server(request.place.guild_id)


async def _keepers(request: Request, scope: Scope) -> str:
    """The server's rule for who may change these settings, if the asker may not; else empty."""
    try:
        for right in action_of(scope).rights(OfSetting("")):
            await request.services.permissions.require(request.member, right)
    except NotAllowed as error:
        return error.rule
    except ModeratorsOnly:
        return WhoMay.MODERATORS
    return ""


async def _preferences(request: Request, scope: Scope) -> tuple[Preference, ...]:
    match scope:
        case Scope.MINE:
            return mine(languages(), await _own_themes(request, scope))
        case Scope.CHANNEL:
            return of_channel(languages(), *await _games(request), await _own_themes(request, scope))
        case Scope.SERVER:
            request.server()
            return of_server(languages(), *await _games(request))


async def _own_themes(request: Request, scope: Scope) -> tuple[str, ...]:
    """References to the themes of this server, and to those of others that are chosen already."""
    server, profile = request.place.guild_id, await _profile(request, scope)
    assert not isinstance(profile, ServerProfile)
    here = [theme_reference(server or 0, name) for name in await request.services.files.themes.names(server)]
    return tuple(dict.fromkeys((*here, *await request.services.files.themes.own((profile.theme, profile.background)))))


async def _games(request: Request) -> tuple[Iterable[str], Iterable[str], Mapping[str, str]]:
    """The variants, the languages and the lexicons that new games here can have.

    Of a lexicon, the name is offered, and for a server's own the id is kept, so that the choice outlives another name.
    """
    library, own = request.services.words.library, request.services.files.variants.names(request.place.guild_id)
    offered = (await asyncio.to_thread(library.variants), await asyncio.to_thread(library.languages))
    lists = request.services.words.dictionaries.lists
    lexicons = {name: name for name in await lists.program()}
    lexicons |= {one.name: one.id for one in await lists.all(request.place.guild_id)}
    return (*offered[0], *await own), offered[1], lexicons


async def _profile(request: Request, scope: Scope) -> Profile:
    match scope:
        case Scope.MINE:
            return await request.services.people.person(request.person.id)
        case Scope.CHANNEL:
            return await settings_here(request)
        case Scope.SERVER:
            return await request.services.people.server(request.server())


async def _speaking(request: Request) -> Request:
    """The request in the person's language, which they may have just changed."""
    profile = await request.services.people.person(request.person.id)
    request.services.answering.spoken.note(profile)
    return replace(request, texts=private_texts(profile))


def read_permission(name: str) -> Permission:
    """The permission with a name. Raises `UnknownAction`."""
    if name not in tuple(Permission):
        raise UnknownAction
    return Permission(name)


async def permission_page(request: Request, permission: Permission) -> Message:
    """The page of a permission."""
    return permission_message(permission, await server_of(request), request.texts)


async def allow(request: Request, permission: Permission, rule: str) -> Message:
    """Permit something to the people whom a rule names, and show its page. Raises `ModeratorsOnly`."""
    await request.services.permissions.allow(request.member, permission, rule)
    return await permission_page(request, permission)


async def allow_role(request: Request, permission: Permission, chosen: tuple[str, ...]) -> Message:
    """Permit something to members with a role; an unchanged page if none was chosen.

    Raises `ModeratorsOnly`, and `UnknownAction` if the choice is not the id of a role.
    """
    if not chosen or request.place.guild_id is None:
        return await permission_page(request, permission)
    if not _ROLE.fullmatch(chosen[0]):
        raise UnknownAction
    return await allow(request, permission, rule_for_role(int(chosen[0]), request.place.guild_id))


async def back(request: Request, *, scope: Scope = Scope.SERVER) -> Message:
    """The panel of a scope."""
    return await panel(request, scope)


def read_limit(name: str) -> Limit:
    """The limit with a name. Raises `UnknownAction`."""
    if name not in tuple(Limit):
        raise UnknownAction
    return Limit(name)


async def limit_page(request: Request, limit: Limit) -> Message:
    """The page of a limit."""
    fair_use = request.services.fair_use
    return limit_message(limit, await fair_use.numbers(request.place.guild_id), fair_use.bounds, request.texts)


async def set_limit(request: Request, limit: Limit, per: Per, number: str) -> Message:
    """Set the number of a limit from now on, and show its page. Raises `ModeratorsOnly` and `UnknownAction`."""
    name, fair_use = limit_name(limit, per), request.services.fair_use
    if name not in fair_use.bounds or not number.isdecimal():
        raise UnknownAction
    chosen = int(number)
    await fair_use.choose(request.member, name, None if chosen == fair_use.bounds[name].usual else chosen)
    return await limit_page(request, limit)


async def themes(request: Request, name: str = "", file: discord.Attachment | None = None) -> Message:
    """All themes, one of them, or a new one for the server from a file."""
    if file is not None:
        return await load(request, file)
    return await (show(request, name) if name else show_list(request))


async def show_list(request: Request) -> Message:
    """All themes that can be chosen here, with a menu that shows one."""
    own = await request.services.files.themes.all(request.place.guild_id)
    return list_message((*map(bundled, BUNDLED), *own), request.texts)


async def show(request: Request, name: str) -> Message:
    """A theme as a picture. Raises `NoSuchTheme`."""
    server = request.place.guild_id
    offered = (*BUNDLED, *await request.services.files.themes.names(server))
    file, _ = await request.services.files.themes.find(server, named_by("theme", name, offered, request.texts).lower())
    return _shown(file, request)


async def load(request: Request, file: discord.Attachment) -> Message:
    """Check an uploaded file and store its theme for the server; a file with faults is not stored."""
    server = request.server()
    await request.services.fair_use.spend(Limit.IMPORTS, request.person.id, server)
    async with request.services.files.uploads.turn(request.person.id, server):
        text = await _read(request, file)
        kept = await request.services.files.themes.load(
            server, text, file.filename, request.person.id, request.cause.at
        )
    shown = _shown(kept, request)
    return replace(shown, blocks=(Text(theme_loaded(kept.name, request.texts)), *shown.blocks))


def _shown(file: ThemeFile, request: Request) -> Message:
    return theme_message(file, request.texts, may_delete=moderates(request.member, request.place.guild_id))


async def export(request: Request, theme: str) -> Message:
    """The file of a theme, to keep or to change. Raises `NoSuchTheme`."""
    _, text = await request.services.files.themes.find(request.place.guild_id, theme)
    return Message((Text(theme_handed(theme, request.texts, deleted=False)), _enclosed(theme, text)))


async def delete(request: Request, theme: str) -> Message:
    """Delete a theme of the server, and hand out its file once more. Raises `NoSuchTheme`."""
    server = request.server()
    _, text = await request.services.files.themes.find(server, theme)
    await request.services.files.themes.remove(server, theme)
    return Message((Text(theme_handed(theme, request.texts, deleted=True)), _enclosed(theme, text)))


async def _read(request: Request, file: discord.Attachment) -> str:
    # A character has up to four bytes; the reader counts characters.
    data, _ = await asyncio.gather(fetch(file, 4 * MOST_CHARACTERS), request.services.files.themes.get_ready())
    return decoded(data, file.filename)


def _enclosed(name: str, text: str) -> FileAttachment:
    return FileAttachment(f"{name}.toml", text.encode("utf-8", "surrogatepass"))
