"""Analysis boards: positions to try moves in, alone."""

from __future__ import annotations

from bot.features.analysis.boards import AnalysisBoards
from bot.features.analysis.refusals import WORDINGS
from bot.features.analysis.store import AnalysisStore
from bot.features.analysis.text import TOPIC
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    return {AnalysisBoards: AnalysisBoards(AnalysisStore(bot.store.database), bot.clock, bot.luck)}


ROOM = Feature(wordings=WORDINGS, services=_services, topics={"analysis": TOPIC})
