"""Analysis boards: positions to try moves in, alone."""

from __future__ import annotations

from bot.features.analysis.boards import AnalysisBoards
from bot.features.analysis.refusals import WORDINGS
from bot.features.analysis.store import AnalysisStore
from bot.features.analysis.text import TOPIC
from bot.front.feature import BotProcess, Feature, Hooks


def _hooks(bot: BotProcess) -> Hooks:
    return Hooks(services=(AnalysisBoards(AnalysisStore(bot.store.database), bot.clock, bot.luck),))


FEATURE = Feature(bot=_hooks, wordings=WORDINGS, topics={"analysis": TOPIC})
