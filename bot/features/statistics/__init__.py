"""Statistics of people, and the leaderboard of a server."""

from __future__ import annotations

from bot.front.feature import Feature

ROOM = Feature()
