"""Turning the pages of a leaderboard."""

from __future__ import annotations

from bot.front import ranking
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.presenter import Message


@pressed(ranking.LEADERBOARD, in_place=True)
async def leaders(asked: Asked, press: Pressed) -> Message:
    """Shows another page; its number stands in the place of the turn."""
    return await ranking.leaderboard(asked, press.target.turn)
