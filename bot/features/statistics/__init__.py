"""Statistics of people, their ratings, and the leaderboards of a server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.features.statistics.text import TOPIC
from bot.features.statistics.weekly import weekly
from bot.front.feature import BotProcess, Feature

if TYPE_CHECKING:
    from bot.front.posting.composers import Note


def _notes(bot: BotProcess) -> Iterable[Note]:
    from bot.features.statistics.notes import RatingNotes

    return (RatingNotes(bot.ratings, bot.store.results).note,)


ROOM = Feature(topics={"ratings": TOPIC}, notes=_notes, digest=weekly)
