"""Moves typed as plain messages, in a channel or in a direct message: which are heard, and as what.

Only a whole message that parses completely, from a seated player, is a move; all other chat is ignored, unless it
mentions the bot. A message has no private answer. So a failure that has to do with somebody's tiles, and where a word
fits, go to a direct message, else to a short reply with a button that shows them.
"""

from __future__ import annotations

import logging

import discord

from bot.front.components.message import say
from bot.front.interaction.answering import log_unexpected
from bot.front.interaction.arrivals import instant_of
from bot.front.interaction.dispatch import game_here
from bot.front.interaction.gate import require
from bot.front.interaction.measuring import measured
from bot.front.interaction.request import Request, request_in, with_facts
from bot.front.interaction.services import Services
from bot.front.play import previews
from bot.front.play.mentions import guidance, mentions_bot
from bot.front.play.places import find_places
from bot.front.play.reading import TYPED, Typed, TypedKind, read_typed, without_mention
from bot.front.play.replies import naming_move, reply_to, tell_privately, texts_of_all, with_button
from bot.front.play.typed_privately import hear_privately, is_understood, meant_game
from bot.front.play.typed_publicly import hear_publicly
from bot.front.posting.discord_errors import LOST
from bot.front.speech.languages import texts_in
from bot.limits import Limit
from bot.logs import about
from bot.model.errors import SeveralGames, TooManyAtOnce, TooOften, UnknownGame
from bot.model.measures import Asking
from bot.text.refusals import refusal
from bot.text.typed_answers import why_label
from engine.errors import EngineError
from engine.game.hotseat import acting_seat
from engine.game.phases import Turn
from engine.game.views import table_view

_log = logging.getLogger(__name__)

LATEST_EDIT = 15 * 60_000
"""Milliseconds after which an edited message is no move any more."""


async def hear(message: discord.Message, services: Services) -> bool:
    """Do what a message asks for, if it is a move; returns False if it is chat between people.

    A word without a square remains chat, so that nobody learns from its absence elsewhere that it fits.
    """
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return True
    typed = read_typed(without_mention(message.content))
    if typed is None:
        return False
    person, server = str(message.author.id), message.guild.id if message.guild else None
    if typed.kind is TypedKind.WORD and not await _has_turn(person, services):
        return False
    services.play.heard.keep(message.id, person, message.content)
    try:
        await services.fair_use.spend(Limit.REQUESTS, person, server)
        with (
            about(cause=f"m{message.id}"),
            measured(services.answering.measures, Asking.MESSAGE, typed.kind.value),
            services.answering.in_flight.answering(person) as earlier_requests,
        ):
            await earlier_requests()
            return await _answer(message, services, typed)
    except (TooOften, TooManyAtOnce) as error:
        if typed.kind is TypedKind.WORD:
            return False
        await _turn_away(message, services, error)
    return True


async def hear_again(message: discord.Message, services: Services) -> None:
    """Do what a message asks for that has been edited into a move, if its former text has done nothing.

    Discord also tells of messages that have only been pinned, or whose links have been looked up. A message from
    before the turn is no answer to the present board, and may have done its work by a button.
    """
    if message.author.bot or message.edited_at is None or read_typed(without_mention(message.content)) is None:
        return
    if services.clock.now() - instant_of(message.id) > LATEST_EDIT:
        return
    before = services.play.heard.of(message.id)
    if before and before[1] == message.content:
        return
    if await services.games.changed_by(f"m{message.id}") is None and await _is_of_this_turn(message, services):
        await hear(message, services)


async def _is_of_this_turn(message: discord.Message, services: Services) -> bool:
    request = await with_facts(request_in(message, services))
    game = await _game_on_turn(message, request)
    phase = (await request.state(game)).phase if game else None
    return isinstance(phase, Turn) and phase.since <= services.answering.sent.of(message.id, services.clock.now())


async def _has_turn(person: str, services: Services) -> bool:
    return any(game.on_turn == person for game in await services.games.journal.of_person(person))


async def _turn_away(message: discord.Message, services: Services, error: TooOften | TooManyAtOnce) -> None:
    """Tell someone who types too much that this move was ignored, unless they were told a short while ago."""
    if not services.fair_use.tells(str(message.author.id)):
        return
    asked = request_in(message, services)
    texts = await texts_in(asked.place, asked.person.id, services.people)
    try:
        await reply_to(message, say(refusal(error, texts)))
    except LOST as failure:
        _log.warning("An answer was lost: %s", type(failure).__name__)


async def _answer(message: discord.Message, services: Services, typed: Typed) -> bool:
    """Do what a message asks for; returns False if its words mean that only in a language that is not used here."""
    try:
        request = await with_facts(request_in(message, services))
        if typed.kind is TypedKind.WORD:
            return await _hear_word(message, request, typed.text)
        if message.guild is not None:
            return await hear_publicly(message, request, typed)
        if not await is_understood(message, request, typed):
            return False
        await hear_privately(message, request, typed)
    except Exception as error:
        log_unexpected(error)
    return True


# --- a word without a square ------------------------------------------------------------------------------------------


async def _hear_word(message: discord.Message, request: Request, word: str) -> bool:
    """Show the player on turn in private where a word fits; one that fits nowhere is chat.

    Everyone sees the same whether it fits or not: nothing, or after a mention a button that shows its places.
    """
    game = await _game_on_turn(message, request)
    if game is None:
        return False
    await require(request, TYPED, game)
    if mentions_bot(message):
        texts = await texts_of_all(request, game)
        await reply_to(message, with_button(await guidance(request), why_label(texts, refused=False), message, game))
        return True
    try:
        fits = await find_places(request, game, word)
    except EngineError:
        return False
    if fits.found:
        answer = await naming_move(request, game, word, await previews.offer(request, game, fits))
        await tell_privately(message, request, answer)
    return False


async def _game_on_turn(message: discord.Message, request: Request) -> str | None:
    """The game that a message is for, if it is the person's turn there; None if that is unclear."""
    try:
        game = await (game_here(request) if message.guild else meant_game(message, request))
    except (SeveralGames, UnknownGame):
        return None
    if game is None:
        return None
    state = await request.state(game)
    seat = acting_seat(state, request.person.id)
    return game if seat is not None and table_view(state).on_turn == seat else None
