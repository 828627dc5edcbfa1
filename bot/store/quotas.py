"""Counting the games of a person, a channel and a server, each with an index and never beyond the limit."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.limits import Limit, Per
from bot.model.changes import Quota
from bot.model.errors import TooManyGames
from bot.model.games import GamePhase
from bot.store.postgresql import take_lock
from bot.store.tables import GAMES

NAMED = 5
"""How many of the counted games are named."""

_PHASES = {Limit.LOBBIES: (GamePhase.LOBBY,), Limit.PAUSED: (GamePhase.PAUSED,)}
_RUNNING = tuple(phase for phase in GamePhase if phase not in (GamePhase.LOBBY, GamePhase.PAUSED, GamePhase.OVER))


async def hold_quotas(connection: AsyncConnection, quotas: tuple[Quota, ...]) -> None:
    """Keep others from counting for the same owners until the transaction ends."""
    for name in sorted({f"quota/{one.per.value}/{one.owner}" for one in quotas}):
        await take_lock(connection, name)


async def check_quotas(connection: AsyncConnection, quotas: tuple[Quota, ...], game: str = "") -> None:
    """Raises `TooManyGames` for the first quota without room for a game, which is not counted itself."""
    for quota in quotas:
        query = select(GAMES.c.game).where(*_counted(quota), GAMES.c.game != game).limit(quota.most)
        found = (await connection.execute(query)).scalars().all()
        if len(found) >= quota.most:
            raise TooManyGames(quota.limit, quota.per, quota.most, quota.everywhere, quota.own, tuple(found[:NAMED]))


def _counted(quota: Quota) -> tuple[ColumnElement[bool], ...]:
    phases = GAMES.c.phase.in_([phase.value for phase in _PHASES.get(quota.limit, _RUNNING)])
    if quota.limit in _PHASES:
        return (*_of(quota), phases)
    alone: Any = GAMES.c.demonstration
    return (*_of(quota), phases, alone if quota.limit is Limit.DEMONSTRATIONS else ~alone)


def _of(quota: Quota) -> tuple[ColumnElement[bool], ...]:
    match quota.per:
        case Per.PERSON if quota.everywhere:
            return (GAMES.c.host == quota.owner,)
        case Per.PERSON:
            return (GAMES.c.host == quota.owner, GAMES.c.guild_id == quota.server)
        case Per.CHANNEL:
            return (GAMES.c.root_id == int(quota.owner),)
        case Per.SERVER:
            return (GAMES.c.guild_id == int(quota.owner),)
