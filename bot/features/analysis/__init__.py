"""Analysis boards: positions to try moves in, alone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.analysis.boards import AnalysisBoards
from bot.features.analysis.store import AnalysisStore
from bot.features.analysis.text import TOPIC, WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.hints import Analyser


@dataclass(frozen=True, slots=True)
class AnalysisServices:
    """What the actions of analysis boards use."""

    boards: AnalysisBoards
    analyser: Analyser


def _hooks(bot: BotProcess) -> Hooks:
    boards = AnalysisBoards(AnalysisStore(bot.store.database), bot.clock, bot.luck)
    return Hooks(services=(AnalysisServices(boards, bot.analyser),))


FEATURE = Feature(bot=_hooks, wordings=WORDINGS, topics={"analysis": TOPIC})
