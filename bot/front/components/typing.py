"""The buttons under answers to typed moves: Why?, and which game was meant."""

from __future__ import annotations

import discord

from bot.front import moving, typed
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.plain import say
from bot.front.presenter import Action, Message
from bot.front.refusals import NotYours, TooLate, explain


@pressed(Action.WHY)
async def why(asked: Asked, press: Pressed) -> Message:
    """Tells the author of a move why it failed; the message's id stands in the place of the turn.

    When the reason is forgotten, the move is tried again as a preview.
    """
    known = asked.desk.reasons.of(press.target.turn)
    if known is None:
        wish = await _wish(asked, press)
        return await moving.try_move(asked, press.target.game, wish.text)
    person, error = known
    if person != asked.person.id:
        raise NotYours
    return say(explain(error, asked.texts))


@pressed("which", in_place=True)
async def which(asked: Asked, press: Pressed) -> Message:
    """Does what a direct message asked for, in the game that was chosen."""
    return await typed.answer_privately(asked, press.target.game, await _wish(asked, press))


async def _wish(asked: Asked, press: Pressed) -> typed.Typed:
    """What a message asked for. Raises `TooLate` when it is gone and `NotYours` for somebody else's."""
    assert press.message is not None
    try:
        message = await press.message.channel.fetch_message(press.target.turn)
    except (discord.HTTPException, discord.RateLimited) as error:
        raise TooLate from error
    if str(message.author.id) != asked.person.id:
        raise NotYours
    found = typed.read_typed(typed.without_mention(message.content))
    if found is None:
        raise TooLate
    return found
