"""Which finished game is meant by someone who names one or none."""

from __future__ import annotations

from bot.front.interaction.request import Request
from bot.model.errors import NothingFinished, UnknownGame


async def latest_finished(request: Request) -> str:
    """The latest finished game here, else the person's latest. Raises `NothingFinished`."""
    game = await request.services.standing.results.latest_game(request.place.channel_id, request.person.id)
    if game is None:
        raise NothingFinished
    return game


async def named_here(request: Request, game: str) -> str:
    """The game that someone names by its id, of this channel or their own. Raises `UnknownGame`."""
    summary = await request.summary(game)
    own = any(seat.player == request.person.id for seat in summary.seats)
    if summary.place.channel_id != request.place.channel_id and not own:
        raise UnknownGame(game)
    return game
