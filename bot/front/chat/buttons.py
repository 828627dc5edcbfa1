"""The buttons under the question whether a place takes part in the chat of a game's players."""

from __future__ import annotations

from bot.front.chat import actions
from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request


@pressed(Action.CHAT_ACCEPT)
async def accept(request: Request, press: Pressed) -> Message:
    """Lets this place take part."""
    return await actions.switch(request, press.target.game, actions.ON)


@pressed(Action.CHAT_REFUSE)
async def refuse(request: Request, press: Pressed) -> Message:
    """Keeps this place out of it."""
    return await actions.switch(request, press.target.game, actions.OFF)
