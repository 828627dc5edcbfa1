"""Word study: drills in private, with questions that come again before they are forgotten."""

from __future__ import annotations

from bot.features.study.sessions import Study
from bot.features.study.store import StudyStore
from bot.features.study.text import TOPIC, WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks


def _hooks(bot: BotProcess) -> Hooks:
    return Hooks(services=(Study(StudyStore(bot.store.database), bot.luck, bot.missed_words),))


FEATURE = Feature(bot=_hooks, wordings=WORDINGS, topics={"study": TOPIC})
