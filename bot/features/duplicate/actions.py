"""Duplicates as people use them: opening, joining, answering, looking back, ending."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from discord import app_commands

from bot.features.duplicate.duplicates import Duplicates
from bot.features.duplicate.messages import (
    JOIN,
    LEAVE,
    PLACE,
    STOP,
    open_message,
    review_message,
    standings_message,
    subject_of,
    view_to_answer,
)
from bot.features.duplicate.receipts import (
    CannotPost,
    NoDuplicate,
    RoundOver,
    daily_text,
    exported_text,
    joined_text,
    left_text,
    not_in_daily_text,
    opened_text,
    receipt_text,
    started_text,
    stopped_text,
    stopping,
)
from bot.features.duplicate.text import result_line, title_text
from bot.features.duplicate.values import (
    MOST_COMPUTERS,
    MOST_ROUNDS,
    ROUND_TIME,
    USUAL,
    Duplicate,
    DuplicatePhase,
    DuplicateProgress,
    Opening,
    OpenRound,
    Round,
)
from bot.front.components.message import FileAttachment, Message, Text, ask, say
from bot.front.interaction import choices
from bot.front.interaction.hooks import Joinable
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Interaction, Request
from bot.front.lobby.actions import with_way
from bot.front.lobby.opening import OpeningOptions, check_membership, setup_of, thread_in
from bot.front.play import compose
from bot.front.play.previews import fits_for, places_blocks, word_alone
from bot.front.settings.actions import switch_of
from bot.front.sharing import Sharing, share, sharing
from bot.limits import Limit
from bot.model.errors import TooLateToShare, WordsAreSecret
from bot.model.games import Place
from bot.service.ports import Judge
from bot.service.rights import Member
from bot.service.secrecy import check_words
from bot.text.names import computer_names
from bot.text.texts import texts_for
from bot.text.typed import typed_words
from bot.text.variants import rack_label
from engine.duplicate.record import to_gcg, to_json
from engine.duplicate.rounds import DuplicateStyle
from engine.game.state import Setup

RoundCount = app_commands.Range[int, 1, MOST_ROUNDS]
ComputerCount = app_commands.Range[int, 1, MOST_COMPUTERS]


async def new(
    request: Request,
    interaction: Interaction,
    language: str = "",
    lexicon: str = "",
    variant: str = "",
    time: choices.LengthOption = "",
    rounds: RoundCount | None = None,
    joker: str = "",
    seven_of_eight: str = "",
    solo: str = choices.ON,
    computers: ComputerCount | None = None,
    level: choices.LevelOption = 5,
    thread: str = "",
) -> Message:
    """Open a duplicate in the channel, or in a new thread of it.

    Raises `NoSuchLength`, as `setup_of`, `thread_in` and `Duplicates.open`, `OnlyInServers`, `BotNotHere` and
    `CannotPost`.
    """
    _check_channel(request, thread=bool(thread))
    setup = await _setup(request, language, lexicon, variant)
    names = computer_names(texts_for(setup.variant.language))[: computers or 0]
    opening = Opening(
        server=request.server(),
        channel=request.place.channel_id,
        host=request.person,
        setup=setup,
        style=DuplicateStyle(bool(joker), bool(seven_of_eight), solo != choices.OFF, rounds),
        time=choices.length("time", time, ROUND_TIME, request.texts, setup.variant.language) if time else USUAL,
        computers=[(name, level) for name in names],
    )
    if not thread:
        return await _open(request, request.place, opening)
    title = title_text(await request.aloud(setup.variant.language))
    async with request.services.play.opening.hold(request.person.id), thread_in(interaction, title) as place:
        return await _open(request, place, replace(opening, channel=place.channel_id))


def _check_channel(request: Request, *, thread: bool = False) -> None:
    """Raise `OnlyInServers`, `BotNotHere` and, unless a thread is opened, `CannotPost`."""
    request.server()
    check_membership(request)
    if not (request.may_post or thread):
        raise CannotPost


async def _setup(request: Request, language: str, lexicon: str = "", variant: str = "") -> Setup:
    """The board, tiles and dictionary that were chosen, or those that games here use. Raises as `setup_of`."""
    return await setup_of(OpeningOptions("", language, variant, lexicon), request, opens=False)


async def _open(request: Request, place: Place, opening: Opening) -> Message:
    await _service(request).open(opening)
    return with_way(request, place, say(opened_text(request.texts)))


# --- people -----------------------------------------------------------------------------------------------------------


async def join(request: Request, number: int) -> Message:
    """Join, and stay in until one leaves."""
    duplicate = await _visible(request, number)
    await _service(request).join(duplicate.number, request.person)
    return say(joined_text(request.texts))


async def leave(request: Request, number: int) -> Message:
    """Leave; the points stay. Whoever has not answered a daily one takes no part in it."""
    duplicate = await _visible(request, number)
    if duplicate.daily and not await _service(request).takes_part(duplicate, request.person.id):
        return say(not_in_daily_text(request.texts))
    await _service(request).leave(duplicate.number, request.person.id)
    return say(left_text(request.texts))


async def start(request: Request, number: int) -> Message:
    """Begin the first round."""
    duplicate = await _visible(request, number)
    await _service(request).start(duplicate.number, await _moderating(request))
    return say(started_text(request.texts))


async def ask_stop(request: Request) -> Message:
    """Ask whether to end the duplicate of this channel. Raises as `Duplicates.check_stop`."""
    number = await _here(request)
    duplicate = await _service(request).check_stop(number, await _moderating(request))
    return ask(*stopping(request.texts, daily=duplicate.daily), STOP.id(number), request.texts)


async def stop(request: Request, number: int) -> Message:
    """End a duplicate."""
    duplicate = await _visible(request, number)
    await _service(request).stop(duplicate.number, await _moderating(request))
    return say(stopped_text(request.texts))


async def _moderating(request: Request) -> Member:
    """The person, as a moderator if the server lets them moderate its games."""
    allowed = await request.services.permissions.moderates_games(request.member, request.place.guild_id, request.known)
    return replace(request.member, moderator=allowed)


# --- answers ----------------------------------------------------------------------------------------------------------


async def take_answer(request: Request, move: str, number: int, round: int) -> Message:  # noqa: A002
    """Keep what was typed into the form of a round. Raises `RoundOver` if another one is open."""
    return await answer(request, await _this_round(request, number, round), move)


async def take_place(request: Request, pressed: Press, number: int, round: int) -> Message:  # noqa: A002
    """Keep a word where it was chosen to go. Raises as `take_answer`."""
    return await take_answer(request, pressed.value, number, round)


async def answer_composed(request: Request, move: str, number: int, round_: int) -> Message:
    """Keep a move that was composed for a round. Raises as `take_answer`."""
    return await _kept(request, await _this_round(request, number, round_), move)


async def compose_answer(request: Request, number: int, round: int) -> Message:  # noqa: A002
    """Compose an answer to a round tile by tile. Raises as `take_answer`."""
    await _this_round(request, number, round)
    return await compose.begin(request, subject_of(number))


async def open_round(request: Request, number: int) -> OpenRound:
    """The open round of a duplicate that the person may answer; refusals name its squares.

    Raises as `Duplicates.visible` and `Duplicates.open_round`.
    """
    open_ = await _service(request).open_round((await _visible(request, number)).number)
    request.known.table = lambda: view_to_answer(open_).table
    return open_


async def _this_round(request: Request, number: int, round_: int) -> OpenRound:
    open_ = await open_round(request, number)
    if open_.round.number != round_:
        raise RoundOver
    return open_


async def answer_here(request: Request, move: str = "") -> Message:
    """Keep an answer to the open round of this channel; without one, show the tiles and one's latest answer."""
    number = await _here(request)
    if not move.strip():
        return await round_now(request, number)
    return await answer(request, await open_round(request, number), move)


