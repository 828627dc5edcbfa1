"""The menus for a server's fair-use limits."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.message import Message
from bot.front.core.pressing import Binding, Pressed, with_press
from bot.front.core.request import Request
from bot.front.limits import actions
from bot.limits import Limit, Per


async def _choose(request: Request, press: Pressed) -> Message:
    """Opens the page of the limit chosen."""
    return await actions.limit_page(request, actions.read_limit(press.value))


async def _set_number(request: Request, press: Pressed, limit: Limit, per: Per) -> Message:
    """Applies the number chosen."""
    return await actions.set_limit(request, limit, per, press.value)


BUTTONS: tuple[Binding, ...] = (
    with_press(Actions.CHOOSE_LIMIT, _choose),
    with_press(Actions.SET_LIMIT, _set_number),
)
