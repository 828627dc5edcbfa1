"""Turning the pages of a leaderboard."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.statistics import actions


@pressed(Action.LEADERS, in_place=True)
async def leaders(request: Request, press: Pressed) -> Message:
    """Shows another page; its number replaces the turn."""
    return await actions.leaderboard(request, press.target.turn)
