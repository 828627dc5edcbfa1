"""Passes what the players of a game write on to the other places in its chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import discord

from bot.features.chat import ChatServices
from bot.features.chat.chat import MESSAGES, SPAN, Speaker
from bot.features.chat.text import (
    carried,
    too_much_text,
    unheard_text,
)
from bot.front.components.message import say
from bot.front.interaction.arrivals import instant_of
from bot.front.interaction.services import Services
from bot.front.posting.discord_errors import LOST
from bot.front.posting.mailbox import Mailbox, reply
from bot.front.speech.languages import texts_in
from bot.model.deliveries import Target, TargetKind
from bot.model.games import GameSummary, Place
from bot.text import Texts

_log = logging.getLogger(__name__)


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
            _log.info("chat was not carried: too much is written there")
            return
        await mailbox.post(target, say(words), [], nonce)
    except LOST as error:
        _log.info("chat was not carried: %s", type(error).__name__)


async def _slow_down(message: discord.Message, texts: Texts) -> None:
    await _answer_below(message, too_much_text(MESSAGES, SPAN // 1000, texts))


async def _answer_below(message: discord.Message, words: str) -> None:
    try:
        await reply(message, say(words), f"s{message.id}")
    except LOST as error:
        _log.info("a reply was not sent: %s", type(error).__name__)
