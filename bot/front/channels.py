"""Settings of a channel, and how a thread comes by them."""

from __future__ import annotations

from dataclasses import replace

from bot.front.asking import Asked
from bot.service.ports import Place
from bot.service.profiles import ChannelProfile


async def settings_here(asked: Asked) -> ChannelProfile:
    """The settings where somebody asks; those of its channel for a thread in which nothing was set."""
    people, here = asked.desk.people, asked.place.channel_id
    own = await people.channel(here)
    if asked.parent is None or own != ChannelProfile(here):
        return own
    return replace(await people.channel(asked.parent), id=here)


async def hand_on(asked: Asked, place: Place) -> None:
    """Give a place the settings that hold where somebody asks, if it is another place or a thread."""
    if asked.parent is None and place.channel_id == asked.place.channel_id:
        return
    kept = replace(await settings_here(asked), id=place.channel_id)
    await asked.desk.people.change_channel(place.channel_id, lambda _: kept)
