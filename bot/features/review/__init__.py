"""Reviews of finished games: how good each move was, and which would have been better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.features.review.missed import ReviewedWords
from bot.features.review.refusals import WORDINGS
from bot.features.review.reviewer import Reviewer
from bot.features.review.reviews import Reviews
from bot.features.review.store import ReviewStore
from bot.features.review.text import TOPIC
from bot.front.feature import AnyProcess, BotProcess, ByClass, Feature
from bot.model.deliveries import DeliveryKind
from bot.service.missed import MissedWords
from bot.service.rights import Right

if TYPE_CHECKING:
    from bot.front.posting.composers import Composer


def _parts(process: AnyProcess) -> ByClass:
    store, peers = ReviewStore(process.store.database), process.peers
    signals = process.signals
    return {Reviewer: Reviewer(process.games, store, process.engines, process.clock, peers.owner, signals.poll)}


def _services(bot: BotProcess) -> ByClass:
    from bot.features.review.followers import Followers

    def requested() -> None:
        bot.part(Reviewer).wake()
        bot.signals.tell(Reviewer.topic)

    reviews = Reviews(bot.games, ReviewStore(bot.store.database), bot.fair_use, bot.clock, requested)
    bot.permissions.further[Right.REVIEWER] = reviews.check_reader
    return {Reviews: reviews, Followers: Followers(bot.clock)}


def _composers(bot: BotProcess) -> Mapping[DeliveryKind, Composer]:
    from bot.features.review.announcements import review_composers

    return review_composers(bot.service(Reviews), bot.games)


def _missed_words(bot: BotProcess) -> MissedWords:
    return ReviewedWords(bot.games, ReviewStore(bot.store.database))


ROOM = Feature(
    wordings=WORDINGS,
    parts=_parts,
    services=_services,
    composers=_composers,
    missed_words=_missed_words,
    topics={"review": TOPIC},
)
