"""People who are away: their clocks stand still in games with long turns."""

from __future__ import annotations

from functools import partial

from bot.features.away.absences import Absences
from bot.features.away.refusals import WORDINGS
from bot.features.away.store import AwayStore
from bot.features.away.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    store, tell = AwayStore(bot.store.database), partial(bot.signals.tell, Absences.topic)
    return {Absences: Absences(store, bot.games, bot.fair_use, bot.clock, tell)}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"away": TOPIC})
