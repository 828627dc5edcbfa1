"""Ratings that somebody asks of opponents or players."""

from __future__ import annotations

from discord import app_commands

from bot.front.interaction.request import Request
from bot.model.errors import NotInRange, RangeUpsideDown
from bot.model.ratings import Ladder

RatingOption = app_commands.Range[int, 0, 9999]


def check_bounds(low: int | None, high: int | None) -> None:
    """Raises `RangeUpsideDown`."""
    if low is not None and high is not None and low > high:
        raise RangeUpsideDown


async def check_range(request: Request, ladder: Ladder, low: int | None, high: int | None) -> None:
    """Raises `NotInRange` if the asker's rating in a ladder is outside."""
    if low is None and high is None:
        return
    rating = await request.services.standing.ratings.rating(ladder, request.person.id)
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise NotInRange(rating, low, high)
