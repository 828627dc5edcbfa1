"""Words that players type alone in their game in place of a command, such as "undo" or "rack"."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord

from bot.front.components.buttons import Actions
from bot.front.components.layout import layout
from bot.front.components.message import Button, Message, Row, Text, Tone, say
from bot.front.interaction.answering import log_unexpected, refusal_message
from bot.front.interaction.gate import require
from bot.front.interaction.request import Request
from bot.front.look import actions as look
from bot.front.play import turns
from bot.front.play.challenges import ask_challenge
from bot.front.play.reading import TYPED, guidance, nonce_of, rack_button, reply_until_moved, texts_of_all
from bot.front.posting.mailbox import mentioning
from bot.front.posting.poster import Reaction
from bot.limits import Limit
from bot.model.errors import TooOften
from bot.text import Texts
from bot.text.moves import play_text
from bot.text.typed import TypedCommand, shown_alone_text, to_challenge_text, typed_command
from engine.errors import NotYourTurn, RuleViolation
from engine.game import commands as cmd
from engine.game.decisions.turns import check_hint
from engine.game.hotseat import acting_seat
from engine.game.state import GameState, HintKind
from engine.game.views import table_view


async def hear_command(message: discord.Message, request: Request, game: str, word: str) -> bool:
    """Do what a word asks for in a game; returns False if it is chat: of others, or of no use to its author now."""
    state = await request.state(game)
    command, seat = typed_command(word, request.texts, state.variant.language), acting_seat(state, request.person.id)
    if command is None or seat is None or not state.seats[seat].in_play or not table_view(state).is_running:
        return False
    await require(request, TYPED, game)
    if message.guild is not None:
        return await _hear_publicly(message, request, game, command)
    try:
        answer = await _private_answer(request, game, command, state)
    except Exception as error:
        log_unexpected(error)
        answer = await refusal_message(request, error)
    await message.channel.send(view=layout(answer), nonce=nonce_of("p", message), allowed_mentions=mentioning(answer))
    return True


async def _private_answer(request: Request, game: str, command: TypedCommand, state: GameState) -> Message:
    """What the command of that name answers, without its pictures. Raises what it refuses."""
    match command:
        case TypedCommand.UNDO:
            return await turns.undo(request, game)
        case TypedCommand.CHALLENGE:
            play = table_view(state).challengeable
            return await ask_challenge(request, game, state.turn if play is None else play.turn)
        case TypedCommand.HINT:
            check_hint(state, cmd.TakeHint(request.person.id, HintKind.RANDOM))
            return _behind(_hint_button(game, state.turn, request.texts), request.texts)
        case TypedCommand.RACK:
            return (await look.rack(request, game)).in_words()
        case TypedCommand.SCORES:
            return await look.scores(request, game)
        case TypedCommand.HELP:
            return await guidance(request)


async def _hear_publicly(message: discord.Message, request: Request, game: str, command: TypedCommand) -> bool:
    """Do what a word asks for where everyone reads the answer; what is secret, or costs something, is behind a button.

    Returns False if it is chat there.
    """
    if command is TypedCommand.UNDO:
        return await _undo(message, request, game)
    if answer := await _public_answer(request, game, command):
        await reply_until_moved(message, request, game, answer)
    return answer is not None


async def _undo(message: discord.Message, request: Request, game: str) -> bool:
    """Undo the latest move, as the board then shows; everyone may know why not."""
    try:
        await turns.undo(request, game)
    except RuleViolation as error:
        reason = request.refusal(error, await texts_of_all(request, game))
        await reply_until_moved(message, request, game, say(reason))
    else:
        request.services.posting.reactions.add(message, Reaction.PLAYED)
    return True


async def _public_answer(request: Request, game: str, command: TypedCommand) -> Message | None:
    """The reply to a word; None if it is chat."""
    texts, state = await texts_of_all(request, game), await request.state(game)
    match command:
        case TypedCommand.CHALLENGE:
            play = table_view(state).challengeable
            if play is None or state.seats_of(request.person.id) == (play.seat,):
                return None
            told = to_challenge_text(play_text(play.placement, play.sheet, state.setup), texts)
            return Message((Text(told), Row((_challenge_button(game, play.turn, texts),))))
        case TypedCommand.HINT:
            try:
                check_hint(state, cmd.TakeHint(request.person.id, HintKind.RANDOM))
            except NotYourTurn:
                return None
            except RuleViolation as error:
                return say(request.refusal(error, texts))
            return _behind(_hint_button(game, state.turn, texts), texts)
        case TypedCommand.RACK:
            return _behind(rack_button(game, texts), texts)
        case TypedCommand.SCORES:
            person = replace(request.person, by_ear=False)
            return await look.scores(replace(request, texts=texts, person=person), game)
        case _:
            with suppress(TooOften):
                await request.services.fair_use.spend(Limit.MENTIONS, request.person.id, request.place.guild_id)
                return await guidance(request)
            return None


def _hint_button(game: str, turn: int, texts: Texts) -> Button:
    return Button(Actions.HINT.id(game, turn), texts.gettext("Hint"), Tone.PRIMARY)


def _challenge_button(game: str, turn: int, texts: Texts) -> Button:
    return Button(Actions.CHALLENGE.id(game, turn), texts.gettext("Challenge"), Tone.DANGER)


def _behind(button: Button, texts: Texts) -> Message:
    """A line with a button that shows its presser what nobody else may see."""
    return Message((Text(shown_alone_text(texts)), Row((button,))))
