"""People who are away: their clocks stand still in games with long turns."""

from __future__ import annotations

from bot.features.away.absences import Absences
from bot.features.away.refusals import WORDINGS
from bot.features.away.store import AwayStore
from bot.features.away.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    return {Absences: Absences(AwayStore(bot.store.database), bot.games, bot.fair_use, bot.clock)}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"away": TOPIC})
