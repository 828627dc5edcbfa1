"""People, servers, previews, profiles kept in memory, and what deliveries and requests read in one transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import tzinfo
from functools import cache
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, FromClause, Row, Select, String, Table, and_, cast, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.changes import DeliveryContext, GameContext, RequestContext
from bot.model.deliveries import SHOWS_GAME, Delivery, DeliveryKind, TargetKind
from bot.model.games import GAME, Draft, GameSummary, Place, kind_of
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.model.timezones import zone_of
from bot.store.database import Database, Repository
from bot.store.journal import of_games, read_nearby, summaries_of
from bot.store.processes import Signals, Topic
from bot.store.ratings import last_to_learn
from bot.store.rows import (
    Statement,
    StatementResult,
    among,
    any_of,
    execute,
    is_known,
    numbered,
    padded,
    post_of,
    put,
    target_of,
    value_of,
    values_of,
)
from bot.store.tables import (
    CHANNELS,
    DELIVERIES,
    DRAFTS,
    GAMES,
    OTHER_DRAFTS,
    PEOPLE,
    POSTS,
    RACK_ORDERS,
    SERVERS,
    TARGETS,
)
from engine.game.state import Person
from engine.model.tiles import Tile

P = TypeVar("P", PersonProfile, ServerProfile, ChannelProfile)
AGE = 10.0
"""Seconds after which a profile is read again, where another process may have changed it."""
MOST_PROFILES = 10_000
"""How many profiles are kept."""


class Profiles:
    """The profiles that this process has read lately."""

    def __init__(self, signals: Signals) -> None:
        self._signals = signals
        self._kept: OrderedDict[str, tuple[PersonProfile | ServerProfile | ChannelProfile, float]] = OrderedDict()
        self.changes = 0
        """How often profiles have changed: what a transaction reads that began before a change is not kept."""

    def find(self, kind: type[P], owner: object) -> P | None:
        """The profile of a person, server or channel; None if it has to be read."""
        found, at = self._kept.get(_key(kind, owner), (None, 0.0))
        is_fresh = self._signals.is_alone or (self._signals.hears and monotonic() - at < AGE)
        return found if is_fresh and isinstance(found, kind) else None

    def keep(self, profile: P, since: int) -> P:
        """Keep a profile read in a transaction that began when there had been `since` changes; returns it."""
        if since == self.changes:
            key = _key(type(profile), profile.id)
            self._kept[key] = profile, monotonic()
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_PROFILES:
                self._kept.popitem(last=False)
        return profile

    @contextmanager
    def changing(self, kind: type[P], owner: object) -> Iterator[None]:
        """A transaction that changes a profile: it is dropped afterwards, here and in the other processes."""
        try:
            yield
        finally:
            self.drop(_key(kind, owner))
            self._signals.tell(Topic.PROFILES, _key(kind, owner))

    def drop(self, key: str) -> None:
        """Drop a profile that another process has changed; all of them if it is not known which."""
        self.changes += 1
        if key:
            self._kept.pop(key, None)
        else:
            self._kept.clear()


def _key(kind: type[PersonProfile | ServerProfile | ChannelProfile], owner: object) -> str:
    return f"{kind.__name__}/{owner}"


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

    async def people(self, people: Collection[str]) -> dict[str, PersonProfile]:
        """The profiles of people by id; those that are not in memory are read together."""
        known = {person: self.profiles.find(PersonProfile, person) for person in people}
        found = {person: profile for person, profile in known.items() if profile}
        if missing := known.keys() - found.keys():
            since = self.profiles.changes
            async with self._database.read() as connection:
                read = await read_people(connection, missing)
            found |= {person: self.profiles.keep(profile, since) for person, profile in read.items()}
        return found

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

    async def seen(self, profile: PersonProfile, locale: str | None, avatar: str | None) -> PersonProfile:
        """Note a person's Discord language, unless it is unknown, and the hash of their avatar.

        Returns `profile`, which was freshly read, with them.
        """

        def noted(profile: PersonProfile) -> PersonProfile:
            return replace(profile, locale=locale or profile.locale, avatar=avatar)

        if noted(profile) != profile:
            await self.change_person(profile.id, noted)
        return noted(profile)

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

    async def zone(self, server: int) -> tzinfo:
        """A server's time zone."""
        return zone_of((await self.server(server)).time_zone)

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


_TURNS = (DeliveryKind.BOARD, DeliveryKind.TURN)


