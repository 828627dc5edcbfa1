"""People, servers and stored previews."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Row, Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.games import GAME, Draft, kind_of
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.database import Database, Repository
from bot.store.profiles import Profiles
from bot.store.rows import put, value_of, values_of
from bot.store.tables import CHANNELS, DRAFTS, OTHER_DRAFTS, PEOPLE, RACK_ORDERS, SERVERS
from engine.model.tiles import Tile

Follower = Callable[[AsyncConnection, PersonProfile, PersonProfile], Awaitable[object]]
"""Changes what depends on a person's profile, from the profile before and after, in the transaction that changes it."""
_PERSON_COLUMNS = ("dm_channel", "dm_closed_since", "gives_puzzles")


class PeopleStore(Repository):
    """Settings of people, channels and servers. Without stored settings, they have the defaults.

    Stored settings that only a later version knows are ignored.
    """

    def __init__(self, database: Database, profiles: Profiles, followers: Iterable[Follower] = ()) -> None:
        super().__init__(database)
        self.profiles = profiles
        self._followers = tuple(followers)

    async def person(self, person: str) -> PersonProfile:
        """A person's profile."""
        if known := self.profiles.find(PersonProfile, person):
            return known
        since = self.profiles.changes
        async with self._database.read() as connection:
            return self.profiles.keep(await read_person(connection, person), since)

    async def change_person(self, person: str, change: Callable[[PersonProfile], PersonProfile]) -> None:
        """Change a person's profile and what depends on it, with no other change in between."""
        with self.profiles.changing(PersonProfile, person):
            async with self._database.write(f"person {person}") as connection:
                before = await read_person(connection, person)
                after = change(before)
                if after != before:
                    await put(connection, PEOPLE, _person_row(after))
                for follow in self._followers:
                    await follow(connection, before, after)

    async def seen(self, profile: PersonProfile, locale: str) -> PersonProfile:
        """Note a person's Discord language; returns `profile`, which was freshly read, with it."""
        if profile.locale == locale:
            return profile
        await self.change_person(profile.id, lambda profile: replace(profile, locale=locale))
        return replace(profile, locale=locale)

    async def dm_works(self, profile: PersonProfile, channel: int | None = None) -> None:
        """Note that a direct message reached a person, or came from them; `profile` was freshly read."""

        def reached(profile: PersonProfile) -> PersonProfile:
            return replace(profile, dm_closed_since=None, dm_channel=channel or profile.dm_channel)

        if reached(profile) != profile:
            await self.change_person(profile.id, reached)

    async def dm_refused(self, person: str, now: int) -> None:
        """Note that a person takes no direct messages from the bot."""
        await self.change_person(person, lambda profile: replace(profile, dm_closed_since=now))

    async def server(self, server: int) -> ServerProfile:
        """A server's profile."""
        if known := self.profiles.find(ServerProfile, server):
            return known
        since = self.profiles.changes
        async with self._database.read() as connection:
            return self.profiles.keep(await read_server(connection, server), since)

    async def change_server(self, server: int, change: Callable[[ServerProfile], ServerProfile]) -> None:
        """Change a server's profile, with no other change in between."""
        with self.profiles.changing(ServerProfile, server):
            async with self._database.write(f"server {server}") as connection:
                facts = asdict(change(await read_server(connection, server)))
                await put(connection, SERVERS, {"server": facts.pop("id"), "settings": facts})

    async def channel(self, channel: int) -> ChannelProfile:
        """A channel's profile."""
        if known := self.profiles.find(ChannelProfile, channel):
            return known
        since = self.profiles.changes
        async with self._database.read() as connection:
            return self.profiles.keep(await read_channel(connection, channel), since)

    async def change_channel(self, channel: int, change: Callable[[ChannelProfile], ChannelProfile]) -> None:
        """Change a channel's profile, with no other change in between."""
        with self.profiles.changing(ChannelProfile, channel):
            async with self._database.write(f"channel {channel}") as connection:
                facts = asdict(change(await read_channel(connection, channel)))
                await put(connection, CHANNELS, {"channel": facts.pop("id"), "settings": facts})

    async def rack_order(self, game: str, player: str) -> tuple[Tile, ...]:
        """The order in which a player of a game has arranged the rack; empty if there is none."""
        query = select(RACK_ORDERS.c.tiles).where(RACK_ORDERS.c.game == game, RACK_ORDERS.c.player == player)
        return order_of(await self._value(list, query))

    async def keep_rack_order(self, game: str, player: str, tiles: Sequence[Tile]) -> None:
        """Keep the order in which a player of a game has arranged the rack; empty for none."""
        kept = [[tile.letter, tile.points] for tile in tiles]
        async with self._database.write(f"rack {game}") as connection:
            await put(connection, RACK_ORDERS, {"game": game, "player": player, "tiles": kept})


