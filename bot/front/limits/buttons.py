"""The menus for a server's fair-use limits; the limit's name replaces the game in their ids."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.limits import actions
from bot.front.limits.actions import read_limit
from bot.front.limits.messages import SCOPES


@pressed(Action.CHOOSE_LIMIT, in_place=True)
async def choose(request: Request, press: Pressed) -> Message:
    """Opens the page of the limit chosen."""
    return await actions.page(request, read_limit(press.value))


@pressed(Action.SET_LIMIT, in_place=True)
async def set_number(request: Request, press: Pressed) -> Message:
    """Applies the number chosen."""
    if press.target.turn >= len(SCOPES):
        raise UnknownAction
    limit = read_limit(press.target.game)
    return await actions.choose(request, limit, SCOPES[press.target.turn], press.value)
