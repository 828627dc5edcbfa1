"""Posting, accepting and withdrawing open challenges."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.features.seeks.clocks import with_clock
from bot.features.seeks.lists import SeekLists
from bot.features.seeks.messages import list_message, posted_message
from bot.features.seeks.refusals import NoSeek, OwnSeek, SeekIsGone
from bot.features.seeks.store import SeekStore
from bot.features.seeks.text import nothing_open_text, withdrawn_text
from bot.features.seeks.values import LIVE_FOR, SLOW_FOR, Seek, Wanted
from bot.front.components.message import Message, say
from bot.front.interaction.dispatch import told
from bot.front.interaction.request import Request
from bot.front.lobby.actions import check_may_open, with_way
from bot.front.lobby.opening import OpeningOptions, check_membership, setup_of
from bot.front.lobby.ranges import check_bounds, check_range
from bot.front.lobby.threads import thread_of
from bot.front.settings import actions as settings
from bot.model.errors import NoThreadsHere, OnlyInServers
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.ratings import ladder_of
from bot.text.games import game_name
from engine.game.clock import LONG_TURN
from engine.game.state import Person, Setup
from engine.model.rules import Rules


async def post(request: Request, options: OpeningOptions, clock: str, low: int | None, high: int | None) -> Message:
    """Post a challenge here. Raises what opening it would, `RangeUpsideDown`, `BadClock` and `TooManySeeks`."""
    check_bounds(low, high)
    server = _server(request)
    check_membership(request)
    await check_may_open(request)
    setup = await setup_of(options, request)
    await request.services.games.check_room(request.place, request.person.id)
    expires = request.services.clock.now() + _patience(with_clock(setup.rules, clock))
    variant = options.variant and setup.variant.name
    wanted = Wanted(options.preset, setup.variant.language, variant, options.lexicon, low, high, clock.strip())
    person = request.person
    seek = Seek(0, server, request.place.channel_id, person.id, person.name, person.by_ear, wanted, expires)
    await request.services.feature(SeekStore).post(seek, request.services.clock.now())
    _show(request)
    return posted_message(expires, request.texts)


def _patience(rules: Rules) -> int:
    slow = rules.turn_clock is not None and rules.turn_clock >= LONG_TURN
    return SLOW_FOR if slow else LIVE_FOR


async def accept(request: Request, number: int) -> Message:
    """Play against whoever posted a challenge, in a new thread. Raises `SeekIsGone`, `OwnSeek` and `NotInRange`."""
    store, now = request.services.feature(SeekStore), request.services.clock.now
    check_membership(request)
    open_here = await store.open_in(request.place.channel_id, now())
    await _check_opponent(request, next((one for one in open_here if one.number == number), None))
    seek = await store.take(number, now())
    if game := await request.services.games.changed_by(_request_of(seek)):
        # whoever accepted it before has the game, but the process died before it was noted
        await _call(request, seek, game)
        await store.done(seek, now())
        _show(request)
        raise SeekIsGone
    try:
        begun = await _begin(request, seek)
    except BaseException:
        await store.give_back(seek, now())
        _show(request)
        raise
    await store.done(seek, now())
    _show(request)
    return begun


async def _check_opponent(request: Request, seek: Seek | None) -> None:
    if seek is None:
        raise SeekIsGone
    if request.person.id == seek.person:
        raise OwnSeek
    setup = await _setup_of(seek, request, opens=False)
    ladder = ladder_of(seek.server, setup.variant.language, setup.rules)
    await check_range(request, ladder, seek.wanted.low, seek.wanted.high)


async def _setup_of(seek: Seek, request: Request, *, opens: bool = True) -> Setup:
    wanted = seek.wanted
    options = OpeningOptions(wanted.preset, wanted.language, wanted.variant, wanted.lexicon, thread=True)
    setup = await setup_of(options, request, opens=opens)
    return replace(setup, rules=with_clock(setup.rules, wanted.clock))


async def _begin(request: Request, seek: Seek) -> Message:
    """Open the game with both and start it. The request is that of the challenge, so that it opens one game."""
    services = request.services
    host = Person(seek.person, seek.name, by_ear=seek.by_ear)
    setup = await _setup_of(seek, request)
    title = game_name("", (host.name, request.person.name), await request.aloud(setup.variant.language))
    if (channel := services.mailbox().text_channel(seek.channel)) is None:
        raise NoThreadsHere
    async with services.opening.hold(host.id):
        await services.games.check_room(request.place, host.id)
        async with thread_of(channel, title) as place:
            await settings.hand_on(request, place)
            cause = replace(request.cause, id=_request_of(seek))
            applied = await services.games.open(place, host, setup, cause, opponent=request.person)
    await _call(request, seek, applied.game)
    return with_way(request, place, told(request, applied))


async def _call(request: Request, seek: Seek, game: str) -> None:
    """Call whoever has posted a challenge to its game, once. It goes on also if they cannot be called."""
    thread, state = (await request.services.games.summary(game)).place.channel_id, await request.state(game)
    names = [seat.player.name for seat in state.seats if seat.player.id != seek.person]
    with suppress(PermanentRefusal, TransientFailure):
        await request.services.feature(SeekLists).call(seek, thread, names[0])


def _request_of(seek: Seek) -> str:
    return f"seek/{seek.number}"


async def withdraw(request: Request) -> Message:
    """End the person's challenge here. Raises `NoSeek`."""
    store, now = request.services.feature(SeekStore), request.services.clock.now()
    if not await store.end(request.place.channel_id, request.person.id, now):
        raise NoSeek
    _show(request)
    return say(withdrawn_text(request.texts))


async def look(request: Request) -> Message:
    """The challenges that are open here, for one person alone."""
    now = request.services.clock.now()
    seeks = await request.services.feature(SeekStore).open_in(request.place.channel_id, now)
    return list_message(seeks, request.texts) if seeks else say(nothing_open_text(request.texts))


def _show(request: Request) -> None:
    request.services.feature(SeekLists).wake()


def _server(request: Request) -> int:
    if request.place.guild_id is None:
        raise OnlyInServers
    return request.place.guild_id