async def round_now(request: Request, number: int) -> Message:
    """The open round with the person's latest answer, which nobody else sees."""
    open_ = await open_round(request, number)
    answer_ = await _service(request).own_answer(open_, request.person.id)
    return open_message(open_, answer_, request.texts)


async def answer(request: Request, open_: OpenRound, move: str) -> Message:
    """Keep a move as somebody has typed it, or ask where a word alone goes. Raises as `Duplicates.answer`."""
    words = typed_words(request.texts, open_.duplicate.setup.variant.language)
    if word := word_alone(move, words):
        places = await fits_for(view_to_answer(open_), word, await _known_judge(request, open_))
        if not places.only:
            custom_id = PLACE.id(open_.duplicate.number, open_.round.number)
            return Message(places_blocks(custom_id, places, request.texts, listed=request.person.by_ear))
        move = places.only
    return await _kept(request, open_, words.in_english(move))


async def _known_judge(request: Request, open_: OpenRound) -> Judge | None:
    """What says which words count; None for someone who may not learn it."""
    if await secret(request):
        return None
    return await request.services.words.dictionaries.judge(open_.duplicate.setup)


async def _kept(request: Request, open_: OpenRound, move: str) -> Message:
    at, closed = request.cause.instant(0), await secret(request)
    receipt = await _service(request).answer(open_, request.person, move, at, closed)
    return say(receipt_text(receipt, request.texts))


