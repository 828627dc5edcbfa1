"""Moves typed as plain messages: which are heard, and as what; those in direct messages."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.front.board.buttons import rows
from bot.front.components.buttons import Action, Actions
from bot.front.components.layout import layout
from bot.front.components.message import MOST_LABEL, Button, Message, Text, say
from bot.front.components.payloads import Long, Payload
from bot.front.interaction.answering import log_unexpected, measured, refusal_message
from bot.front.interaction.dispatch import distinct_titles, game_here, only_one
from bot.front.interaction.gate import require
from bot.front.interaction.playables import open_elsewhere, other_playable
from bot.front.interaction.request import Request, Services, instant_of, request_in, with_facts
from bot.front.play import exchanges, moves, previews, turns
from bot.front.play.previews import find_places
from bot.front.play.reading import (
    TYPED,
    Typed,
    TypedKind,
    guidance,
    mentions_bot,
    naming_move,
    nonce_of,
    read_typed,
    reply_to,
    reply_until_moved,
    tell_privately,
    texts_of_all,
    with_button,
    without_mention,
)
from bot.front.play.typed_commands import hear_command
from bot.front.play.typed_publicly import hear_publicly, is_elsewhere, is_no_chat
from bot.front.posting.discord_errors import LOST
from bot.front.posting.mailbox import mentioning
from bot.front.speech import texts_in
from bot.limits import Limit
from bot.logs import about
from bot.model.errors import SeveralGames, TooManyAtOnce, TooOften, UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.model.measures import Asking
from bot.service.rights import Right
from bot.text.games import which_game_asked, which_move_asked
from bot.text.names import shortened
from bot.text.refusals import refusal
from bot.text.typed import TypedCommand, may_be_command, typed_command, typed_words, where_text, why_label
from engine.errors import EngineError
from engine.game.clock import undo_until
from engine.game.hotseat import acting_seat
from engine.game.phases import Turn
from engine.game.views import table_view
from engine.play.notation import read_word

MOST_ASKED = 25
"""Buttons of one question."""


@dataclass(frozen=True, slots=True)
class OfElse(Payload):
    """A message that someone typed, by its id in Discord, and something else than a game that it may be for."""

    subject: str
    message: Long


WHICH_ELSE: Final = Action("which_else", OfElse, Right.ANYONE)


async def hear_privately(message: discord.Message, request: Request, typed: Typed) -> None:
    """Do what a direct message asks for, and answer it; ask which game is meant if that is unclear."""
    await request.services.people.dm_works(await request.profile(), message.channel.id)
    try:
        answer = await _private_answer(message, request, typed)
    except SeveralGames:
        answer = await _which(message, request, (await _running(request))[:MOST_ASKED])
    except Exception as error:
        log_unexpected(error)
        answer = await refusal_message(request, error)
    await message.channel.send(view=layout(answer), nonce=nonce_of("p", message), allowed_mentions=mentioning(answer))


async def _private_answer(message: discord.Message, request: Request, typed: Typed) -> Message:
    """What became of a message; it may be for a game, or for something else that waits for a move of the person.

    A reply is about the game of the message that it replies to. Raises as `meant_game`.
    """
    others = () if message.reference or typed.kind is not TypedKind.PLAY else await open_elsewhere(request)
    if not others:
        return await answer_privately(request, await meant_game(message, request), typed)
    turns = [one for one in await _running(request) if one.on_turn == request.person.id]
    if turns or len(others) > 1:
        return await _which(message, request, turns[: MOST_ASKED - len(others)], others)
    return await other_playable(request, others[0]).take(request, others[0], typed.text)


async def is_understood(message: discord.Message, request: Request, typed: Typed) -> bool:
    """Whether the words of a direct message are in its author's language, English, or that of the game it is about."""
    if typed.is_in(typed_words(request.texts, "")):
        return True
    try:
        state = await request.state(await meant_game(message, request))
    except (SeveralGames, UnknownGame):
        return False
    return typed.is_in(typed_words(request.texts, state.variant.language))


async def meant_game(message: discord.Message, request: Request) -> str:
    """The game of the message that this one replies to, else the only one where it is the person's turn."""
    reference = message.reference.message_id if message.reference else None
    if reference and (game := await request.services.posting.posts.game_of(reference)):
        return game
    return only_one(await _running(request), request).game


async def _running(request: Request) -> tuple[GameSummary, ...]:
    own = await request.services.games.journal.of_person(request.person.id)
    return tuple(game for game in own if game.phase not in (GamePhase.LOBBY, GamePhase.PAUSED))


async def _which(
    message: discord.Message, request: Request, games: Sequence[GameSummary], others: Sequence[str] = ()
) -> Message:
    """Ask which game, or what else, a message is for."""
    buttons = [
        Button(Actions.WHICH_TYPED.id(one.game, Long(message.id)), shortened(title, MOST_LABEL))
        for title, one in zip(distinct_titles(games, request), games, strict=True)
    ]
    for subject in others:
        playable = other_playable(request, subject)
        title = playable.title(await playable.view(request, subject), request.texts)
        buttons.append(Button(WHICH_ELSE.id(subject, Long(message.id)), shortened(title, MOST_LABEL)))
    asked = which_move_asked(request.texts) if others else which_game_asked(request.texts)[0]
    return Message((Text(asked), *rows(buttons)))


