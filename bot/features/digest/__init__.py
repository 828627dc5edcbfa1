"""The digest: once a week, what has happened in a server, from its games and from what features add."""

from __future__ import annotations

from bot.features.digest.store import DIGESTS, DigestStore
from bot.features.digest.text import TOPIC, WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners
from bot.store.repositories import StoreHooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.digest.digests import Digests

    store, owner, zone = DigestStore(bot.store.database), bot.peers.owner, bot.store.people.zone
    digests = Digests(store, bot.store.results, bot.games, bot.paragraphs, bot.poster, bot.clock, owner, zone)
    return Hooks(services=(digests,), loops=(digests,), listeners=Listeners(occupants=(digests,)))


FEATURE = Feature(
    bot=_hooks, store=StoreHooks(leased=((DIGESTS, DIGESTS.c.ends),)), wordings=WORDINGS, topics={"digest": TOPIC}
)
