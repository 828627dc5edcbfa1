"""The menus and switches of the panels of settings: the setting's name stands in for the game."""

from __future__ import annotations

from bot.front.core.buttons import Action
from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.pressing import Pressed, pressed
from bot.front.core.request import Request
from bot.front.settings import actions
from bot.front.settings.actions import read_permission
from bot.front.settings.messages import WHO
from bot.front.settings.preferences import OFF, ON, Scope


def _value(press: Pressed) -> str:
    """What was chosen in a menu, or what a switch stands for."""
    return press.value if press.values else (OFF, ON)[bool(press.target.turn)]


@pressed(Action.SET_MINE, in_place=True)
async def set_mine(request: Request, press: Pressed) -> Message:
    """Changes a setting of the person."""
    return await actions.change(request, Scope.MINE, press.target.game, _value(press))


@pressed(Action.SET_CHANNEL, in_place=True)
async def set_channel(request: Request, press: Pressed) -> Message:
    """Changes a setting of the channel."""
    return await actions.change(request, Scope.CHANNEL, press.target.game, _value(press))


@pressed(Action.SET_SERVER, in_place=True)
async def set_server(request: Request, press: Pressed) -> Message:
    """Changes a setting of the server."""
    return await actions.change(request, Scope.SERVER, press.target.game, _value(press))


@pressed(Action.CHOOSE_PERMISSION, in_place=True)
async def choose(request: Request, press: Pressed) -> Message:
    """Opens the page of the permission chosen."""
    return await actions.page(request, read_permission(press.value))


@pressed(Action.PERMISSIONS_BACK, in_place=True)
async def back(request: Request, _: Pressed) -> Message:
    """Goes back to the panel."""
    return await actions.back(request)


@pressed(Action.ALLOW, in_place=True)
async def allow(request: Request, press: Pressed) -> Message:
    """Gives a permission to everybody, or to moderators only."""
    if press.target.turn >= len(WHO):
        raise UnknownAction
    return await actions.allow(request, read_permission(press.target.game), WHO[press.target.turn].value)


@pressed(Action.ALLOW_ROLE, in_place=True)
async def allow_role(request: Request, press: Pressed) -> Message:
    """Gives a permission to the role chosen."""
    return await actions.allow_role(request, read_permission(press.target.game), press.values)
