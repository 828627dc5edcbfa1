"""The menu that asks which of several games is meant."""

from __future__ import annotations

from bot.front import choosing
from bot.front.answers import log_unexpected
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.plain import say
from bot.front.presenter import Message
from bot.front.refusals import explain


@pressed(choosing.WHICH, in_place=True)
async def which(asked: Asked, press: Pressed) -> Message | None:
    """Carries out what was asked for, for the game that was chosen; a refusal too takes the place of the question."""
    try:
        return await choosing.carry_out(asked, press.target.game, press.values[0])
    except Exception as error:
        log_unexpected(error)
        return say(explain(error, asked.texts))