async def secret(request: Request) -> WordsAreSecret | None:
    """Why the person is told nothing about words now; None if they may be told."""
    try:
        await check_words(request.services.games, request.person.id)
    except WordsAreSecret as error:
        return error
    return None


async def tiles_label(request: Request, number: int, round: int) -> str:  # noqa: A002, ARG001
    """The tiles of the open round, above the field for an answer."""
    open_ = await open_round(request, number)
    return rack_label(open_.round.rack, open_.duplicate.setup.variant, request.texts)


# --- looking back -----------------------------------------------------------------------------------------------------


async def standings(request: Request, number: int | None = None) -> Message:
    """Where everyone stands after the rounds that are over, by default in this channel's duplicate."""
    course = await _service(request).played((await _visible(request, number)).number)
    return standings_message(course, request.person.id, request.texts)


async def review(request: Request, number: int | None = None) -> Message:
    """One's own rounds beside the tops, by default in this channel's duplicate."""
    return await _reviewed(request, await _service(request).played((await _visible(request, number)).number))


async def _reviewed(request: Request, course: DuplicateProgress) -> Message:
    result, can = course.result(request.person.id), Sharing.CLOSED
    if result and course.duplicate.daily and course.duplicate.server == request.place.guild_id:
        can = await sharing(request, _shared(request, result.round), _over(result.round))
    return review_message(course, request.person.id, request.texts, can_share=can is Sharing.OPEN)


async def share_round(request: Request, number: int, round: int) -> Message:  # noqa: A002
    """Post how the person did in the latest round of a daily duplicate, and show their rounds without the button.

    Raises `NoDuplicate`, `TooLateToShare` for an earlier round, and as `share`.
    """
    course = await _service(request).played((await _visible(request, number)).number)
    result = course.result(request.person.id)
    if not course.duplicate.daily or course.duplicate.server != request.server():
        raise NoDuplicate
    if result is None or result.round.number != round:
        raise TooLateToShare
    line = result_line(result, await request.aloud(course.duplicate.setup.variant.language))
    await share(request, _shared(request, result.round), _over(result.round), line)
    return await _reviewed(request, course)


def _shared(request: Request, round_: Round) -> str:
    """What names a person's result of a round among all lines."""
    return f"duplicate/{round_.key}/{request.person.id}"


def _over(round_: Round) -> int:
    return round_.closed if round_.closed is not None else round_.ends


async def export_here(request: Request) -> Message:
    """The rounds that are over in files. Raises `TooOften`."""
    course = await _service(request).played(await _here(request))
    await request.services.fair_use.spend(Limit.FILES, request.person.id, request.place.guild_id)
    duplicate, played = course.duplicate, course.played(request.person.id)
    variant, lexicon = duplicate.setup.variant, duplicate.lexicon
    record = await asyncio.to_thread(to_gcg, played, variant, lexicon)
    data = await asyncio.to_thread(to_json, played, variant, lexicon, duplicate.style)
    name = f"duplicate-{duplicate.number}"
    files = (FileAttachment(f"{name}.gcg", record), FileAttachment(f"{name}.json", data.encode()))
    return Message((Text(exported_text(request.texts)), *files))


# --- a round each day -------------------------------------------------------------------------------------------------


