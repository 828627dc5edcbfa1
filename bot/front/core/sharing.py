"""Fair use in the front: requests are counted before any work is done for them, pictures before they are drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.front.core.dispatch import summary_title
from bot.front.core.errors import explain
from bot.front.core.message import Image, Message, Text
from bot.front.core.request import Request
from bot.limits import Limit, Per
from bot.model.errors import TooManyGames, TooOften
from bot.model.games import GameSummary
from bot.service.rights import moderates
from bot.text import escape

Work = Callable[[Request], Awaitable[Message | None]]
"""Work for a person; its message is the private receipt, None removes the message shown."""


def counted(limit: Limit, work: Work) -> Work:
    """The work, counted before it begins. Raises `TooOften` if the asker or the server has reached the limit."""

    async def whole(request: Request) -> Message | None:
        await request.services.fair_use.spend(limit, request.person.id, request.place.guild_id)
        return await work(request)

    return whole


async def with_fair_pictures(request: Request, message: Message | None) -> Message | None:
    """A private answer; without its pictures, and saying so, if the asker or the server has had too many."""
    if message is None or not message.images:
        return message
    try:
        await request.services.fair_use.spend(Limit.PICTURES, request.person.id, request.place.guild_id)
    except TooOften as error:
        kept = tuple(block for block in message.blocks if not isinstance(block, Image))
        return replace(message, blocks=(Text(explain(error, request.texts)), *kept))
    return message


async def explain_fully(request: Request, error: Exception) -> str:
    """What went wrong; if too many games are in the way, also links to those that the asker can end."""
    told = explain(error, request.texts)
    if not isinstance(error, TooManyGames) or (error.per is Per.PERSON and not error.own):
        return told
    games = [await request.services.games.summary(game) for game in error.games]
    ends = (one for one in games if one.host == request.person.id or moderates(request.member, one.place.guild_id))
    lines = [await _line(request, one) for one in ends]
    return "\n".join((told, *lines))


async def _line(request: Request, game: GameSummary) -> str:
    way = await request.services.links.home(game.game)
    return f"- [{escape(summary_title(game, request)) or game.game}]({way['board_url']})"
