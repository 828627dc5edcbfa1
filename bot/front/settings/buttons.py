"""The menus and switches of the panels of settings."""

from __future__ import annotations

from functools import partial

from bot.front.core.buttons import Actions
from bot.front.core.message import Message
from bot.front.core.pressing import Binding, Pressed, edits, with_press
from bot.front.core.request import Request
from bot.front.settings import actions
from bot.front.settings.preferences import OFF, ON, Scope
from bot.model.profiles import Permission


async def _change(request: Request, press: Pressed, name: str, on: bool | None, *, scope: Scope) -> Message:
    """Changes a setting to what was chosen in its menu, or to what its switch stands for."""
    value = press.value if press.values or on is None else (OFF, ON)[on]
    return await actions.change(request, scope, name, value)


async def _choose_permission(request: Request, press: Pressed) -> Message:
    """Opens the page of the permission chosen."""
    return await actions.permission_page(request, actions.read_permission(press.value))


async def _allow_role(request: Request, press: Pressed, permission: Permission) -> Message:
    """Gives a permission to the role chosen."""
    return await actions.allow_role(request, permission, press.values)


BUTTONS: tuple[Binding, ...] = (
    with_press(Actions.SET_MINE, partial(_change, scope=Scope.MINE)),
    with_press(Actions.SET_CHANNEL, partial(_change, scope=Scope.CHANNEL)),
    with_press(Actions.SET_SERVER, partial(_change, scope=Scope.SERVER)),
    with_press(Actions.CHOOSE_PERMISSION, _choose_permission),
    edits(Actions.PERMISSIONS_BACK, actions.back),
    edits(Actions.ALLOW, lambda request, permission, who: actions.allow(request, permission, who)),
    with_press(Actions.ALLOW_ROLE, _allow_role),
)
