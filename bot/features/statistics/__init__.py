"""Statistics of people, their ratings, and the leaderboards of a server."""

from __future__ import annotations

from bot.features.statistics.text import TOPIC, weekly
from bot.front.feature import BotProcess, Feature, Hooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.statistics.commands import RatingNotes

    return Hooks(notes=(RatingNotes(bot.ratings, bot.store.results).note,), paragraphs=(weekly(bot),))


FEATURE = Feature(bot=_hooks, topics={"ratings": TOPIC})
