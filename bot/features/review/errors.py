"""What reviews can refuse."""

from __future__ import annotations

from bot.model.errors import BotError


class NothingToReview(BotError):
    """Nobody has made a move in that game."""

    game: str


class ReviewIsPrivate(BotError):
    """Only the players of that game can see its review, until all of them let everyone see it."""

    game: str
