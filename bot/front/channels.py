"""Settings of a channel: which coordinates its new games have (ledger K11)."""

from __future__ import annotations

from dataclasses import replace

from bot.front.asking import Asked
from bot.front.plain import say
from bot.front.presenter import Message
from bot.front.refusals import NotOffered, OnlyModerator
from bot.text.coordinates import orientation_text
from engine.model.coordinates import ORIENTATIONS, STANDARD, Orientation


async def orientation(asked: Asked) -> Orientation:
    """The coordinates of new games in a channel."""
    profile = await asked.desk.people.channel(asked.place.channel_id)
    return Orientation.of_code(profile.coordinates) or STANDARD


async def settings(asked: Asked, coordinates: str) -> Message:
    """The settings of the channel, one of them changed where a value is given. Raises `OnlyModerator`, `NotOffered`."""
    if coordinates:
        await _change(asked, coordinates.strip().lower())
    named = orientation_text(await orientation(asked), asked.texts)
    told = asked.texts.gettext("Coordinates of new games here: {named}.", named=named)
    running = asked.texts.gettext("Games that have been opened already keep theirs.")
    return say(f"{told} {running}" if coordinates else told)


async def _change(asked: Asked, code: str) -> None:
    if asked.place.guild_id is not None and not asked.moderator:
        raise OnlyModerator
    if Orientation.of_code(code) is None:
        raise NotOffered("orientation", code, tuple(one.code for one in ORIENTATIONS))
    await asked.desk.people.change_channel(asked.place.channel_id, lambda profile: replace(profile, coordinates=code))