async def today(request: Request) -> Message:
    """Where this server's daily duplicate is. Raises `OnlyInServers`."""
    found = await _service(request).daily(request.server())
    return say(daily_text(request.texts, found.channel if found else None))


async def daily(request: Request, switch: str = "", language: str = "") -> Message:
    """Where this server's daily duplicate is, after switching it on here or off if that was asked for.

    One that is elsewhere moves here, unless its language was to be another one.

    Raises `OnlyInServers`, `NotOffered` for an unknown switch, `BotNotHere`, `CannotPost`, and as `Duplicates.open`.
    """
    server, service, on = request.server(), _service(request), choices.switched(switch)
    if on:
        _check_channel(request)
        going_on = None if language else await service.daily(server)
        if going_on is None:
            await _begin_daily(request, language)
        elif going_on.channel != request.place.channel_id:
            await service.move_daily(going_on, request.place.channel_id)
    elif on is None:
        return await switch_of(request, "together")
    found = await service.daily(server)
    if on is False and found:
        return ask(*stopping(request.texts, daily=True), STOP.id(found.number), request.texts)
    return say(daily_text(request.texts, found.channel if found else None, switched=on is False))


async def where_daily(request: Request) -> str:
    """The channel of this server's daily duplicate; empty if there is none. Raises `OnlyInServers`."""
    found = await _service(request).daily(request.server())
    return f"<#{found.channel}>" if found else ""


async def turn_daily(request: Request, pressed: Press, on: bool) -> Message:  # noqa: ARG001 - settings are alike
    """Start the daily duplicate here, or end it. Raises as `daily`."""
    found = None if on else await _service(request).daily(request.server())
    if found:
        await _service(request).stop(found.number, request.member)
        return say(daily_text(request.texts, None, switched=True))
    return await daily(request, choices.ON if on else choices.OFF)


async def asks_off(request: Request) -> str:
    """What ending the daily duplicate means, if there is one."""
    found = await _service(request).daily(request.server())
    return stopping(request.texts, daily=True)[0] if found else ""


async def _begin_daily(request: Request, language: str) -> None:
    setup = await _setup(request, language)
    opening = Opening(
        server=request.server(),
        channel=request.place.channel_id,
        host=request.person,
        setup=setup,
        style=DuplicateStyle(),
        time=0,
        daily=True,
    )
    await _service(request).open(opening)


# --- which one --------------------------------------------------------------------------------------------------------


def _service(request: Request) -> Duplicates:
    return request.services.of(Duplicates)


async def _near(request: Request) -> tuple[Duplicate, ...]:
    """The latest duplicate of the channel; in direct messages, all that run in which the person takes part."""
    if request.place.guild_id is None:
        return await _service(request).running_of(request.person.id)
    return await _service(request).latest_in(request.place.channel_id)


async def running(request: Request) -> tuple[Duplicate, ...]:
    """The duplicate that runs in a channel; in direct messages, all in which the person takes part."""
    return tuple(one for one in await _near(request) if one.phase is DuplicatePhase.RUNNING)


async def joinables(request: Request) -> tuple[Joinable, ...]:
    """The latest duplicate of the channel; in direct messages, all in which the person takes part."""
    return tuple([await _joinable(request, one) for one in await _near(request)])


async def _joinable(request: Request, one: Duplicate) -> Joinable:
    takes_part = await _service(request).takes_part(one, request.person.id)
    is_open = not takes_part and one.phase is not DuplicatePhase.OVER
    return Joinable(title_text(request.texts), JOIN.id(one.number), LEAVE.id(one.number), is_open, takes_part)


async def setup_here(request: Request) -> Setup | None:
    """The board and tiles of the duplicate that runs here."""
    return next((one.setup for one in await running(request)), None)


async def _here(request: Request) -> int:
    """The duplicate of the channel, or in direct messages the person's own. Raises `NoDuplicate`."""
    if request.place.guild_id is None:
        return (await _service(request).only_one_of(request.person.id)).number
    for found in await _near(request):
        return found.number
    raise NoDuplicate


async def _visible(request: Request, number: int | None) -> Duplicate:
    number = await _here(request) if number is None else number
    return await _service(request).visible(number, request.place.guild_id, request.person.id)