class Contexts(Repository):
    """What deliveries and requests need to know, each read in one transaction; profiles may be known from before."""

    def __init__(self, database: Database, profiles: Profiles) -> None:
        super().__init__(database)
        self._profiles = profiles

    async def of_game(self, game: str) -> GameContext | None:
        """A game, where it is shown, and its live posts; None if it does not exist."""
        async with self._database.read() as connection:
            return _games(await execute(connection, *_reading([game]))).get(game)

    async def of_deliveries(self, deliveries: Sequence[Delivery]) -> dict[int, DeliveryContext]:
        """The facts from which deliveries are made, by their ids; without those whose game does not exist."""
        since = self._profiles.changes
        async with self._database.read() as connection:
            these = padded((one.id,) for one in deliveries)
            about = _facts(len(these)), numbered("deliveries", these)
            *read, told = await execute(connection, *_reading({one.game for one in deliveries}), about)
            games, facts = _games(read), {row.id: row for row in told.rows}
            return {
                one.id: await self._of_delivery(connection, one, games[one.game], facts[one.id], since)
                for one in deliveries
                if one.game in games
            }

    async def _of_delivery(
        self, connection: AsyncConnection, delivery: Delivery, game: GameContext, facts: Row[Any], since: int
    ) -> DeliveryContext:
        target, server = delivery.target, game.summary.place.guild_id
        in_channel = target.kind is TargetKind.CHANNEL
        return DeliveryContext(
            game,
            await self._people(connection, _involved(game.summary, () if in_channel else (str(target.id),)), since),
            await self._channel(connection, target.id, since) if in_channel else None,
            await self._server(connection, server, since) if server is not None else None,
            () if in_channel else order_of(facts.tiles),
            delivery.kind in _TURNS and facts.last_to_learn is not None,
            facts.before if delivery.kind in SHOWS_GAME else None,
        )

    async def of_request(self, person: str, place: Place, game: str | None) -> RequestContext:
        """The context of a request; `game` is the id that a button names, if it names a game."""
        since = self._profiles.changes
        async with self._database.read() as connection:
            shown, own = await read_nearby(connection, place.channel_id, person)
            return RequestContext(
                (await self._people(connection, (person,), since))[person],
                await self._server(connection, place.guild_id, since) if place.guild_id is not None else None,
                shown,
                own,
                _games(await execute(connection, *_reading([game]))).get(game) if game else None,
            )

    async def _people(
        self, connection: AsyncConnection, people: Collection[str], since: int
    ) -> dict[str, PersonProfile]:
        known = {person: self._profiles.find(PersonProfile, person) for person in people}
        unknown = [person for person, profile in known.items() if profile is None]
        read = await read_people(connection, unknown) if unknown else {}
        for profile in read.values():
            self._profiles.keep(profile, since)
        return {person: profile for person, profile in known.items() if profile} | read

    async def _channel(self, connection: AsyncConnection, channel: int, since: int) -> ChannelProfile:
        known = self._profiles.find(ChannelProfile, channel)
        return known or self._profiles.keep(await read_channel(connection, channel), since)

    async def _server(self, connection: AsyncConnection, server: int, since: int) -> ServerProfile:
        known = self._profiles.find(ServerProfile, server)
        return known or self._profiles.keep(await read_server(connection, server), since)


def _reading(games: Collection[str]) -> tuple[Statement, Statement, Statement]:
    """Read games by their ids, at least one, where they are shown, and their live posts."""
    these = padded((one,) for one in games)
    values = numbered("games", these)
    return (of_games(len(these)), values), (_targets(len(these)), values), (_live_posts(len(these)), values)


def _games(read: Sequence[StatementResult]) -> dict[str, GameContext]:
    """What `_reading` has read, by the ids of the games."""
    summaries, targets, posts = (one.rows for one in read)
    return {
        one.game: GameContext(
            one,
            tuple(target_of(row) for row in targets if row.game == one.game),
            tuple(post_of(row) for row in posts if row.game == one.game),
        )
        for one in summaries_of(summaries)
    }


@cache
def _targets(count: int) -> Select[Any]:
    return select(TARGETS).where(among("games", count, TARGETS.c.game), ~TARGETS.c.brief)


@cache
def _live_posts(count: int) -> Select[Any]:
    live = among("games", count, POSTS.c.game), POSTS.c.live
    return select(POSTS).where(*live, is_known(POSTS)).order_by(POSTS.c.sequence, POSTS.c.message_id)


@cache
def _facts(count: int) -> Select[Any]:
    """What is known about each of the `deliveries`: the receiver's order of the rack, and `DeliveryContext.before`.

    `last_to_learn` is the game after which the person on turn knows how to make a move, if there is one.
    """
    order = and_(RACK_ORDERS.c.game == GAMES.c.game, RACK_ORDERS.c.player == cast(DELIVERIES.c.target_id, String))
    facts = select(
        DELIVERIES.c.id,
        RACK_ORDERS.c.tiles,
        last_to_learn(GAMES.c.on_turn).scalar_subquery().label("last_to_learn"),
        _shown_before().label("before"),
    )
    facts = facts.join(GAMES, GAMES.c.game == DELIVERIES.c.game).outerjoin(RACK_ORDERS, order)
    return facts.where(among("deliveries", count, DELIVERIES.c.id))


def _shown_before() -> ColumnElement[int]:
    """Up to which event the boards before the newest live one have shown a delivery's game to its target."""

    def boards(posts: FromClause) -> list[ColumnElement[bool]]:
        same = [posts.c[name] == DELIVERIES.c[name] for name in ("game", "target_kind", "target_id")]
        return [*same, any_of(posts.c.kind, sorted(kind.value for kind in SHOWS_GAME))]

    live = POSTS.alias()
    newest = select(func.max(live.c.message_id)).where(*boards(live), live.c.live).correlate(DELIVERIES)
    earlier = POSTS.c.message_id < newest.scalar_subquery()
    return select(func.max(POSTS.c.sequence)).where(*boards(POSTS), earlier).correlate(DELIVERIES).scalar_subquery()


def _involved(summary: GameSummary, others: Iterable[str]) -> set[str]:
    """The ids of the members who play or host a game, with the given others."""
    return {summary.host, *others, *(Person(seat.player, seat.name).member for seat in summary.seats if seat.person)}
