"""The digest: once a week, what has happened in a server, from its games and from what features add."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.digest.refusals import WORDINGS
from bot.features.digest.text import TOPIC
from bot.front.digests import Paragraph, Week
from bot.front.feature import BotProcess, ByClass, Feature
from bot.text.honours import champions_text
from bot.text.texts import Texts


def _services(bot: BotProcess) -> ByClass:
    from bot.features.digest.digests import Digests
    from bot.features.digest.store import DigestStore

    store, results = DigestStore(bot.store.database), bot.store.results

    async def champions(week: Week, texts: Texts) -> str:
        return champions_text(await results.honours.within(week.server, week.since, week.until), texts)

    def paragraphs() -> Sequence[Paragraph]:
        return [champions, *bot.paragraphs()]

    digests = Digests(store, results, bot.games, paragraphs, bot.poster, bot.clock, bot.peers.owner)
    bot.games.tenants.append(digests)
    return {Digests: digests}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"digest": TOPIC})
