"""Which finished game is meant by someone who names none."""

from __future__ import annotations

from bot.front.core.errors import NothingFinished
from bot.front.core.request import Request


async def latest_finished(request: Request) -> str:
    """The latest finished game here, else the person's latest. Raises `NothingFinished`."""
    results = request.services.results
    here = await results.latest_in(request.place.channel_id)
    if here is not None:
        return here.game
    own = await results.of_person(request.person.id, 1)
    if not own:
        raise NothingFinished
    return own[0].game
