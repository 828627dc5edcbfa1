"""`/open`, and the buttons under open offers: posting, listing, withdrawing and accepting them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.seeks import SeekServices
from bot.features.seeks.lists import ACCEPT, WITHDRAW, list_message, posted_message
from bot.features.seeks.refusals import (
    EverywhereIsOff,
    NobodyListed,
    NoGameThere,
    NoListHere,
    NoSeek,
    NotForYou,
    OwnSeek,
    SeekIsGone,
)
from bot.features.seeks.store import LIVE_FOR, MOST_SERVER_NAME, SLOW_FOR, Seek, SoughtGame
from bot.features.seeks.text import (
    about_exchange_text,
    begun_text,
    clock_to_keep,
    exchange_title,
    hidden_text,
    nothing_open_text,
    off_text,
    on_text,
    shared_text,
    with_clock,
    withdrawn_text,
)
from bot.front.components.message import Message, say
from bot.front.interaction import choices
from bot.front.interaction.choices import SWITCH, YES, matching, switched
from bot.front.interaction.hooks import Front, SettingPage
from bot.front.interaction.pressing import Press, answers, edits
from bot.front.interaction.request import Interaction, Request, request_of
from bot.front.interaction.slash import UNDER_MANAGE, CommandOption, group, slash
from bot.front.lobby.actions import check_may_open
from bot.front.lobby.opening import (
    GAME_OPTIONS,
    OpeningOptions,
    RatingOption,
    check_bounds,
    check_membership,
    check_range,
    check_threads,
    setup_of,
)
from bot.front.posting.discord_errors import refusals
from bot.front.posting.threads import thread_of
from bot.front.settings import actions as settings
from bot.front.settings.actions import switch_of
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import BotError, NoThreadNow, NoThreadsHere, NotOffered
from bot.model.games import Place
from bot.model.ratings import ALL_SERVERS
from bot.model.words import key_of
from bot.service.opening import GameTable, check_quotas, new_game
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.ratings import ladder_of
from bot.service.rights import Right
from bot.text.games import game_name
from bot.text.names import clean, shortened
from engine.game.clock import LONG_TURN
from engine.game.state import Person, Setup
from engine.model.durations import GAME_CLOCK, TURN_CLOCK
from engine.model.rules import Rules

EVERYWHERE, NO = "everywhere", "no"


async def new(
    request: Request,
    interaction: Interaction,
    preset: str = "",
    language: str = "",
    variant: str = "",
    lexicon: str = "",
    clock: choices.LengthOption = "",
    per_move: choices.LengthOption = "",
    lowest: RatingOption | None = None,
    highest: RatingOption | None = None,
    where: str = "",
    rated: str = "",
) -> Message:
    """Post an offer here, or `EVERYWHERE`.

    Raises what opening it would, as `SeekStore.post`, `RangeUpsideDown`, `BadClock`, `NoSuchLength`, `RulesContradict`,
    `EverywhereIsOff`, and `NotOffered` for any other place.
    """
    check_threads(interaction)
    check_bounds(lowest, highest)
    options = OpeningOptions(preset, language, variant, lexicon, thread=True)
    server, store = request.server(), request.services.of(SeekServices).store
    if where not in ("", EVERYWHERE):
        raise NotOffered("where", where, (EVERYWHERE,))
    if where and await store.chosen(server) is None:
        raise EverywhereIsOff
    check_membership(request)
    await check_may_open(request)
    setup = await setup_of(options, request)
    await check_quotas(request.services.games, request.place, request.person.id)
    kept = clock_to_keep(clock, per_move, request.texts, setup.variant.language)
    rules = with_clock(setup.rules, kept)
    rules.check()
    expires = request.services.clock.now() + _patience(rules)
    named = variant and setup.variant.name
    wanted = SoughtGame(preset, setup.variant.language, named, lexicon, lowest, highest, kept, rated != NO)
    name = shortened(clean(await request.services.posting.server_name(server)), MOST_SERVER_NAME) if where else ""
    person, channel = request.person, request.place.channel_id
    seek = Seek(0, server, channel, person.id, person.name, person.by_ear, wanted, expires, bool(where), name)
    number = await store.post(seek, request.services.clock.now())
    _show(request)
    return posted_message(replace(seek, number=number), request.texts)


def _patience(rules: Rules) -> int:
    slow = rules.turn_clock is not None and rules.turn_clock >= LONG_TURN
    return SLOW_FOR if slow else LIVE_FOR


async def withdraw(request: Request, number: int | None = None) -> Message:
    """End the person's offer here, if it is the one of that number. Raises `NoSeek`, or `SeekIsGone`."""
    store, now = request.services.of(SeekServices).store, request.services.clock.now()
    if not await store.end(request.place.channel_id, request.person.id, now, number):
        raise NoSeek if number is None else SeekIsGone
    _show(request)
    return say(withdrawn_text(request.texts))


