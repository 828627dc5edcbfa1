"""What everyone is told about the review of a finished game: the page that someone shares."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.features.review.messages import WHOLE_GAME, overview_message, turn_review_message
from bot.features.review.reviews import Reviews
from bot.front.components.message import Message
from bot.front.posting.composers import Announcement, Composer
from bot.model.deliveries import DeliveryKind
from bot.service.games import Games
from engine.game.views import table_view


def review_composers(reviews: Reviews, games: Games) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room."""
    return {DeliveryKind.REVIEW: Composer(partial(_page, reviews, games))}


async def _page(reviews: Reviews, games: Games, told: Announcement) -> Message | None:
    """A shared page of a review; None if the review is being made anew."""
    turns, number = await reviews.turns(told.game), int(told.delivery.about)
    if not turns or number > len(turns):
        return None
    if number == WHOLE_GAME:
        return overview_message(told.game, told.view, turns, told.texts)
    before = await games.state_at(told.game, turns[number - 1].before)
    return turn_review_message(told.game, table_view(before), turns, number, told.texts)
