"""The deadlines of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fairness import fair_choice
from bot.model.changes import EVERYTHING, Alarm, Minding
from bot.store.database import Repository, lasting
from bot.store.rows import alarm_of, deadline_row, hold_game, tenant
from bot.store.tables import DEADLINES, GAMES
from engine.game.clock import Deadline, Due

_COMPUTER = DEADLINES.c.kind == Due.COMPUTER.value


class Alarms(Repository):
    """The deadlines of games, one each; `Journal.commit` sets them. A lease is a due time in the future."""

    async def claim(
        self,
        owner: str,
        now: int,
        until: int,
        limit: int,
        share: int | None = None,
        under_way: Mapping[int, int] = MappingProxyType({}),
        minding: Minding = EVERYTHING,
    ) -> tuple[Alarm, ...]:
        """Lease deadlines that are due, the earliest of each tenant in turn.

        At most `share` of one tenant, including those `under_way`.
        """
        bound = limit if share is None else share
        claim = _Claim(owner, now, until, minding)
        async with self._database.read() as connection:
            due = (await connection.execute(_due(claim, limit))).all()
        if not fair_choice(due, lambda row: row.tenant, under_way, bound, limit):
            return ()
        async with self._database.write() as connection:
            return tuple(await _claim(connection, claim, Counter(under_way), bound, limit))

    async def next_due(self, after: int | None = None, minding: Minding = EVERYTHING) -> int | None:
        """The earliest instant (later than `after`, if given) when a deadline can be claimed; None if there is none."""
        async with self._database.read() as connection:
            firsts = [await _first(connection, after, *part) for part in _parts(minding)]
        return min((first for first in firsts if first is not None), default=None)

    @lasting
    async def reset(self, game: str, sequence: int, deadline: Deadline | None) -> None:
        """Replace a game's deadline unless the game has gone beyond the sequence number."""
        async with self._database.write() as connection:
            if await hold_game(connection, game) > sequence:
                return
            await connection.execute(delete(DEADLINES).where(DEADLINES.c.game == game))
            if deadline:
                await connection.execute(insert(DEADLINES), [deadline_row(game, deadline)])

    @lasting
    async def retry(self, alarm: Alarm, owner: str, due: int) -> None:
        """Put a deadline off until the given instant, and count the failure."""
        mine = (DEADLINES.c.game == alarm.game, DEADLINES.c.owner == owner)
        later = update(DEADLINES).where(*mine).values(owner=None, due=due, attempts=alarm.attempts + 1)
        await self._change(later)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A claim on what is due at an instant: the owner of the leases, and when they end."""

    owner: str
    now: int
    until: int
    minding: Minding


async def _claim(
    connection: AsyncConnection, claim: _Claim, under_way: Counter[int], share: int, limit: int
) -> list[Alarm]:
    """Lease deadlines; if another process is leasing or replacing some at this moment, lease others instead."""
    claimed: list[Alarm] = []
    tried: set[str] = set()
    while room := limit - len(claimed):
        due = (await connection.execute(_due(claim, room, tried))).all()
        chosen = {row.game: row.tenant for row in fair_choice(due, lambda row: row.tenant, under_way, share, room)}
        rows = await _lease(connection, claim, chosen) if chosen else []
        claimed += [alarm_of(row, chosen[row.game]) for row in rows]
        if len(rows) == len(chosen):
            break
        under_way.update(chosen[row.game] for row in rows)
        tried.update(chosen)
    return claimed


async def _lease(connection: AsyncConnection, claim: _Claim, games: Iterable[str]) -> Sequence[Row[Any]]:
    """Lease those of the games' deadlines that are still due and not leased."""
    still = select(DEADLINES).where(DEADLINES.c.game.in_(games), _is_due(claim))
    rows = (await connection.execute(still.order_by(DEADLINES.c.due).with_for_update(skip_locked=True))).all()
    for row in rows:
        lease = update(DEADLINES).where(DEADLINES.c.game == row.game).values(owner=claim.owner, due=claim.until)
        await connection.execute(lease)
    return rows


def _parts(minding: Minding) -> Iterable[tuple[Sequence[ColumnElement[bool]], int]]:
    """The kinds of deadlines that a process minds, each with how long they are left to other processes."""
    if minding == EVERYTHING:
        return [((), 0)]
    return [((_COMPUTER,), minding.patience), *([((~_COMPUTER,), 0)] if minding.others else [])]


async def _first(
    connection: AsyncConnection, after: int | None, kinds: Sequence[ColumnElement[bool]], patience: int
) -> int | None:
    later = () if after is None else (DEADLINES.c.due > after - patience,)
    query = select(DEADLINES.c.due).where(*kinds, *later).order_by(DEADLINES.c.due).limit(1)
    first = (await connection.execute(query)).scalar_one_or_none()
    return None if first is None else first + patience


def _is_due(claim: _Claim) -> ColumnElement[bool]:
    parts = _parts(claim.minding)
    return or_(*(and_(*kinds, DEADLINES.c.due <= claim.now - patience) for kinds, patience in parts))


def _due(claim: _Claim, limit: int, without: Collection[str] = ()) -> Any:
    """The games whose deadlines are due, earliest first: at most `limit` for each tenant."""
    place = func.row_number().over(partition_by=tenant(), order_by=DEADLINES.c.due)
    games = DEADLINES.outerjoin(GAMES, GAMES.c.game == DEADLINES.c.game)
    columns = select(
        DEADLINES.c.game, DEADLINES.c.due, func.coalesce(tenant(), 0).label("tenant"), place.label("place")
    )
    is_due = and_(_is_due(claim), DEADLINES.c.game.not_in(without))
    due = columns.select_from(games).where(is_due).subquery()
    return select(due).where(due.c.place <= limit).order_by(due.c.due)
