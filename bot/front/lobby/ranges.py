"""Ratings that somebody asks of opponents or players."""

from __future__ import annotations

from discord import app_commands

from bot.front.interaction.request import Request
from bot.model.errors import NotInRange, RangeUpsideDown
from bot.service.ratings import BASE

RatingOption = app_commands.Range[int, 0, 9999]


def check_bounds(low: int | None, high: int | None) -> None:
    """Raises `RangeUpsideDown`."""
    if low is not None and high is not None and low > high:
        raise RangeUpsideDown


async def check_range(request: Request, server: int, low: int | None, high: int | None) -> None:
    """Raises `NotInRange` if the asker's rating in a server is outside."""
    rated = await request.services.ratings.of_server(server)
    rating = next((one.rating for one in rated if one.player == request.person.id), BASE)
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise NotInRange(rating, low, high)
