"""People and servers: their settings, and whether direct messages reach them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.people import PeopleStore
from engine.model.tiles import Tile

DM_AGAIN = 24 * 3600 * 1000
"""Milliseconds before someone who refused direct messages is tried again."""


class People:
    """What the bot remembers of people and servers."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store

    async def person(self, person: str) -> PersonProfile:
        """A person's profile; the default settings for an unknown person."""
        return await self._store.person(person)

    async def change(self, person: str, change: Callable[[PersonProfile], PersonProfile]) -> None:
        """Change settings of a person; concurrent changes by others are kept."""
        await self._store.change_person(person, change)

    async def seen(self, profile: PersonProfile, locale: str) -> PersonProfile:
        """Note the Discord language of a person who acts; returns `profile`, theirs as it was just now, with it."""
        if profile.locale != locale:
            await self.change(profile.id, lambda profile: replace(profile, locale=locale))
        return replace(profile, locale=locale)

    async def dm_works(self, profile: PersonProfile, channel: int | None = None) -> None:
        """Note that a direct message reached a person, or came from them; `profile` is theirs as it was just now."""

        def reached(profile: PersonProfile) -> PersonProfile:
            return replace(profile, dm_closed_since=None, dm_channel=channel or profile.dm_channel)

        if reached(profile) != profile:
            await self.change(profile.id, reached)

    async def dm_refused(self, person: str, now: int) -> None:
        """Note that a person takes no direct messages from the bot."""
        await self.change(person, lambda profile: replace(profile, dm_closed_since=now))

    async def rack_order(self, game: str, player: str) -> tuple[Tile, ...]:
        """The order in which a player of a game has laid out the rack; empty if there is none."""
        return await self._store.rack_order(game, player)

    async def keep_rack_order(self, game: str, player: str, tiles: Sequence[Tile]) -> None:
        """Keep the order in which a player of a game has laid out the rack; empty for none."""
        await self._store.keep_rack_order(game, player, tiles)

    async def server(self, server: int) -> ServerProfile:
        """A server's profile."""
        return await self._store.server(server)

    async def channel(self, channel: int) -> ChannelProfile:
        """A channel's profile."""
        return await self._store.channel(channel)

    async def change_channel(self, channel: int, change: Callable[[ChannelProfile], ChannelProfile]) -> None:
        """Change settings of a channel; concurrent changes by others are kept."""
        await self._store.change_channel(channel, change)

    async def change_server(self, server: int, change: Callable[[ServerProfile], ServerProfile]) -> None:
        """Change settings of a server; concurrent changes by others are kept."""
        await self._store.change_server(server, change)


def is_closed(profile: PersonProfile, now: int) -> bool:
    """Whether a direct message is not worth trying now."""
    since = profile.dm_closed_since
    return since is not None and now < since + DM_AGAIN
