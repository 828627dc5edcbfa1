"""Open games: the first to accept one plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.seeks.refusals import WORDINGS
from bot.features.seeks.store import SEEK_LISTS, SeekStore
from bot.features.seeks.text import TOPIC
from bot.front.feature import BotProcess, Feature, Hooks
from bot.store.repositories import StoreHooks

if TYPE_CHECKING:
    from bot.features.seeks.lists import SeekLists


@dataclass(frozen=True, slots=True)
class SeekServices:
    """What the actions of open offers use."""

    store: SeekStore
    lists: SeekLists


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.seeks.lists import SeekLists

    store = SeekStore(bot.store.database)
    lists = SeekLists(store, bot.games, bot.poster, bot.clock, bot.peers.owner)
    return Hooks(services=(SeekServices(store, lists),), loops=(lists,))


FEATURE = Feature(
    bot=_hooks, store=StoreHooks(leased=((SEEK_LISTS, SEEK_LISTS.c.at),)), wordings=WORDINGS, topics={"seeks": TOPIC}
)
