"""`/game chat` and its buttons, what places are told about the chat, and the relay of what players write."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import discord
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.features.chat import ChatServices
from bot.features.chat.chat import MESSAGES, SPAN, Chat, Speaker, read_about
from bot.features.chat.store import ChatLink, ChatNews, Mute, MuteKind
from bot.features.chat.text import (
    NotShownHere,
    UnknownSpeaker,
    carried,
    ended_text,
    how_to_join,
    joined_text,
    muted_text,
    news_text,
    place_text,
    standing_text,
    too_much_text,
    unheard_text,
)
from bot.front.board.buttons import rows
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Action
from bot.front.components.message import Button, Message, Text, Tone, say
from bot.front.components.payloads import OfGame
from bot.front.interaction.choices import OFF, ON, SWITCH, matching
from bot.front.interaction.dispatch import which_game
from bot.front.interaction.gate import require
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers
from bot.front.interaction.request import Interaction, Request, Services, instant_of, request_of
from bot.front.interaction.slash import UNDER_GAME, CommandOption, slash
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.discord_errors import LOST
from bot.front.posting.mailbox import Mailbox, reply
from bot.front.speech import texts_in
from bot.model.deliveries import DeliveryKind, Target, TargetKind
from bot.model.errors import BotError
from bot.model.games import GameSummary, Place
from bot.service.rights import Right
from bot.service.watching import watch_game
from bot.text import Texts
from bot.text.names import clean
from engine.game.views import TableView

CHAT_ACCEPT: Final = Action("chat_accept", OfGame, Right.PLACE)
CHAT_REFUSE: Final = Action("chat_refuse", OfGame, Right.PLACE)


def chat_question_message(
    game: str, view: TableView, news: ChatNews, server: str, texts: Texts, *, in_private: bool
) -> Message:
    """The question whether a place takes part, or what its answer means for the players.

    `server` is where the others are, empty for direct messages; `in_private` says that only one person is asked.
    """
    words = Text(place_text(game_title(view, texts), news, server, texts, in_private=in_private))
    if news is not ChatNews.ASKED:
        return Message((words,), accent=BOARD_ACCENT, silent=True)
    buttons = (
        Button(CHAT_ACCEPT.id(game), texts.gettext("Accept"), Tone.SUCCESS),
        Button(CHAT_REFUSE.id(game), texts.gettext("Decline")),
    )
    return Message((words, *rows(buttons)), accent=BOARD_ACCENT)


def chat_news_message(
    view: TableView, news: ChatNews, server: str, texts: Texts, asker: str | None = None
) -> Message | None:
    """What another place answered, for a place that takes part; `asker` is the id of the person who asked here."""
    words = news_text(game_title(view, texts), news, server, texts)
    if not words:
        return None
    called = (asker,) if asker and asker.isdecimal() else ()
    text = f"<@{asker}> {words}" if called else words
    return Message((Text(text),), called, BOARD_ACCENT)


def chat_composers(chats: Chat, mailbox: Callable[[], Mailbox]) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room. `mailbox` returns the mailbox of the client that is connected now."""
    return {
        DeliveryKind.CHAT_QUESTION: Composer(partial(_question, chats, mailbox), _is_answered),
        DeliveryKind.CHAT_NEWS: Composer(partial(_news, chats, mailbox)),
    }


def _is_answered(told: Announcement) -> bool:
    """Whether the place has answered its question, which the answer replaces."""
    return read_about(told.delivery.about)[0] is not ChatNews.ASKED


async def _question(chats: Chat, mailbox: Callable[[], Mailbox], told: Announcement) -> Message | None:
    """The question whether a place takes part in the players' chat; None if it does."""
    news, about = read_about(told.delivery.about)
    if news is ChatNews.ASKED and await _link(chats, told):
        return None
    server = await mailbox().server_name(about)
    in_private = await mailbox().is_private(told.delivery.target.id)
    return chat_question_message(told.game, told.view, news, server, told.texts, in_private=in_private)


async def _news(chats: Chat, mailbox: Callable[[], Mailbox], told: Announcement) -> Message | None:
    """What another place answered; None for a place that takes part no more."""
    news, about = read_about(told.delivery.about)
    mine = await _link(chats, told)
    if mine is None:
        return None
    message = chat_news_message(told.view, news, await mailbox().server_name(about), told.texts, mine.by)
    return await told.calling(message) if message else None


async def _link(chats: Chat, told: Announcement) -> ChatLink | None:
    """The part that the target takes in the chat."""
    links = await chats.links_of(told.game)
    return next((link for link in links if link.place.channel_id == told.delivery.target.id), None)


