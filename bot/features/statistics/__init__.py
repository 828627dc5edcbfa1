"""Statistics of people, and the leaderboard of a server."""

from __future__ import annotations

from bot.front.feature import Feature
from bot.front.interaction.room import FrontRoom


def _front() -> FrontRoom:
    from bot.features.statistics.commands import FRONT

    return FRONT


ROOM = Feature(front=_front)
