"""The deadlines of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from bot.fairness import fair_choice
from bot.model.changes import EVERYTHING, Alarm, ClaimedAlarms, DeadlineFilter
from bot.store.batch import fetch
from bot.store.database import Repository, lasting
from bot.store.rows import alarm_of, among, deadline_row, hold_game, numbered, padded, tenant
from bot.store.tables import DEADLINES, GAMES
from engine.game.clock import Deadline, Due

_DUE = DEADLINES.c.due
_NOW = bindparam("now", type_=BigInteger)
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
        minding: DeadlineFilter = EVERYTHING,
    ) -> ClaimedAlarms:
        """Lease deadlines that are due, the earliest of each tenant in turn.

        At most `share` of one tenant, including those `under_way`. If another process is leasing or replacing some at
        this moment, others are leased instead.
        """
        bound, busy = limit if share is None else share, Counter(under_way)
        claimed: list[Alarm] = []
        tried: set[str] = set()
        while True:
            room = limit - len(claimed)
            found = await self._look(now, room + len(tried), minding)
            due = [row for row in found if row.game and row.game not in tried]
            chosen = {row.game: row.tenant for row in fair_choice(due, lambda row: row.tenant, busy, bound, room)}
            leased = await self._lease(chosen, owner, now, until, minding) if chosen else []
            claimed += leased
            if len(leased) == len(chosen):
                break
            busy.update(one.tenant for one in leased)
            tried.update(chosen)
        instants = [found[0].later, until if claimed else None]
        next_due = min((one for one in instants if one is not None), default=None)
        return ClaimedAlarms(tuple(claimed), next_due, bool(tried) or not len(chosen) == len(due) < room)

    async def _look(self, now: int, limit: int, minding: DeadlineFilter) -> Sequence[Any]:
        async with self._database.read() as connection:
            return await fetch(connection, _due(minding), {"now": now, "limit": limit})

    async def _lease(
        self, tenants: Mapping[str, int], owner: str, now: int, until: int, minding: DeadlineFilter
    ) -> list[Alarm]:
        """Lease those of the games' deadlines that are still due and not leased."""
        games = padded((game,) for game in tenants)
        values = {"now": now, "until": until, "by": owner} | numbered("games", games)
        async with self._database.write() as connection:
            rows = await fetch(connection, _leasing(len(games), minding), values)
        leased = {row.game: row for row in rows}
        return [alarm_of(leased[game], tenant) for game, tenant in tenants.items() if game in leased]

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


@cache
def _leasing(count: int, minding: DeadlineFilter) -> Any:
    still = select(DEADLINES.c.game).where(among("games", count, DEADLINES.c.game), _is_due(minding))
    these = update(DEADLINES).where(DEADLINES.c.game.in_(still.with_for_update(skip_locked=True)))
    return these.values(owner=bindparam("by"), due=bindparam("until")).returning(DEADLINES)


@cache
def _due(minding: DeadlineFilter) -> Select[Any]:
    """Selects the games whose deadlines are due, earliest first, beside the instant when the next one is.

    At most `limit` for each tenant. If none is due, there is one row without a game.
    """
    place = func.row_number().over(partition_by=tenant(), order_by=_DUE)
    columns = select(DEADLINES.c.game, _DUE, tenant().label("tenant"), place.label("place"))
    due = columns.join(GAMES, GAMES.c.game == DEADLINES.c.game).where(_is_due(minding)).subquery()
    later = _later(minding).subquery()
    beside = later.outerjoin(due, due.c.place <= bindparam("limit"))
    return select(due.c.game, due.c.tenant, later.c.later).select_from(beside).order_by(due.c.due)


def _later(minding: DeadlineFilter) -> Select[Any]:
    parts = _parts(minding)
    firsts = [select((func.min(_DUE) + wait).label("due")).where(*kinds, _NOW - wait < _DUE) for kinds, wait in parts]
    return select(func.min(union_all(*firsts).subquery().c.due).label("later"))


def _is_due(minding: DeadlineFilter) -> ColumnElement[bool]:
    return or_(*(and_(*kinds, _NOW - patience >= _DUE) for kinds, patience in _parts(minding)))


def _parts(minding: DeadlineFilter) -> Iterable[tuple[Sequence[ColumnElement[bool]], int]]:
    """The kinds of deadlines that a process minds, each with how long they are left to other processes."""
    if minding == EVERYTHING:
        return [((), 0)]
    return [((_COMPUTER,), minding.patience), *([((~_COMPUTER,), 0)] if minding.others else [])]
