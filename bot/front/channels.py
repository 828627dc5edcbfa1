"""Settings of a channel: which coordinates its new games have (ledger K11)."""

from __future__ import annotations

from bot.front.asking import Asked
from engine.model.coordinates import STANDARD, Orientation


async def orientation(asked: Asked) -> Orientation:
    """The coordinates of new games in a channel."""
    profile = await asked.desk.people.channel(asked.place.channel_id)
    return Orientation.of_code(profile.coordinates) or STANDARD