async def list_(request: Request) -> Message:
    """The offers that are open here, for one person alone."""
    now = request.services.clock.now()
    seeks = await request.services.of(SeekServices).store.open_in(request.place.channel_id, now)
    return list_message(seeks, request.server(), request.texts) if seeks else say(nothing_open_text(request.texts))


async def offers(request: Request, interaction: Interaction, switch: str = "", hide: str = "") -> Message:
    """Whether this server takes part in offers across servers; switch that, or hide somebody's offers.

    Raises `OnlyInServers`, `NoListHere`, `EverywhereIsOff` and `NobodyListed`, and `NotOffered` for an unknown switch.
    """
    server, store = request.server(), request.services.of(SeekServices).store
    if (on := switched(switch)) is not None:
        return await _switch(request, interaction, on=on)
    if not hide:
        return await switch_of(request, "offers")
    if await store.chosen(server) is None:
        raise EverywhereIsOff
    person, name = _foreigner(hide, await _foreigners(request))
    await store.hide(server, person, request.services.clock.now())
    _show(request)
    return say(hidden_text(name, request.texts))


async def _exchange(request: Request) -> str:
    channel = await request.services.of(SeekServices).store.chosen(request.server())
    return f"<#{channel}>" if channel is not None else ""


async def _turn(request: Request, pressed: Press, on: bool) -> Message:
    assert pressed.interaction
    return await _switch(request, pressed.interaction, on=on)


async def _switch(request: Request, interaction: Interaction, *, on: bool) -> Message:
    if on:
        check_threads(interaction)
    if on and not (request.may_post and request.in_server):
        raise NoListHere
    channel = request.place.channel_id if on else None
    await request.services.of(SeekServices).store.choose(request.server(), channel, request.services.clock.now())
    _show(request)
    return say((on_text if on else off_text)(request.texts))


async def _foreigners(request: Request) -> dict[str, str]:
    """The ids of those whose offers from other servers are listed in this one, with their names."""
    server, store = request.server(), request.services.of(SeekServices).store
    chosen = await store.chosen(server)
    seeks = await store.open_in(chosen, request.services.clock.now()) if chosen is not None else ()
    return {seek.person: seek.name for seek in seeks if seek.server != server}


def _foreigner(typed: str, listed: Mapping[str, str]) -> tuple[str, str]:
    """The id and the name of the person who is meant by an id or a name. Raises `NobodyListed`."""
    person = next((one for one, name in listed.items() if key_of(name) == key_of(typed)), typed.strip())
    if not re.fullmatch(r"[0-9]{15,20}", person, re.ASCII):
        raise NobodyListed(typed)
    return person, listed.get(person, person)


def _show(request: Request) -> None:
    request.services.of(SeekServices).lists.wake()


# --- accepting ---


async def accept(request: Request, number: int) -> Message:
    """Play against the poster of an offer, in a new thread; if that was elsewhere, in one there and one here.

    Raises `SeekIsGone`, `OwnSeek`, `NotInRange`, `NotForYou`, `NoGameThere` and what opening a thread can.
    """
    store, now, channel = request.services.of(SeekServices).store, request.services.clock.now, request.place.channel_id
    check_membership(request)
    if (found := await store.find(number, channel, now())) is None:
        raise SeekIsGone
    await _check_opponent(request, found)
    seek = await store.take(number, channel, now())
    try:
        return await _begin(request, seek)
    finally:  # the keeper of the list sees whether there is a game, also after a crash
        await store.release(seek, now())
        request.services.of(SeekServices).lists.wake()


async def _check_opponent(request: Request, seek: Seek) -> None:
    if request.person.id == seek.person:
        raise OwnSeek
    if not await request.services.posting.whereabouts.is_in(seek.server, int(seek.person)):
        await request.services.of(SeekServices).store.end(seek.channel, seek.person, request.services.clock.now())
        raise SeekIsGone  # nobody would come to its thread
    if seek.server != request.place.guild_id:
        await check_may_open(request)
        await _check_admitted(request, seek)
    setup = await _setup_of(seek, _of_poster(request, seek), opens=False)
    ladder = ladder_of(ALL_SERVERS if seek.everywhere else seek.server, setup.variant.language, setup.rules)
    await check_range(request, ladder, seek.wanted.low, seek.wanted.high)


async def _check_admitted(request: Request, seek: Seek) -> None:
    """Raise `NotForYou` for somebody whom another server hides, or may have thrown out."""
    person, whereabouts = int(request.person.id), request.services.posting.whereabouts
    gone = whereabouts.has_been_in(seek.server, person) and not await whereabouts.is_in(seek.server, person)
    if gone or await request.services.of(SeekServices).store.hides(seek.server, request.person.id):
        raise NotForYou


