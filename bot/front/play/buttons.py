"""The buttons of private answers: previews, racks, questions to be confirmed. They change the message they are on."""

from __future__ import annotations

import discord

from bot.front.board.buttons import PER_SEAT
from bot.front.core import dispatch
from bot.front.core.answering import log_unexpected
from bot.front.core.buttons import Action
from bot.front.core.errors import NotYours, TooLate, explain
from bot.front.core.message import Message, say
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.play import actions, drawing, exchanging, typed


@pressed(Action.PASS)
async def pass_turn(request: Request, press: Pressed) -> Message:
    """Asks before the turn is given up."""
    return await actions.ask_pass(request, press.target.game, press.target.turn)


@pressed(Action.CHALLENGE)
async def challenge(request: Request, press: Pressed) -> Message:
    """Asks which words of the play that the button names are challenged."""
    return await actions.ask_challenge(request, press.target.game, press.target.turn)


@pressed(Action.ACCEPT)
async def accept(request: Request, press: Pressed) -> Message:
    """Accepts the play that the button names."""
    return await actions.accept(request, press.target.game, press.target.turn)


@pressed(Action.REJECT)
async def reject(request: Request, press: Pressed) -> Message:
    """Rejects the play that waits for answers."""
    return await actions.reject(request, press.target.game, press.target.turn)


@pressed(Action.ASKED)
async def questions(request: Request, press: Pressed) -> Message:
    """Shows the words that the host was asked about."""
    return await actions.questions(request, press.target.game)


@pressed(Action.UNDO)
async def undo(request: Request, press: Pressed) -> Message:
    """Takes the move that the button names back."""
    return await actions.undo(request, press.target.game, press.target.turn)


@pressed(Action.PLAY_NOW)
async def play_now(request: Request, press: Pressed) -> Message:
    """Lets a computer player move at once."""
    return await actions.play_now(request, press.target.game, press.target.turn)


@pressed(Action.CONFIRM, in_place=True)
async def confirm(request: Request, press: Pressed) -> Message:
    """Plays what the preview shows; the draft's id stands in for the game."""
    return await actions.confirm(request, press.target.game)


@pressed(Action.CANCEL, in_place=True)
async def cancel(request: Request, press: Pressed) -> None:
    """Takes the message away."""


@pressed(Action.CHALLENGE_YES, in_place=True)
async def challenge_confirmed(request: Request, press: Pressed) -> Message:
    """Challenges all words of a play."""
    return await actions.challenge(request, press.target.game, turn=press.target.turn)


@pressed(Action.CHALLENGE_WORDS, in_place=True)
async def challenge_words(request: Request, press: Pressed) -> Message:
    """Challenges the words chosen."""
    return await actions.challenge_words(request, press.target.game, press.target.turn, press.values)


@pressed(Action.ADD_WORD, in_place=True)
async def add_word(request: Request, press: Pressed) -> Message:
    """Lets a word count that the host was asked about; its number stands in for the turn."""
    return await actions.answer_word(request, press.target.game, press.target.turn, add=True)


@pressed(Action.REFUSE_WORD, in_place=True)
async def refuse_word(request: Request, press: Pressed) -> Message:
    """Refuses a word that the host was asked about."""
    return await actions.answer_word(request, press.target.game, press.target.turn, add=False)


@pressed(Action.PASS_YES, in_place=True)
async def pass_turn_confirmed(request: Request, press: Pressed) -> Message:
    """Gives the turn up."""
    return await actions.pass_turn(request, press.target.game, press.target.turn)


@pressed(Action.PLACE, in_place=True)
async def place(request: Request, press: Pressed) -> Message:
    """Plays the word where it was chosen."""
    return await actions.play(request, press.target.game, press.value, press.target.turn)


@pressed(Action.PLACE_TRY, in_place=True)
async def place_try(request: Request, press: Pressed) -> Message:
    """Shows what the word would score where it was chosen."""
    return await actions.try_move(request, press.target.game, press.value)


@pressed(Action.PICK, in_place=True)
async def pick(request: Request, press: Pressed) -> Message:
    """Draws a tile, whichever was pressed."""
    return await drawing.pick(request, press.target.game, 1, press.target.turn // PER_SEAT)


@pressed(Action.PICK_ALL, in_place=True)
async def pick_all(request: Request, press: Pressed) -> Message:
    """Draws all tiles that are due."""
    return await drawing.pick(request, press.target.game, None, press.target.turn // PER_SEAT)


@pressed(Action.EXCHANGE_ALL, in_place=True)
async def exchange_all(request: Request, press: Pressed) -> Message:
    """Exchanges the whole rack."""
    return await exchanging.exchange_all(request, press.target.game, press.target.turn)


@pressed(Action.EXCHANGE_LETTERS, in_place=True)
async def exchange_letters(request: Request, press: Pressed) -> Message:
    """Exchanges only the letters of the word `all`."""
    return await exchanging.exchange_letters(request, press.target.game, press.target.turn)


@pressed(Action.FOUR)
async def exchange_four(request: Request, press: Pressed) -> Message:
    """Exchanges the rack for its four of a kind."""
    return await actions.exchange_four(request, press.target.game, press.target.turn)


@pressed(Action.WHY)
async def why(request: Request, press: Pressed) -> Message:
    """Tells the author of a move why it failed; the message's id stands in for the turn.

    When the reason is forgotten, the move is tried again as a preview.
    """
    known = request.services.reasons.of(press.target.turn)
    if known is None:
        asked = await _typed_in(request, press)
        return await actions.try_move(request, press.target.game, asked.text)
    person, error = known
    if person != request.person.id:
        raise NotYours
    return say(explain(error, request.texts))


@pressed(Action.WHICH_TYPED, in_place=True)
async def which_typed(request: Request, press: Pressed) -> Message:
    """Does what a direct message asked for, in the game that was chosen."""
    return await typed.answer_privately(request, press.target.game, await _typed_in(request, press))


async def _typed_in(request: Request, press: Pressed) -> typed.Typed:
    """What a message asked for. Raises `TooLate` when it is gone and `NotYours` for somebody else's."""
    assert press.message is not None
    try:
        message = await press.message.channel.fetch_message(press.target.turn)
    except (discord.HTTPException, discord.RateLimited) as error:
        raise TooLate from error
    if str(message.author.id) != request.person.id:
        raise NotYours
    found = typed.read_typed(typed.without_mention(message.content))
    if found is None:
        raise TooLate
    return found


@pressed(Action.WHICH_GAME, in_place=True)
async def which_asked(request: Request, press: Pressed) -> Message | None:
    """Carries out what was asked for, for the game that was chosen; a refusal too takes the place of the question."""
    try:
        return await dispatch.carry_out(request, press.target.game, press.value)
    except Exception as error:
        log_unexpected(error)
        return say(explain(error, request.texts))
