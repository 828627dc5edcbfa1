"""Accepting an open challenge, in the channel where it was posted or in another server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from bot.features.seeks.clocks import with_clock
from bot.features.seeks.lists import SeekLists
from bot.features.seeks.refusals import NoGameThere, NotForYou, OwnSeek, SeekIsGone
from bot.features.seeks.store import SeekStore
from bot.features.seeks.text import begun_text
from bot.features.seeks.values import Seek, opening_id
from bot.front.components.message import Message, say
from bot.front.interaction.request import Request
from bot.front.lobby.actions import check_may_open
from bot.front.lobby.opening import OpeningOptions, check_membership, setup_of
from bot.front.lobby.ranges import check_range
from bot.front.lobby.threads import thread_of
from bot.front.posting.discord_errors import refusals
from bot.front.settings import actions as settings
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import BotError, NoThreadNow, NoThreadsHere
from bot.model.games import Place
from bot.model.ratings import EVERYWHERE
from bot.service.games import Table
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.ratings import ladder_of
from bot.text.games import game_name
from engine.game.state import Person, Setup


async def accept(request: Request, number: int) -> Message:
    """Play against whoever posted a challenge, in a new thread; if that was elsewhere, in one there and one here.

    Raises `SeekIsGone`, `OwnSeek`, `NotInRange`, `NotForYou`, `NoGameThere` and what opening a thread can.
    """
    store, now, channel = request.services.feature(SeekStore), request.services.clock.now, request.place.channel_id
    check_membership(request)
    if (found := await store.find(number, channel, now())) is None:
        raise SeekIsGone
    await _check_opponent(request, found)
    seek = await store.take(number, channel, now())
    try:
        return await _begin(request, seek)
    finally:  # whoever keeps the list sees whether there is a game, also after a crash
        await store.release(seek, now())
        request.services.feature(SeekLists).wake()


async def _check_opponent(request: Request, seek: Seek) -> None:
    if request.person.id == seek.person:
        raise OwnSeek
    if not await request.services.whereabouts.is_in(seek.server, int(seek.person)):
        await request.services.feature(SeekStore).end(seek.channel, seek.person, request.services.clock.now())
        raise SeekIsGone  # nobody would come to its thread
    if seek.server != request.place.guild_id:
        await check_may_open(request)
        await _check_admitted(request, seek)
    setup = await _setup_of(seek, _of_poster(request, seek), opens=False)
    ladder = ladder_of(EVERYWHERE if seek.everywhere else seek.server, setup.variant.language, setup.rules)
    await check_range(request, ladder, seek.wanted.low, seek.wanted.high)


async def _check_admitted(request: Request, seek: Seek) -> None:
    """Raises `NotForYou` for somebody whom another server hides, or may have thrown out."""
    person, whereabouts = int(request.person.id), request.services.whereabouts
    gone = whereabouts.has_been_in(seek.server, person) and not await whereabouts.is_in(seek.server, person)
    if gone or await request.services.feature(SeekStore).hides(seek.server, request.person.id):
        raise NotForYou


def _of_poster(request: Request, seek: Seek) -> Request:
    """The request as if whoever posted a challenge had made it: the game has their server's settings and limits."""
    host = Person(seek.person, seek.name, by_ear=seek.by_ear)
    there = Place(seek.server, seek.channel)
    return replace(request, person=host, place=there, parent=None, manages=False, roles=frozenset(), snapshot=None)


async def _setup_of(seek: Seek, request: Request, *, opens: bool = True) -> Setup:
    wanted = seek.wanted
    options = OpeningOptions(wanted.preset, wanted.language, wanted.variant, wanted.lexicon, thread=True)
    setup = await setup_of(options, request, opens=opens)
    return replace(setup, rules=with_clock(setup.rules, wanted.clock))


async def _begin(request: Request, seek: Seek) -> Message:
    """Open the game with both and start it. The request is that of the challenge, so that it opens one game.

    The game is in the poster's channel from its first event on, and shown in the other one.
    """
    games, there = request.services.games, _of_poster(request, seek)
    setup = await _setup_of(seek, there)
    title = game_name("", (seek.name, request.person.name), await there.aloud(setup.variant.language))
    async with request.services.opening.hold(seek.person), AsyncExitStack() as threads:
        await games.check_room(there.place, seek.person)
        place = here = await _thread_there(threads, there, seek, title)
        if seek.channel != request.place.channel_id:
            here = await threads.enter_async_context(_thread(request, title))
        table = Table(shown=(Target(TargetKind.CHANNEL, here.channel_id),))
        cause = replace(request.cause, id=opening_id(seek))
        applied = await games.open(place, there.person, setup, cause, table=table, opponent=request.person)
        if not applied.state.seats_of(request.person.id):
            raise SeekIsGone  # it was open again although somebody was still about to open its game
    return say(begun_text(seek.name, here.channel_id, request.texts))


async def _thread_there(threads: AsyncExitStack, there: Request, seek: Seek, title: str) -> Place:
    """A new thread where a challenge was posted. Raises `SeekIsGone` if its channel is, and as `thread_of`.

    For people of other servers, that is `NoGameThere`.
    """
    try:
        return await threads.enter_async_context(_thread(there, title))
    except PermanentRefusal as refusal:
        await there.services.feature(SeekStore).done(seek)
        raise SeekIsGone from refusal
    except BotError as error:
        if seek.everywhere:
            raise NoGameThere(seek.server_name) from error
        raise


@asynccontextmanager
async def _thread(request: Request, title: str) -> AsyncIterator[Place]:
    """A new thread of the channel, with its settings. Raises as `thread_of`, `PermanentRefusal` and `NoThreadNow`."""
    try:
        with refusals():
            channel = await request.services.mailbox().find_text_channel(request.place.channel_id)
    except TransientFailure as failure:
        raise NoThreadNow from failure
    if channel is None:
        raise NoThreadsHere
    async with thread_of(channel, title) as place:
        await settings.hand_on(request, place)
        yield place
