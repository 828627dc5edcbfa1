"""Results of finished games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.games import GamePhase, GameResult, PlayerResult
from bot.store.database import Database, Repository
from bot.store.honours import Honours
from bot.store.rows import row_of, value_of
from bot.store.tables import GAMES, PLAYER_RESULTS, RESULTS, SEATS

GAMES_TO_LEARN = 3
"""Finished games with a play of one's own, after which one knows how moves are made."""


class Results(Repository):
    """The results of finished games; `Journal.commit` writes them. `honours` are what people have won besides."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.honours = Honours(database)

    async def of_game(self, game: str) -> GameResult | None:
        """The result of a game; None while it is played, or if it was broken off."""
        return next(iter(await self._read(select(RESULTS).where(RESULTS.c.game == game))), None)

    async def of_person(self, person: str, limit: int) -> tuple[GameResult, ...]:
        """A person's latest finished games, newest first."""
        played = select(PLAYER_RESULTS.c.game).where(PLAYER_RESULTS.c.player == person)
        return await self._latest(played, limit)

    async def of_channel(self, channel_id: int, limit: int) -> tuple[GameResult, ...]:
        """The games that were finished last in a channel, newest first."""
        here = select(GAMES.c.game).where(GAMES.c.channel_id == channel_id)
        return await self._latest(here, limit)

    async def _latest(self, games: Select[Any], limit: int) -> tuple[GameResult, ...]:
        query = select(RESULTS).where(RESULTS.c.game.in_(games)).order_by(RESULTS.c.number.desc()).limit(limit)
        return await self._read(query)

    async def knows_moves(self, player: str) -> bool:
        """Whether a player has finished so many games as to know how moves are made."""
        return await self._row(last_to_learn(literal(player))) is not None

    async def latest_game(self, channel_id: int, person: str) -> str | None:
        """The game that was finished last in a channel, else that of a person; also one that somebody ended early.

        Games that ended before the first turn was over do not count.
        """
        over = select(GAMES.c.game).where(GAMES.c.phase == GamePhase.OVER.value, GAMES.c.turn > 1)
        own = select(SEATS.c.game).where(SEATS.c.player == person)
        for place in (GAMES.c.channel_id == channel_id, GAMES.c.game.in_(own)):
            query = over.where(place).order_by(GAMES.c.changed.desc()).limit(1)
            async with self._database.read() as connection:
                if game := (await connection.execute(query)).scalar_one_or_none():
                    return str(game)
        return None

    async def between(self, server: int | None, one: str, other: str, limit: int) -> tuple[GameResult, ...]:
        """The latest games of a server that two people have finished together, newest first."""
        own, others = PLAYER_RESULTS.alias(), PLAYER_RESULTS.alias()
        met = select(own.c.game).join(others, others.c.game == own.c.game)
        met = met.where(own.c.player == one, others.c.player == other)
        query = select(RESULTS).where(RESULTS.c.game.in_(met), RESULTS.c.server == server)
        return await self._read(query.order_by(RESULTS.c.number.desc()).limit(limit))

    async def ended_in(self, server: int, since: int, until: int, limit: int) -> tuple[GameResult, ...]:
        """A server's latest games that ended from an instant on and before another, newest first."""
        ended = (RESULTS.c.server == server, RESULTS.c.ended >= since, RESULTS.c.ended < until)
        query = select(RESULTS).where(*ended).order_by(RESULTS.c.number.desc()).limit(limit)
        return await self._read(query)

    async def _read(self, query: Select[Any]) -> tuple[GameResult, ...]:
        games = query.with_only_columns(RESULTS.c.game).subquery()
        seats = select(PLAYER_RESULTS).join(games, games.c.game == PLAYER_RESULTS.c.game)
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            players: dict[str, list[PlayerResult]] = {row.game: [] for row in rows}
            for seat in await connection.execute(seats.order_by(PLAYER_RESULTS.c.game, PLAYER_RESULTS.c.seat)):
                players[seat.game].append(value_of(PlayerResult, seat))
        return tuple(value_of(GameResult, row, players=tuple(players[row.game])) for row in rows)


def last_to_learn(player: ColumnElement[Any]) -> Select[Any]:
    """Selects the game after which a player knows how moves are made; nothing if that is still to come."""
    played = select(PLAYER_RESULTS.c.game).where(PLAYER_RESULTS.c.player == player, PLAYER_RESULTS.c.best_word != "")
    return played.limit(1).offset(GAMES_TO_LEARN - 1)


async def write_result(connection: AsyncConnection, result: GameResult) -> None:
    """Keep the result of a game that ends in this transaction."""
    await connection.execute(insert(RESULTS), [row_of(RESULTS, result)])
    rows = [row_of(PLAYER_RESULTS, one, game=result.game, seat=seat) for seat, one in enumerate(result.players)]
    await connection.execute(insert(PLAYER_RESULTS), rows)
