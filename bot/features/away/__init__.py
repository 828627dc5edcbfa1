"""People who are away: their clocks stand still in games with long turns."""

from __future__ import annotations

from functools import partial

from bot.features.away.absences import Absences
from bot.features.away.store import AwayStore
from bot.features.away.text import TOPIC, WORDINGS
from bot.front.feature import BotProcess, Feature, Hooks
from bot.service.listeners import Listeners


def _hooks(bot: BotProcess) -> Hooks:
    store, tell = AwayStore(bot.store.database), partial(bot.signals.tell, Absences.topic)
    absences = Absences(store, bot.games, bot.fair_use, bot.clock, tell)
    return Hooks(services=(absences,), loops=(absences,), listeners=Listeners(changed=(absences.changed,)))


FEATURE = Feature(bot=_hooks, wordings=WORDINGS, topics={"away": TOPIC})
