"""The menu of topics under `/help`."""

from __future__ import annotations

from bot.front import looking
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Message
from bot.front.presenter.lessons import TOPIC


@pressed(TOPIC, in_place=True)
async def topic(asked: Asked, press: Pressed) -> Message:
    """Shows another topic."""
    return await looking.guide(asked, "".join(press.values[:1]))
