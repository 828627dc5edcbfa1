"""Moves typed in direct messages."""

from __future__ import annotations

import discord

from bot.front.board.buttons import rows
from bot.front.components.buttons import Actions
from bot.front.components.layout import layout
from bot.front.components.message import Button, Message, Text
from bot.front.components.payloads import Long
from bot.front.interaction.answering import log_unexpected, refusal_message
from bot.front.interaction.dispatch import distinct_titles, only_one
from bot.front.interaction.gate import require
from bot.front.interaction.request import Request
from bot.front.play import exchanges, moves, turns
from bot.front.play.elsewhere import taken_elsewhere
from bot.front.play.reading import TYPED, Typed, TypedKind
from bot.front.play.replies import nonce_of
from bot.front.posting.mailbox import mentioning
from bot.model.errors import SeveralGames, UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.text.lists import which_game_asked
from bot.text.names import shortened
from bot.text.typed import typed_words


async def hear_privately(message: discord.Message, request: Request, typed: Typed) -> None:
    """Do what a direct message asks for, and answer it; ask which game is meant if that is unclear."""
    await request.services.people.dm_works(await request.profile(), message.channel.id)
    try:
        answer = await _taken(message, request, typed) or await answer_privately(
            request, await meant_game(message, request), typed
        )
    except SeveralGames:
        answer = await _which(message, request)
    except Exception as error:
        log_unexpected(error)
        answer = await refusal_message(request, error)
    await message.channel.send(view=layout(answer), nonce=nonce_of("p", message), allowed_mentions=mentioning(answer))


async def _taken(message: discord.Message, request: Request, typed: Typed) -> Message | None:
    """What became of a move that no game takes; a reply is about the game of the message that it replies to."""
    if typed.kind is not TypedKind.PLAY or message.reference:
        return None
    return await taken_elsewhere(request, typed.text)


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
    if reference and (game := await request.services.posts.game_of(reference)):
        return game
    return only_one(await _running(request), request).game


async def _running(request: Request) -> tuple[GameSummary, ...]:
    own = await request.services.games.journal.of_person(request.person.id)
    return tuple(game for game in own if game.phase not in (GamePhase.LOBBY, GamePhase.PAUSED))


async def _which(message: discord.Message, request: Request) -> Message:
    """Ask which game a message is for."""
    games = (await _running(request))[:25]
    buttons = [
        Button(Actions.WHICH_TYPED.id(one.game, Long(message.id)), shortened(title, 80))
        for title, one in zip(distinct_titles(games, request), games, strict=True)
    ]
    return Message((Text(which_game_asked(request.texts)[0]), *rows(buttons)))


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
