"""The menus and switches of the panels of settings: the setting's name stands in the place of the game."""

from __future__ import annotations

from bot.front import settings
from bot.front.asking import Asked
from bot.front.components.pressing import Pressed, pressed
from bot.front.preferences import OFF, ON, Scope
from bot.front.presenter import Message
from bot.front.presenter.settings import action_of


def _value(press: Pressed) -> str:
    """What was chosen in a menu, or what a switch stands for."""
    return press.values[0] if press.values else (OFF, ON)[bool(press.target.turn)]


@pressed(action_of(Scope.MINE), in_place=True)
async def set_mine(asked: Asked, press: Pressed) -> Message:
    """Changes a setting of the person."""
    return await settings.change(asked, Scope.MINE, press.target.game, _value(press))


@pressed(action_of(Scope.CHANNEL), in_place=True)
async def set_channel(asked: Asked, press: Pressed) -> Message:
    """Changes a setting of the channel."""
    return await settings.change(asked, Scope.CHANNEL, press.target.game, _value(press))


@pressed(action_of(Scope.SERVER), in_place=True)
async def set_server(asked: Asked, press: Pressed) -> Message:
    """Changes a setting of the server."""
    return await settings.change(asked, Scope.SERVER, press.target.game, _value(press))