def _of_poster(request: Request, seek: Seek) -> Request:
    """The request as if the poster of an offer had made it: the game has their server's settings and limits."""
    host = Person(seek.person, seek.name, by_ear=seek.by_ear)
    there = Place(seek.server, seek.channel)
    return replace(request, person=host, place=there, parent=None, manages=False, roles=frozenset(), snapshot=None)


async def _setup_of(seek: Seek, request: Request, *, opens: bool = True) -> Setup:
    wanted = seek.wanted
    options = OpeningOptions(wanted.preset, wanted.language, wanted.variant, wanted.lexicon, thread=True)
    setup = await setup_of(options, request, opens=opens)
    rules = with_clock(setup.rules, wanted.clock)
    return replace(setup, rules=rules if wanted.rated is not False else replace(rules, rated=False))


async def _begin(request: Request, seek: Seek) -> Message:
    """Open the game with both and start it. The request is that of the offer, so that it opens one game.

    The game is in the poster's channel from its first event on, and shown in the other one.
    """
    games, there = request.services.games, _of_poster(request, seek)
    setup = await _setup_of(seek, there)
    title = game_name("", (seek.name, request.person.name), await there.aloud(setup.variant.language))
    async with request.services.play.opening.hold(seek.person), AsyncExitStack() as threads:
        await check_quotas(games, there.place, seek.person)
        place = here = await _thread_there(threads, there, seek, title)
        if seek.channel != request.place.channel_id:
            here = await threads.enter_async_context(_thread(request, title))
        table = GameTable(shown=(Target(TargetKind.CHANNEL, here.channel_id),))
        cause = replace(request.cause, id=seek.opening_id)
        applied = await new_game(games, place, there.person, setup, cause, table=table, opponent=request.person)
        if not applied.state.seats_of(request.person.id):
            raise SeekIsGone  # it was open again although somebody was still about to open its game
    return say(begun_text(seek.name, here.channel_id, request.texts))


async def _thread_there(threads: AsyncExitStack, there: Request, seek: Seek, title: str) -> Place:
    """A new thread where an offer was posted. Raises `SeekIsGone` if its channel is, and as `thread_of`.

    For people of other servers, that is `NoGameThere`.
    """
    try:
        return await threads.enter_async_context(_thread(there, title))
    except PermanentRefusal as refusal:
        await there.services.of(SeekServices).store.done(seek)
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
            channel = await request.services.posting.mailbox().find_text_channel(request.place.channel_id)
    except TransientFailure as failure:
        raise NoThreadNow from failure
    if channel is None:
        raise NoThreadsHere
    async with thread_of(channel, title) as place:
        await settings.hand_on(request, place)
        yield place


async def _offered_foreigners(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """For moderators, those whose offers from other servers are listed in this one."""
    request = request_of(interaction)
    try:
        found = await _foreigners(request) if request.manages else {}
    except BotError:
        return []
    return matching(typed, ((clean(name), person) for person, name in found.items()))


_OPEN = group(
    "open",
    _("Find an opponent: games that anyone here can accept"),
    slash(
        new,
        _("Offer a game in this channel; it begins in a thread"),
        Right.OPEN,
        options={
            **GAME_OPTIONS,
            "clock": CommandOption(
                _("Time that each player has for the whole game; off for no clock"), choices.lengths(GAME_CLOCK)
            ),
            "per_move": CommandOption(_("Time that each player has for each move"), choices.lengths(TURN_CLOCK)),
            "lowest": _("The lowest rating that your opponent can have"),
            "highest": _("The highest rating that your opponent can have"),
            "where": CommandOption(
                _("In other servers too, if this one exchanges offers with them"),
                choices=[Choice(name=_("everywhere"), value=EVERYWHERE)],
            ),
            "rated": CommandOption(
                _("Whether the game counts for ratings; by default, it does"),
                choices=[*YES, Choice(name=_("no"), value=NO)],
            ),
        },
    ),
    slash(list_, _("See the open games of this channel"), Right.ANYONE),
    slash(withdraw, _("End your offer in this channel"), Right.ANYONE),
    only_in_servers=True,
)
_OFFERS = slash(
    offers,
    _("Exchange game offers with other servers in this channel"),
    Right.MODERATOR,
    options={
        "switch": CommandOption(_("Whether this server exchanges offers"), choices=SWITCH),
        "hide": CommandOption(_("Someone from another server to keep out"), _offered_foreigners),
    },
)

FRONT = Front(
    commands=(_OPEN, UNDER_MANAGE(_OFFERS)),
    server_pages=(
        SettingPage(
            name="offers",
            title=exchange_title,
            about=about_exchange_text,
            state=_exchange,
            switch=_turn,
            tells=shared_text,
        ),
    ),
    buttons=(answers(ACCEPT, accept), edits(WITHDRAW, withdraw)),
)
