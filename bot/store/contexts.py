"""What deliveries and requests need to know, each read in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.contexts import DeliveryContext, GameContext, RequestContext
from bot.model.deliveries import SHOWS_GAME, Delivery, DeliveryKind, TargetKind
from bot.model.games import GameSummary, Place
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.store.database import Database, Repository
from bot.store.journal import read_summaries, shown_in
from bot.store.people import read_channel, read_people, read_rack_order, read_server
from bot.store.profiles import Profiles
from bot.store.results import knows_moves
from bot.store.rows import post_of, target_of, target_row
from bot.store.tables import GAMES, POSTS, TARGETS
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
            return await _read_game(connection, game)

    async def of_deliveries(self, deliveries: Sequence[Delivery]) -> dict[int, DeliveryContext]:
        """The facts from which deliveries are made, by their ids; without those whose game does not exist."""
        since = self._profiles.changes
        async with self._database.read() as connection:
            games = {game: await _read_game(connection, game) for game in {one.game for one in deliveries}}
            return {
                one.id: await self._of_delivery(connection, one, game, since)
                for one in deliveries
                if (game := games[one.game])
            }

    async def _of_delivery(
        self, connection: AsyncConnection, delivery: Delivery, game: GameContext, since: int
    ) -> DeliveryContext:
        target, server = delivery.target, game.summary.place.guild_id
        in_channel = target.kind is TargetKind.CHANNEL
        return DeliveryContext(
            game,
            await self._people(connection, _involved(game.summary, () if in_channel else (str(target.id),)), since),
            await self._channel(connection, target.id, since) if in_channel else None,
            await self._server(connection, server, since) if server is not None else None,
            () if in_channel else await read_rack_order(connection, delivery.game, str(target.id)),
            delivery.kind in _TURNS and await knows_moves(connection, game.summary.on_turn or ""),
            await _shown_before(connection, game, delivery) if delivery.kind in SHOWS_GAME else None,
        )

    async def of_request(self, person: str, place: Place, game: str | None) -> RequestContext:
        """The context of a request; `game` is the id that a button names, if it names a game."""
        since = self._profiles.changes
        async with self._database.read() as connection:
            return RequestContext(
                (await self._people(connection, (person,), since))[person],
                await self._server(connection, place.guild_id, since) if place.guild_id is not None else None,
                await read_summaries(connection, shown_in(place.channel_id)),
                await _read_game(connection, game) if game else None,
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


async def _read_game(connection: AsyncConnection, game: str) -> GameContext | None:
    """A game, where it is shown, and its live posts."""
    summaries = await read_summaries(connection, select(GAMES).where(GAMES.c.game == game))
    if not summaries:
        return None
    targets = (await connection.execute(select(TARGETS).where(TARGETS.c.game == game))).all()
    live = select(POSTS).where(POSTS.c.game == game, POSTS.c.live).order_by(POSTS.c.sequence, POSTS.c.message_id)
    posts = (await connection.execute(live)).all()
    return GameContext(summaries[0], tuple(map(target_of, targets)), tuple(map(post_of, posts)))


async def _shown_before(connection: AsyncConnection, game: GameContext, delivery: Delivery) -> int | None:
    """Up to which event the boards before the newest one have shown the game to a target; None if that is the first."""
    live = [post.message_id for post in game.posts_in(delivery.target) if post.kind in SHOWS_GAME]
    if not live:
        return None
    kinds = [kind.value for kind in SHOWS_GAME]
    query = select(func.max(POSTS.c.sequence)).filter_by(game=delivery.game, **target_row(delivery.target))
    query = query.where(POSTS.c.kind.in_(kinds), POSTS.c.message_id < max(live))
    found: int | None = (await connection.execute(query)).scalar_one_or_none()
    return found


def _involved(summary: GameSummary, others: Iterable[str]) -> set[str]:
    """The ids of the members who play or host a game, with the given others."""
    return {summary.host, *others, *(Person(seat.player, seat.name).member for seat in summary.seats if seat.person)}
