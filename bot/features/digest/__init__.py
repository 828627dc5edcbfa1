"""The digest: once a week, what has happened in a server, from its games and from what features add."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.digest.store import DIGESTS, DigestStore
from bot.features.digest.text import TOPIC, WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks
from bot.front.occasions import Paragraph, Week
from bot.service.games import Listeners
from bot.store.repositories import StoreHooks
from bot.text.honours import champions_text
from bot.text.texts import Texts


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.digest.digests import Digests

    store, results = DigestStore(bot.store.database), bot.store.results

    async def champions(week: Week, texts: Texts) -> str:
        return champions_text(await results.honours.within(week.server, week.since, week.until), texts)

    def paragraphs() -> Sequence[Paragraph]:
        return [champions, *bot.paragraphs()]

    owner, zone = bot.peers.owner, bot.store.people.zone
    digests = Digests(store, results, bot.games, paragraphs, bot.poster, bot.clock, owner, zone)
    return Hooks(services=(digests,), loops=(digests,), listeners=Listeners(tenants=(digests,)))


FEATURE = Feature(
    bot=_hooks, store=StoreHooks(leased=((DIGESTS, DIGESTS.c.ends),)), wordings=WORDINGS, topics={"digest": TOPIC}
)
