"""The buttons about seats."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.seats import actions


@pressed(Action.JOIN)
async def join(request: Request, press: Pressed) -> Message:
    """Takes a seat."""
    return await actions.join(request, press.target.game)


@pressed(Action.TAKE_BACK)
async def take_back(request: Request, press: Pressed) -> Message:
    """Gives a seat back to the player who left it to a computer."""
    return await actions.take_back(request, press.target.game)


@pressed(Action.GIVE_SEAT)
async def give_seat(request: Request, press: Pressed) -> Message:
    """Lets someone else play on in the player's seat; the question's number replaces the turn."""
    return await actions.give_seat(request, press.target.game, press.target.turn)


@pressed(Action.REMOVE_YES, in_place=True)
async def remove(request: Request, press: Pressed) -> Message:
    """Takes someone out of the game; the seat's number replaces the turn."""
    return await actions.remove(request, press.target.game, press.target.turn)
