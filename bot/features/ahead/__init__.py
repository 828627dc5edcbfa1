"""Moves ahead: said before one's turn, and played as soon as it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.features.ahead.ahead import Ahead
from bot.features.ahead.player import AheadPlayer
from bot.features.ahead.refusals import WORDINGS
from bot.features.ahead.store import AheadStore
from bot.features.ahead.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature
from bot.model.deliveries import DeliveryKind

if TYPE_CHECKING:
    from bot.front.posting.composers import Composer


def _services(bot: BotProcess) -> ByClass:
    store = AheadStore(bot.store.database)
    player = AheadPlayer(bot.games, store, bot.clock, bot.signals.poll)
    return {Ahead: Ahead(store, bot.clock), AheadPlayer: player}


def _composers(bot: BotProcess) -> Mapping[DeliveryKind, Composer]:
    from bot.features.ahead.announcements import ahead_composers

    return ahead_composers(bot.service(Ahead))


ROOM = Feature(wordings=WORDINGS, services=_services, composers=_composers, topics={"ahead": TOPIC})
