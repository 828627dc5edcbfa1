"""The menu of topics under `/help`."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.help import actions


@pressed(Action.TOPIC, in_place=True)
async def topic(request: Request, press: Pressed) -> Message:
    """Shows another topic."""
    return await actions.guide(request, "".join(press.values[:1]))