def order_of(kept: Sequence[tuple[str, int]] | None) -> tuple[Tile, ...]:
    """A stored order of a rack; empty if there is none."""
    return tuple(Tile(letter, points) for letter, points in kept or ())


async def read_person(connection: AsyncConnection, person: str) -> PersonProfile:
    """The profile of a person; the default settings if there is none."""
    return (await read_people(connection, (person,)))[person]


async def read_people(connection: AsyncConnection, people: Collection[str]) -> dict[str, PersonProfile]:
    """The profiles of people by id; the default settings for those who have none."""
    rows = (await connection.execute(select(PEOPLE).where(PEOPLE.c.person.in_(people)))).all()
    return {person: PersonProfile(person) for person in people} | {row.person: _person_of(row) for row in rows}


def _person_of(row: Row[Any]) -> PersonProfile:
    settings = _known(row.settings, PersonProfile)
    return PersonProfile(row.person, **{name: getattr(row, name) for name in _PERSON_COLUMNS}, **settings)


async def read_server(connection: AsyncConnection, server: int) -> ServerProfile:
    """The profile of a server; the default settings if there is none."""
    row = (await connection.execute(select(SERVERS).where(SERVERS.c.server == server))).one_or_none()
    return ServerProfile(server) if row is None else ServerProfile(server, **_known(row.settings, ServerProfile))


async def read_channel(connection: AsyncConnection, channel: int) -> ChannelProfile:
    """The profile of a channel; the default settings if there is none."""
    row = (await connection.execute(select(CHANNELS).where(CHANNELS.c.channel == channel))).one_or_none()
    return ChannelProfile(channel) if row is None else ChannelProfile(channel, **_known(row.settings, ChannelProfile))


def _person_row(profile: PersonProfile) -> dict[str, Any]:
    facts = asdict(profile)
    return {"person": facts.pop("id"), **{name: facts.pop(name) for name in _PERSON_COLUMNS}, "settings": facts}


def _known(settings: dict[str, Any], kind: type[PersonProfile | ServerProfile | ChannelProfile]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name in kind.__dataclass_fields__}


class DraftStore(Repository):
    """Stored previews."""

    async def save(self, draft: Draft) -> None:
        """Keep a draft."""
        async with self._database.write() as connection:
            await connection.execute(insert(_table_of(draft.subject)), [asdict(draft)])

    async def load(self, draft: str) -> Draft | None:
        """The draft with an id."""
        async with self._database.read() as connection:
            return await _draft(connection, draft)

    async def change(self, draft: str, change: Callable[[Draft], Draft]) -> Draft | None:
        """Change a draft, with no other change in between; None if there is no draft with that id."""
        async with self._database.write() as connection:
            before = await _draft(connection, draft, for_update=True)
            if before is None:
                return None
            after, table = change(before), _table_of(before.subject)
            await connection.execute(update(table).where(table.c.id == draft).values(asdict(after)))
        return after

    async def of_person(self, subject: str, person: str, limit: int) -> tuple[Draft, ...]:
        """A person's latest drafts for a subject, newest first."""
        table = _table_of(subject)
        query = select(table).where(table.c.subject == subject, table.c.person == person)
        rows = await self._rows(query.order_by(table.c.opened.desc()).limit(limit))
        return values_of(Draft, rows)


def _table_of(subject: str) -> Table:
    """Drafts of a game go with it; those of anything else are in a table of their own."""
    return DRAFTS if kind_of(subject) == GAME else OTHER_DRAFTS


async def _draft(connection: AsyncConnection, draft: str, *, for_update: bool = False) -> Draft | None:
    for table in (DRAFTS, OTHER_DRAFTS):
        query = select(table).where(table.c.id == draft)
        row = (await connection.execute(query.with_for_update() if for_update else query)).one_or_none()
        if row is not None:
            return value_of(Draft, row)
    return None
