"""Changing the fair-use limits in a server's panel."""

from __future__ import annotations

from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.request import Request
from bot.front.limits.messages import limit_message
from bot.limits import Limit, Per, limit_name


def read_limit(name: str) -> Limit:
    """The limit of a name. Raises `UnknownAction`."""
    if name not in tuple(Limit):
        raise UnknownAction
    return Limit(name)


async def limit_page(request: Request, limit: Limit) -> Message:
    """The page of a limit."""
    fair_use = request.services.fair_use
    return limit_message(limit, await fair_use.numbers(request.place.guild_id), fair_use.bounds, request.texts)


async def set_limit(request: Request, limit: Limit, per: Per, number: str) -> Message:
    """Set a number from now on, and show it. Raises `ModeratorsOnly` and `UnknownAction`."""
    name, fair_use = limit_name(limit, per), request.services.fair_use
    if name not in fair_use.bounds or not number.isdecimal():
        raise UnknownAction
    chosen = int(number)
    await fair_use.choose(request.member, name, None if chosen == fair_use.bounds[name].usual else chosen)
    return await limit_page(request, limit)
