"""The menus and buttons that say who may do what in a server; the action's name stands in the place of the game."""

from __future__ import annotations

from bot.front import permissions
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.permissions import read_action
from bot.front.presenter import Message
from bot.front.presenter.permissions import ALLOW, ALLOW_ROLE, BACK, CHOOSE, WHO
from bot.front.refusals import UnknownAction


@pressed(CHOOSE, in_place=True)
async def choose(asked: Asked, press: Pressed) -> Message:
    """Opens the page of the action chosen."""
    return await permissions.page(asked, read_action("".join(press.values[:1])))


@pressed(BACK, in_place=True)
async def back(asked: Asked, _: Pressed) -> Message:
    """Goes back to the panel."""
    return await permissions.back(asked)


@pressed(ALLOW, in_place=True)
async def allow(asked: Asked, press: Pressed) -> Message:
    """Allows an action to everybody, or to moderators only."""
    if press.target.turn >= len(WHO):
        raise UnknownAction
    return await permissions.allow(asked, read_action(press.target.game), WHO[press.target.turn].value)


@pressed(ALLOW_ROLE, in_place=True)
async def allow_role(asked: Asked, press: Pressed) -> Message:
    """Allows an action to the role chosen."""
    return await permissions.allow_role(asked, read_action(press.target.game), press.values)
