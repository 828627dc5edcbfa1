"""Open challenges: whoever accepts one first plays."""

from __future__ import annotations

from bot.features.seeks.refusals import WORDINGS
from bot.features.seeks.store import SeekStore
from bot.features.seeks.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    from bot.features.seeks.lists import SeekLists

    store = SeekStore(bot.store.database)
    return {SeekStore: store, SeekLists: SeekLists(store, bot.games, bot.poster, bot.clock, bot.peers.owner)}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"seeks": TOPIC})