async def answer_privately(request: Request, game: str, typed: Typed) -> Message:
    """Do what a direct message asks for."""
    await require(request, TYPED, game)
    match typed.kind:
        case TypedKind.PASS:
            return await turns.pass_turn(request, game)
        case TypedKind.EXCHANGE:
            return await exchanges.exchange(request, game, typed.text)
        case TypedKind.PLAY | TypedKind.WORD:
            return await moves.play(request, game, typed.text)


LOG = logging.getLogger(__name__)

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
    if typed.kind is TypedKind.WORD and not (
        await _may_matter(typed.text, person, services) or await _waits(message, services)
    ):
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
    game = await _game_of(message, request)
    phase = (await request.state(game)).phase if game and await _is_on_turn(request, game) else None
    return isinstance(phase, Turn) and phase.since <= services.answering.sent.of(message.id, services.clock.now())


async def _may_matter(word: str, person: str, services: Services) -> bool:
    """Whether a word without a square may be more than chat: it asks for something, or the person is on turn."""
    own = await services.games.journal.of_person(person)
    return any(game.on_turn == person for game in own) or (bool(own) and may_be_command(word))


async def _waits(message: discord.Message, services: Services) -> bool:
    """Whether something else than a game waits for moves in the channel of a server."""
    return message.guild is not None and bool(await open_elsewhere(request_in(message, services)))


async def _turn_away(message: discord.Message, services: Services, error: TooOften | TooManyAtOnce) -> None:
    """Tell someone who types too much that this move was ignored, unless they were told a short while ago."""
    if not services.fair_use.tells(str(message.author.id)):
        return
    asked = request_in(message, services)
    texts = await texts_in(asked.place, asked.person.id, services.people)
    try:
        await reply_to(message, say(refusal(error, texts)))
    except LOST as failure:
        LOG.warning("An answer was lost: %s", type(failure).__name__)


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
    """Do what a word asks for, or show the player on turn in private where it fits, in a channel behind a button.

    Everyone there sees the same whether it fits or not, so that nobody learns about a rack.
    """
    game = await _game_to_undo(message, request, word) or await _game_of(message, request)
    if game is not None and await hear_command(message, request, game, word):
        return True
    if game is None or not await _is_on_turn(request, game):
        return message.guild is not None and await is_elsewhere(message, request, Typed(TypedKind.WORD, word))
    await require(request, TYPED, game)
    if mentions_bot(message):
        texts = await texts_of_all(request, game)
        await reply_to(message, with_button(await guidance(request), why_label(texts, refused=False), message, game))
        return True
    if message.guild is not None:
        if await _is_like_a_move(request, game, word):
            texts = await texts_of_all(request, game)
            told = with_button(say(where_text(texts)), why_label(texts, refused=False), message, game)
            await reply_until_moved(message, request, game, told)
        return False
    try:
        fits = await find_places(request, game, word)
    except EngineError:
        return False
    if fits.found:
        answer = await naming_move(request, game, word, await previews.offer(request, game, fits))
        await tell_privately(message, request, answer)
        request.services.play.offered.keep(message.id, request.person.id, word)
    return False


async def _is_like_a_move(request: Request, game: str, word: str) -> bool:
    """Whether a word is more than chat: it is in capitals, as moves are written, or in the dictionary, and not chat.

    That must depend on nobody's tiles. Where the dictionary is secret, any word may be in it.
    """
    state = await request.state(game)
    try:
        letters = read_word(word, state.variant)
    except EngineError:
        return False
    if word == word.upper() or not is_no_chat(word, request, state.variant.language):
        return word == word.upper()
    judge = await previews.known_judge(request, game, state)
    return judge is None or all(judge((tuple(one.letter or "" for one in letters),)))


async def _game_of(message: discord.Message, request: Request) -> str | None:
    """The game that a message is for; None if that is unclear."""
    try:
        return await (game_here(request) if message.guild else meant_game(message, request))
    except (SeveralGames, UnknownGame):
        return None


async def _game_to_undo(message: discord.Message, request: Request, word: str) -> str | None:
    """The game in which the author of a direct message has moved last, if the word undoes that.

    Nobody is on turn in the game that they have just moved in. None also if the message replies to one of a game.
    """
    is_direct = message.guild is None and message.reference is None
    if not is_direct or typed_command(word, request.texts, "") is not TypedCommand.UNDO:
        return None
    found: list[tuple[int, str]] = []
    for one in await _running(request):
        state = await request.state(one.game)
        if state.latest and undo_until(state) and state.latest.seat in state.seats_of(request.person.id):
            found.append((state.latest.at, one.game))
    return max(found)[1] if found else None


async def _is_on_turn(request: Request, game: str) -> bool:
    state = await request.state(game)
    seat = acting_seat(state, request.person.id)
    return seat is not None and table_view(state).on_turn == seat
