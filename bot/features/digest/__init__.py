"""The digest: once a week, what has happened in a server, from its games and from what features add."""

from __future__ import annotations

from bot.features.digest.refusals import WORDINGS
from bot.features.digest.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.digest.digests import Digests
    from bot.features.digest.store import DigestStore

    store, results = DigestStore(bot.store.database), bot.store.results
    digests = Digests(store, results, bot.games, bot.paragraphs, bot.poster, bot.clock, bot.peers.owner)
    bot.games.tenants.append(digests)
    return {Digests: digests}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"digest": TOPIC})
