"""Which finished game is meant by someone who names none."""

from __future__ import annotations

from bot.front.core.errors import NothingFinished
from bot.front.core.request import Request


async def latest_finished(request: Request) -> str:
    """The latest finished game here, else the person's latest. Raises `NothingFinished`."""
    game = await request.services.results.latest_game(request.place.channel_id, request.person.id)
    if game is None:
        raise NothingFinished
    return game
