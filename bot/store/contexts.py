"""What deliveries and requests need to know, each read in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Row, Select, String, and_, cast, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.contexts import DeliveryContext, GameContext, RequestContext
from bot.model.deliveries import SHOWS_GAME, Delivery, DeliveryKind, TargetKind
from bot.model.games import GameSummary, Place
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.batch import StatementResult, Step, execute
from bot.store.database import Database, Repository
from bot.store.journal import of_games, read_nearby, summaries_of
from bot.store.people import order_of, read_channel, read_people, read_server
from bot.store.profiles import Profiles
from bot.store.results import last_to_learn
from bot.store.rows import among, any_of, numbered, padded, post_of, target_of
from bot.store.tables import DELIVERIES, GAMES, POSTS, RACK_ORDERS, TARGETS
from engine.game.state import Person

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


def _reading(games: Collection[str]) -> tuple[Step, Step, Step]:
    """Reads games by their ids, at least one, where they are shown, and their live posts."""
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
    return select(TARGETS).where(among("games", count, TARGETS.c.game))


@cache
def _live_posts(count: int) -> Select[Any]:
    live = among("games", count, POSTS.c.game), POSTS.c.live
    return select(POSTS).where(*live).order_by(POSTS.c.sequence, POSTS.c.message_id)


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
