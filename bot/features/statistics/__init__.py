"""Profiles of people, their ratings, how they do against each other, and the leaderboards of a server."""

from __future__ import annotations

from bot.features.statistics.text import TOPIC, weekly
from bot.front.feature import BotProcess, Feature, Hooks


def _hooks(bot: BotProcess) -> Hooks:
    from bot.features.statistics.commands import ProfileServices, RatingNotes, SeriesNotes

    ratings, results = RatingNotes(bot.ratings, bot.store.results), SeriesNotes(bot.games, bot.store.results)
    return Hooks(
        services=(ProfileServices(bot.trophies),), notes=(results.note, ratings.note), paragraphs=(weekly(bot),)
    )


FEATURE = Feature(bot=_hooks, topics={"ratings": TOPIC})
