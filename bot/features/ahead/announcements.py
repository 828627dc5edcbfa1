"""What a person is told, alone, about their moves ahead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.features.ahead.ahead import Ahead
from bot.features.ahead.text import dropped_text, lost_text, played_text
from bot.features.ahead.values import AheadState
from bot.front.components.message import Message, say
from bot.front.posting.composers import Announcement, Composer
from bot.model.deliveries import DeliveryKind


def ahead_composers(ahead: Ahead) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room."""
    return {DeliveryKind.AHEAD: Composer(partial(_news, ahead))}


async def _news(ahead: Ahead, told: Announcement) -> Message | None:
    """That a move was played or cost the turn, or that none fits; None if the person has said others since."""
    moves = await ahead.news_of(told.delivery.about)
    one = next((move for move in moves if move.id == told.delivery.about), None)
    if one is None or one.state is AheadState.WAITING:
        return None
    if one.state is AheadState.PLAYED:
        return say(played_text(one.move, told.texts))
    if one.state is AheadState.LOST:
        return say(lost_text(one.move, told.texts))
    return say(dropped_text([move for move in moves if move.state is AheadState.DROPPED], told.texts))
