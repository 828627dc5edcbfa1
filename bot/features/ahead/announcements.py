"""What a person is told, alone, about their moves ahead."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.features.ahead.ahead import Ahead, check_fits
from bot.features.ahead.text import dropped_text, lost_text, played_text, refused_text, unanswered_text, words_text
from bot.features.ahead.values import AheadMove, AheadState
from bot.front.components.message import Message, say
from bot.front.posting.composers import Announcement, Composer
from bot.model.deliveries import DeliveryKind
from bot.text import cast_of
from bot.text.refusals import refusal
from engine.errors import EngineError, NotInLexicon

OF_WORDS = frozenset({NotInLexicon.__name__})


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
    dropped = [move for move in moves if move.state is AheadState.DROPPED]
    return say(f"{dropped_text(dropped, told.texts)}\n{_why(one, told)}")


def _why(one: AheadMove, told: Announcement) -> str:
    """Why a move was dropped. What is only wrong with its words is said in general: nobody has placed it."""
    if not one.reason:
        return unanswered_text(told.texts)
    try:
        check_fits(one, told.state)
    except EngineError as error:
        return refusal(error, told.texts, cast_of(told.view))
    return words_text(one.move, told.texts) if one.reason in OF_WORDS else refused_text(one.move, told.texts)
