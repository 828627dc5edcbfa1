"""The words for what reviews refuse."""

from __future__ import annotations

from bot.features.review import errors
from bot.text.refusals.facts import Wordings, says

WORDINGS: Wordings = {
    errors.NothingToReview: says("Nobody has made a move in that game, so there is nothing to review."),
    errors.ReviewIsPrivate: says(
        "Only the players of that game can open its review. Once all of them have pressed **Let everyone open it**, "
        "you can open it too. Anyone can read the pages that they post here."
    ),
}