async def switch(request: Request, game: str, on_or_off: str) -> Message:
    """Join or leave a game's chat for this place."""
    return say("\n".join([*await _switch(request, game, on_or_off), await _standing(request, game)]))


async def _switch(request: Request, game: str, on_or_off: str) -> list[str]:
    return [await (_begin if on_or_off == ON else _end)(request, game)]


async def chat(request: Request, switch: str = "", mute: str = "", unmute: str = "") -> Message:
    """Join or leave a game's chat here, mute or unmute someone, and show the state of the chat."""
    game = await which_game(request)
    lines: list[str] = []
    if switch:
        lines += await _switch(request, game, switch)
    for name, muted in ((mute.strip(), True), (unmute.strip(), False)):
        if name:
            lines.append(await _mute(request, game, name, muted=muted))
    return say("\n".join([*lines, await _standing(request, game)]))


async def _begin(request: Request, game: str) -> str:
    """Join the chat from a channel that shows the game, or from the direct messages of one of its players."""
    here = request.place
    target = Target(TargetKind.CHANNEL, here.channel_id)
    if here.guild_id is None:
        await require(request, Right.PLAYER, game)
        await watch_game(request.services.games, game, target)
    elif target not in await request.services.games.journal.targets(game):
        raise NotShownHere
    others = await request.services.of(ChatServices).chat.accept(
        ChatLink(game, here, request.person.id, request.cause.at)
    )
    return joined_text(others, request.texts)


async def _end(request: Request, game: str) -> str:
    links, now = request.services.of(ChatServices).chat, request.cause.at
    refused = await links.refuse(game, request.place, now)
    ended = not refused and await links.end(game, request.place, now)
    return ended_text(request.texts, refused=refused, ended=ended)


async def _mute(request: Request, game: str, name: str, *, muted: bool) -> str:
    found = next((one for one in await heard(request, game) if one.name == name), None)
    if found is None:
        raise UnknownSpeaker(name)
    await request.services.of(ChatServices).chat.mute(request.place.channel_id, found, muted)
    return muted_text(found.name, request.texts, muted=muted)


async def heard(request: Request, game: str) -> tuple[Mute, ...]:
    """Those whom a place can mute: the other players, the servers that take part, and those already muted."""
    summary = await request.summary(game)
    players = [
        Mute(MuteKind.PERSON, int(seat.player), clean(seat.name))
        for seat in summary.seats
        if seat.person and seat.player.isdecimal() and seat.player != request.person.id
    ]
    links = await request.services.of(ChatServices).chat.links(request.place.channel_id)
    servers = {link.place.guild_id for link in links if link.game == game} - {None, request.place.guild_id}
    named = [
        Mute(MuteKind.SERVER, one, clean(await request.services.posting.server_name(one)))
        for one in sorted(filter(None, servers))
    ]
    return tuple(
        dict.fromkeys([*players, *named, *await request.services.of(ChatServices).chat.mutes(request.place.channel_id)])
    )


async def _standing(request: Request, game: str) -> str:
    """Which places take part, which could, and what prevents them."""
    links = {
        link.place.channel_id
        for link in await request.services.of(ChatServices).chat.links(request.place.channel_id)
        if link.game == game
    }
    places = [one for one in await request.services.games.journal.targets(game) if one.kind is TargetKind.CHANNEL]
    if request.place.channel_id not in links:
        return how_to_join(request.texts)
    waiting = len([one for one in places if one.id not in links])
    muted = [one.name for one in await request.services.of(ChatServices).chat.mutes(request.place.channel_id)]
    return standing_text(len(links) - 1, waiting, muted, request.texts, reads=request.services.posting.reads_chat)


