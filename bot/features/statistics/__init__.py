"""Statistics of people, and the leaderboard of a server."""

from __future__ import annotations

from bot.features.statistics.weekly import weekly
from bot.front.feature import Feature

ROOM = Feature(digest=weekly)
