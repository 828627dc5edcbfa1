"""Moves typed in direct messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.front.board.buttons import rows
from bot.front.components.buttons import Actions
from bot.front.components.custom_ids import Action
from bot.front.components.layout import layout
from bot.front.components.message import MOST_LABEL, Button, Message, Text
from bot.front.components.payloads import Long, Payload
from bot.front.interaction.answering import log_unexpected, refusal_message
from bot.front.interaction.dispatch import distinct_titles, only_one
from bot.front.interaction.elsewhere import open_elsewhere
from bot.front.interaction.gate import require
from bot.front.interaction.playables import other_playable
from bot.front.interaction.request import Request
from bot.front.play import exchanges, moves, turns
from bot.front.play.reading import TYPED, Typed, TypedKind
from bot.front.play.replies import nonce_of
from bot.front.posting.mailbox import mentioning
from bot.model.errors import SeveralGames, UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.service.rights import Right
from bot.text.lists import which_game_asked, which_move_asked
from bot.text.names import shortened
from bot.text.typed import typed_words

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
        answer = await _answer(message, request, typed)
    except SeveralGames:
        answer = await _which(message, request, (await _running(request))[:MOST_ASKED])
    except Exception as error:
        log_unexpected(error)
        answer = await refusal_message(request, error)
    await message.channel.send(view=layout(answer), nonce=nonce_of("p", message), allowed_mentions=mentioning(answer))


async def _answer(message: discord.Message, request: Request, typed: Typed) -> Message:
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
