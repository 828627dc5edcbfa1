"""The menus that say how much is allowed in a server; the limit's name stands in the place of the game."""

from __future__ import annotations

from bot.front import limits
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.limits import read_limit
from bot.front.presenter import Message
from bot.front.presenter.limits import CHOOSE, SCOPES, SET
from bot.front.refusals import UnknownAction


@pressed(CHOOSE, in_place=True)
async def choose(asked: Asked, press: Pressed) -> Message:
    """Opens the page of the limit chosen."""
    return await limits.page(asked, read_limit("".join(press.values[:1])))


@pressed(SET, in_place=True)
async def set_number(asked: Asked, press: Pressed) -> Message:
    """Lets the number chosen hold."""
    if press.target.turn >= len(SCOPES):
        raise UnknownAction
    limit = read_limit(press.target.game)
    return await limits.choose(asked, limit, SCOPES[press.target.turn], "".join(press.values[:1]))
