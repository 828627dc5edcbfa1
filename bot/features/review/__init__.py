"""Reviews of finished games: how good each move was, and which would have been better."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.features.review.reviews import WORDINGS, ReviewedWords, Reviewer, Reviews
from bot.features.review.store import REVIEWS, ReviewStore
from bot.features.review.text import TOPIC
from bot.front.feature import AnyProcess, BotProcess, Feature, Hooks
from bot.service.rights import Right
from bot.store.repositories import StoreHooks

if TYPE_CHECKING:
    from bot.features.review.messages import Followers


@dataclass(frozen=True, slots=True)
class ReviewServices:
    """What the actions of reviews use."""

    reviews: Reviews
    followers: Followers


def _computing(process: AnyProcess) -> Hooks:
    store, signals = ReviewStore(process.store.database), process.signals
    owner = process.peers.owner
    return Hooks(loops=(Reviewer(process.games, store, process.engines, process.clock, owner, signals.poll),))


def _bot(bot: BotProcess) -> Hooks:
    from bot.features.review.messages import Followers, review_composers

    store, requested = ReviewStore(bot.store.database), partial(bot.tell_loops, Reviewer.topic)
    reviews, followers = Reviews(bot.games, store, bot.fair_use, bot.clock, requested), Followers(bot.clock)
    return Hooks(
        loops=(followers,),
        services=(ReviewServices(reviews, followers),),
        rights={Right.REVIEWER: reviews.check_reader},
        composers=review_composers(reviews, bot.games, bot.links),
        missed_words=(ReviewedWords(bot.games, store),),
    )


FEATURE = Feature(
    computing=_computing,
    bot=_bot,
    store=StoreHooks(leased=((REVIEWS, REVIEWS.c.requested),)),
    wordings=WORDINGS,
    topics={"review": TOPIC},
)
