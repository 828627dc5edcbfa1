"""The buttons under the question whether a place takes part in the chat of a game's players."""

from __future__ import annotations

from bot.front import chatting
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Action, Message


@pressed(Action.CHAT_ACCEPT)
async def accept(asked: Asked, press: Pressed) -> Message:
    """Lets this place take part."""
    return await chatting.switch(asked, press.target.game, chatting.ON)


@pressed(Action.CHAT_REFUSE)
async def refuse(asked: Asked, press: Pressed) -> Message:
    """Keeps this place out of it."""
    return await chatting.switch(asked, press.target.game, chatting.OFF)
