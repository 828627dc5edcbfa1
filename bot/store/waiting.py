"""The waiting deliveries that a sender looks at: a bounded number, however long the queue is.

After an hour without Discord, every game may have something to send. A look that reads them all would hold up the
process again and again, so it reads the targets to which something can be sent now, servers in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Row, and_, case, func, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.deliveries import SHOWS_MORE
from bot.store.rows import tenant
from bot.store.tables import DELIVERIES, GAMES, LEASES

TARGETS_AT_ONCE = 200
"""How many targets are looked at, besides those without room for a message: more than a process sends at once."""
LOOKED_AT = 50
"""How many deliveries to one target are read at a time: a longer queue must not slow everyone down."""

_WAITS = DELIVERIES.c.status == "waiting"
_TARGET = (DELIVERIES.c.target_kind, DELIVERIES.c.target_id)


@dataclass(frozen=True, slots=True)
class Later:
    """When something can be sent to other targets: `due` is the earliest instant, `leased` if some are leased now."""

    due: int | None
    leased: bool


async def sendable(connection: AsyncConnection, now: int, without_room: int) -> Sequence[Row[Any]]:
    """The first deliveries for each of the targets to which something can be sent now, in the order they were queued.

    The first target of each server comes before the second of any. `without_room` targets can be more.
    """
    targets = _targets(now, TARGETS_AT_ONCE + without_room)
    place = func.row_number().over(partition_by=_TARGET, order_by=DELIVERIES.c.id)
    ids = select(DELIVERIES.c.id, place.label("place")).where(_WAITS, tuple_(*_TARGET).in_(targets)).subquery()
    rows = DELIVERIES.join(ids, ids.c.id == DELIVERIES.c.id).join(GAMES, GAMES.c.game == DELIVERIES.c.game)
    query = select(DELIVERIES, tenant().label("tenant")).select_from(rows).where(ids.c.place <= LOOKED_AT)
    return (await connection.execute(query.order_by(DELIVERIES.c.id))).all()


async def later(connection: AsyncConnection, now: int) -> Later:
    """When to look again at the targets to which nothing can be sent now."""
    leased = LEASES.c.until > now
    due = func.min(case((leased, LEASES.c.until), (DELIVERIES.c.due > now, DELIVERIES.c.due)))
    query = select(due.label("due"), func.max(LEASES.c.until).label("until")).select_from(_firsts())
    row = (await connection.execute(query)).one()
    return Later(row.due, row.until is not None and row.until > now)


def _targets(now: int, most: int) -> Any:
    free = or_(LEASES.c.until.is_(None), LEASES.c.until <= now)
    turn = func.row_number().over(partition_by=tenant(), order_by=DELIVERIES.c.id)
    firsts = _firsts().join(GAMES, GAMES.c.game == DELIVERIES.c.game)
    ready = select(*_TARGET, DELIVERIES.c.id, turn.label("turn")).select_from(firsts).where(free, _is_ready(now))
    able = ready.subquery()
    return select(able.c.target_kind, able.c.target_id).order_by(able.c.turn, able.c.id).limit(most)


def _firsts() -> FromClause:
    """The first waiting delivery of each target, with the target's lease if it has one."""
    first = select(func.min(DELIVERIES.c.id).label("id")).where(_WAITS).group_by(*_TARGET).subquery()
    same = and_(LEASES.c.target_kind == DELIVERIES.c.target_kind, LEASES.c.target_id == DELIVERIES.c.target_id)
    return DELIVERIES.join(first, first.c.id == DELIVERIES.c.id).outerjoin(LEASES, same)


def _is_ready(now: int) -> ColumnElement[bool]:
    """Whether a delivery is due, or a later one shows more: then it is dropped, or its post is searched for."""
    newer = DELIVERIES.alias()
    same = [newer.c[name] == DELIVERIES.c[name] for name in ("game", "target_kind", "target_id")]
    more = [
        and_(DELIVERIES.c.kind == old.value, newer.c.kind.in_(sorted(one.value for one in new)))
        for old, new in SHOWS_MORE.items()
    ]
    later_one = select(newer.c.id).where(*same, newer.c.status == "waiting", newer.c.id > DELIVERIES.c.id, or_(*more))
    return or_(DELIVERIES.c.due <= now, later_one.exists())
