"""What reviews can refuse, and in which words."""

from __future__ import annotations

from bot.model.errors import BotError
from bot.text.refusals.facts import Wordings, says


class NothingToReview(BotError):
    """Nobody has made a move in that game."""

    game: str


class ReviewIsPrivate(BotError):
    """Only the players of that game can see its review, until all of them let everyone see it."""

    game: str


WORDINGS: Wordings = {
    NothingToReview: says("Nobody has made a move in that game, so there is nothing to review."),
    ReviewIsPrivate: says(
        "Only the players of that game can open its review. Once all of them have pressed **Let everyone open it**, "
        "you can open it too. Anyone can read the pages that they post here."
    ),
}