async def choices_heard(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The players and servers that can be muted or unmuted here."""
    request = request_of(interaction)
    try:
        found = await heard(request, await which_game(request))
    except BotError:
        return []
    return matching(typed, ((one.name, one.name) for one in found))


LOG = logging.getLogger(__name__)


async def carry(message: discord.Message, services: Services) -> bool:
    """Pass a player's message on to the other places in the game's chat; returns whether there is any."""
    if not message.content or message.author.bot:
        return False
    async with services.of(ChatServices).chat.in_turn(message.channel.id):
        return await _carry_all(message, services, services.posting.mailbox())


async def _carry_all(message: discord.Message, services: Services, mailbox: Mailbox) -> bool:
    passed_on = False
    links = await services.of(ChatServices).chat.links(message.channel.id)
    for game in dict.fromkeys(link.game for link in links if link.place.channel_id == message.channel.id):
        summary = await services.games.summary(game)
        if summary.is_played_by(str(message.author.id)):
            readers = {link.place: link.by for link in links}
            passed_on |= await _carry(message, services, mailbox, summary, readers)
    return passed_on


async def _carry(
    message: discord.Message, services: Services, mailbox: Mailbox, summary: GameSummary, readers: Mapping[Place, str]
) -> bool:
    server = message.guild.id if message.guild else None
    speaker = Speaker(message.author.id, server, instant_of(message.id))
    listening = await services.of(ChatServices).chat.listeners(summary.game, message.channel.id, speaker)
    places = [place for place in listening if await _is_admitted(place, message, services)]
    if not places:
        if listening:
            await _keep_here(message, listening[0], services)
        return bool(listening)
    language = (await services.games.load(summary.game, summary)).variant.language
    if not services.of(ChatServices).chat.may_speak(message.author.id):
        here = Place(server, message.channel.id)
        await _slow_down(message, await texts_in(here, str(message.author.id), services.people, language))
        return True
    texts = {place: await texts_in(place, readers.get(place, ""), services.people, language) for place in places}
    # A busy place must not hold up the others.
    numbered = ((f"c{message.id}/{number}", place) for number, place in enumerate(places))
    await asyncio.gather(
        *(_say_in(place, nonce, message, services, mailbox, texts[place]) for nonce, place in numbered)
    )
    return True


async def _is_admitted(place: Place, message: discord.Message, services: Services) -> bool:
    """Whether what someone writes may appear in a place.

    Someone who is in its server has to see the channel. Where two servers have accepted each other's players, the
    others are in it only if they have never been in that server: it may have thrown them out.
    """
    if place.guild_id is None:
        return True
    person, whereabouts = message.author.id, services.posting.whereabouts
    if await whereabouts.is_in(place.guild_id, person):
        return await whereabouts.sees(place.guild_id, place.channel_id, person)
    return message.guild is not None and not whereabouts.has_been_in(place.guild_id, person)


async def _keep_here(message: discord.Message, place: Place, services: Services) -> None:
    """Tell a speaker, once in a while, that nobody elsewhere hears them."""
    assert place.guild_id is not None
    if not services.fair_use.tells(f"unheard/{message.author.id}"):
        return
    here = Place(message.guild.id if message.guild else None, message.channel.id)
    texts = await texts_in(here, str(message.author.id), services.people)
    await _answer_below(message, unheard_text(await services.posting.server_name(place.guild_id), texts))


async def _say_in(
    place: Place, nonce: str, message: discord.Message, services: Services, mailbox: Mailbox, texts: Texts
) -> None:
    """Pass a message on to one place, by a nonce of its own: Discord takes each only once, wherever it goes."""
    people = {person.id: person.display_name for person in message.mentions}
    where = message.guild.name if message.guild else ""
    words = carried(message.author.display_name, where, message.content, people, texts)
    if not words:
        return
    target = Target(TargetKind.CHANNEL, place.channel_id)
    try:
        if not await services.of(ChatServices).budget.take(target):
            LOG.info("chat was not carried: too much is written there")
            return
        await mailbox.post(target, say(words), [], nonce)
    except LOST as error:
        LOG.info("chat was not carried: %s", type(error).__name__)


async def _slow_down(message: discord.Message, texts: Texts) -> None:
    await _answer_below(message, too_much_text(MESSAGES, SPAN // 1000, texts))


async def _answer_below(message: discord.Message, words: str) -> None:
    try:
        await reply(message, say(words), f"s{message.id}")
    except LOST as error:
        LOG.info("a reply was not sent: %s", type(error).__name__)


FRONT = Front(
    commands=(
        UNDER_GAME(
            slash(
                chat,
                _("Chat with this game's players in other places"),
                Right.ANYONE,
                options={
                    "switch": CommandOption(_("Whether the chat is open here"), choices=SWITCH, needs=Right.PLACE),
                    "mute": CommandOption(_("Someone to mute here"), choices_heard, needs=Right.PLACE),
                    "unmute": CommandOption(_("Someone to unmute here"), choices_heard, needs=Right.PLACE),
                },
            ),
        ),
    ),
    buttons=(
        answers(CHAT_ACCEPT, lambda request, game: switch(request, game, ON)),
        answers(CHAT_REFUSE, lambda request, game: switch(request, game, OFF)),
    ),
    hears=(carry,),
)
