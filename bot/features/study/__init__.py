"""Word study: drills in private, with questions that come again before they are forgotten."""

from __future__ import annotations

from bot.features.study.refusals import WORDINGS
from bot.features.study.sessions import Study
from bot.features.study.store import StudyStore
from bot.features.study.text import TOPIC, deck_title
from bot.front.feature import BotProcess, ByClass, Feature


def _services(bot: BotProcess) -> ByClass:
    return {Study: Study(StudyStore(bot.store.database), bot.luck, bot.missed_words)}


ROOM = Feature(wordings=WORDINGS, services=_services, titles={"drill": deck_title}, topics={"study": TOPIC})
