"""Posting, listing and withdrawing open challenges, and whether a server shares them with others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.features.seeks.clocks import OFF as NO_CLOCK
from bot.features.seeks.clocks import with_clock
from bot.features.seeks.lists import SeekLists
from bot.features.seeks.messages import list_message, posted_message
from bot.features.seeks.refusals import EverywhereIsOff, NobodyListed, NoListHere, NoSeek, SeekIsGone
from bot.features.seeks.store import SeekStore
from bot.features.seeks.text import everywhere_text, hidden_text, nothing_open_text, off_text, on_text, withdrawn_text
from bot.features.seeks.values import LIVE_FOR, MOST_SERVER_NAME, SLOW_FOR, Seek, Wanted
from bot.front.components.message import Message, say
from bot.front.interaction.request import Request
from bot.front.lobby.actions import check_may_open
from bot.front.lobby.opening import OpeningOptions, check_membership, setup_of
from bot.front.lobby.ranges import check_bounds
from bot.model.errors import NotOffered, OnlyInServers
from bot.model.lists import key_of
from bot.text.names import clean, shortened
from bot.text.typed import means_off
from engine.game.clock import LONG_TURN
from engine.model.rules import Rules

EVERYWHERE = "everywhere"
ON, OFF = "on", "off"


async def post(
    request: Request, options: OpeningOptions, clock: str, low: int | None, high: int | None, where: str = ""
) -> Message:
    """Post a challenge here, or `EVERYWHERE`.

    Raises what opening it would, as `SeekStore.post`, `RangeUpsideDown`, `BadClock`, `EverywhereIsOff`, and
    `NotOffered` for any other place.
    """
    check_bounds(low, high)
    server, store = _server(request), request.services.feature(SeekStore)
    if where not in ("", EVERYWHERE):
        raise NotOffered("where", where, (EVERYWHERE,))
    if where and await store.chosen(server) is None:
        raise EverywhereIsOff
    check_membership(request)
    await check_may_open(request)
    setup = await setup_of(options, request)
    await request.services.games.check_room(request.place, request.person.id)
    clock = NO_CLOCK if means_off(clock, request.texts) else clock.strip()
    expires = request.services.clock.now() + _patience(with_clock(setup.rules, clock))
    variant = options.variant and setup.variant.name
    wanted = Wanted(options.preset, setup.variant.language, variant, options.lexicon, low, high, clock)
    name = shortened(clean(await request.services.server_name(server)), MOST_SERVER_NAME) if where else ""
    person, channel = request.person, request.place.channel_id
    seek = Seek(0, server, channel, person.id, person.name, person.by_ear, wanted, expires, bool(where), name)
    number = await store.post(seek, request.services.clock.now())
    _show(request)
    return posted_message(replace(seek, number=number), request.texts)


def _patience(rules: Rules) -> int:
    slow = rules.turn_clock is not None and rules.turn_clock >= LONG_TURN
    return SLOW_FOR if slow else LIVE_FOR


async def withdraw(request: Request, number: int | None = None) -> Message:
    """End the person's challenge here, if it is the one of that number. Raises `NoSeek`, or `SeekIsGone`."""
    store, now = request.services.feature(SeekStore), request.services.clock.now()
    if not await store.end(request.place.channel_id, request.person.id, now, number):
        raise NoSeek if number is None else SeekIsGone
    _show(request)
    return say(withdrawn_text(request.texts))


async def look(request: Request) -> Message:
    """The challenges that are open here, for one person alone."""
    now = request.services.clock.now()
    seeks = await request.services.feature(SeekStore).open_in(request.place.channel_id, now)
    return list_message(seeks, _server(request), request.texts) if seeks else say(nothing_open_text(request.texts))


async def everywhere(request: Request, switch: str, hide: str) -> Message:
    """Whether this server takes part in challenges across servers; switch that, or hide somebody's challenges.

    Raises `OnlyInServers`, `NoListHere`, `EverywhereIsOff` and `NobodyListed`, and `NotOffered` for an unknown switch.
    """
    server, store = _server(request), request.services.feature(SeekStore)
    if switch:
        return await _switch(request, switch)
    if (chosen := await store.chosen(server)) is None:
        raise EverywhereIsOff
    if not hide:
        return say(everywhere_text(chosen, request.texts))
    person, name = _foreigner(hide, await foreigners(request))
    await store.hide(server, person, request.services.clock.now())
    _show(request)
    return say(hidden_text(name, request.texts))


async def _switch(request: Request, switch: str) -> Message:
    if switch not in (ON, OFF):
        raise NotOffered("switch", switch, (ON, OFF))
    if switch == ON and not (request.may_post and request.in_server):
        raise NoListHere
    channel = request.place.channel_id if switch == ON else None
    await request.services.feature(SeekStore).choose(_server(request), channel, request.services.clock.now())
    _show(request)
    return say((off_text if channel is None else on_text)(request.texts))


async def foreigners(request: Request) -> dict[str, str]:
    """The ids of those whose challenges from other servers are listed in this one, with their names."""
    server, store = _server(request), request.services.feature(SeekStore)
    chosen = await store.chosen(server)
    seeks = await store.open_in(chosen, request.services.clock.now()) if chosen is not None else ()
    return {seek.person: seek.name for seek in seeks if seek.server != server}


def _foreigner(typed: str, listed: Mapping[str, str]) -> tuple[str, str]:
    """The id and the name of whoever is meant by an id or a name. Raises `NobodyListed`."""
    person = next((one for one, name in listed.items() if key_of(name) == key_of(typed)), typed.strip())
    if not re.fullmatch(r"[0-9]{15,20}", person, re.ASCII):
        raise NobodyListed(typed)
    return person, listed.get(person, person)


def _show(request: Request) -> None:
    request.services.feature(SeekLists).wake()


def _server(request: Request) -> int:
    if request.place.guild_id is None:
        raise OnlyInServers
    return request.place.guild_id
