"""The menus for a server's fair-use limits."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.message import Message
from bot.front.core.pressing import Binding, Pressed, with_press
from bot.front.core.request import Request
from bot.front.limits import actions
from bot.limits import Limit, Per


async def choose(request: Request, press: Pressed) -> Message:
    """Opens the page of the limit chosen."""
    return await actions.page(request, actions.read_limit(press.value))


async def set_number(request: Request, press: Pressed, limit: Limit, per: Per) -> Message:
    """Applies the number chosen."""
    return await actions.choose(request, limit, per, press.value)


BUTTONS: tuple[Binding, ...] = (
    with_press(Actions.CHOOSE_LIMIT, choose),
    with_press(Actions.SET_LIMIT, set_number),
)
