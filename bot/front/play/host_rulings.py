"""Words in question, about which the host decides."""

from __future__ import annotations

from bot.front.components.message import Message
from bot.front.interaction.dispatch import submit
from bot.front.interaction.request import Request
from bot.front.play.messages import questions_message
from bot.model.errors import BotError
from engine.errors import NotSeated
from engine.game import commands as cmd
from engine.game.decisions.unknown_words import question_of
from engine.game.views import seat_view


async def show_questions(request: Request, game: str) -> Message:
    """The words that the host was asked about, if the person may see them."""
    state = await request.state(game)
    seat = state.seat_of(request.person.id)
    if seat is None:
        raise NotSeated
    if request.place.guild_id is not None:
        return questions_message(game, seat_view(state, seat), request.texts)
    where = await request.link(game)
    return questions_message(game, seat_view(state, seat), request.texts, **where)


async def answer_word(request: Request, game: str, number: int, *, add: bool) -> Message:
    """Decide as the host whether a word is valid.

    A valid one goes to the host's own list before anyone is told, so that none is missing there. In the game it counts
    even if the list is full, which the host hears then.
    """
    command, refusal = cmd.AnswerWord(request.person.id, number, add), None
    if add:
        state = await request.state(game)
        word = question_of(state, command).word
        server = (await request.summary(game)).place.guild_id
        try:
            await request.services.words.dictionaries.add_personal_word(
                request.person.id, state.setup, word, request.cause.arrived, server
            )
        except BotError as error:
            refusal = error
    await submit(request, game, command)
    if refusal:
        raise refusal
    return await show_questions(request, game)
