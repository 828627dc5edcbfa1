"""The waiting deliveries that a sender looks at: a bounded number, however long the queue is.

After an hour without Discord, every game may have something to send. A look that reads them all would hold up the
process again and again, so it reads the targets to which something can be sent now, servers in turn. Making these long
queries takes longer than most of them do, so each is made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    true,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.deliveries import SHOWS_MORE, DeliveryKind
from bot.store.batch import fetch
from bot.store.rows import any_of, tenant
from bot.store.tables import DELIVERIES, GAMES, LEASES

TARGETS_AT_ONCE = 64
"""How many targets are looked at, besides those without room for a message: more than a process sends at once."""
DELIVERIES_A_TARGET = 50
"""How many deliveries to one target are read at a time: a longer queue must not slow everyone down."""

_WAITS = DELIVERIES.c.status == "waiting"
_TARGET = (DELIVERIES.c.target_kind, DELIVERIES.c.target_id)
_NOW = bindparam("now", type_=BigInteger)


@dataclass(frozen=True, slots=True)
class Unsent:
    """The first deliveries for each of the targets to which something can be sent now, in the order they were queued.

    The first target of each server comes before the second of any. To other targets, something can be sent at the
    instant `due`; `leased` says that some of them are leased now.
    """

    rows: Sequence[Row[Any]]
    due: int | None
    leased: bool


async def look(connection: AsyncConnection, now: int, without_room: int) -> Unsent:
    """What waits; `without_room` targets can be more."""
    most = TARGETS_AT_ONCE + without_room
    rows = await fetch(connection, _waiting(), {"now": now, "most": most})
    first = rows[0]
    is_leased = first.later_until is not None and first.later_until > now
    return Unsent([row for row in rows if row.id is not None], first.later_due, is_leased)


@cache
def _waiting() -> Select[Any]:
    """Selects what can be sent, if anything, beside what there is to know of the rest, in one statement."""
    later, able = _later().subquery(), _sendable().subquery()
    beside = later.outerjoin(able, true())
    columns = later.c.due.label("later_due"), later.c.until.label("later_until")
    return select(*able.c, *columns).select_from(beside).order_by(able.c.id)


def _sendable() -> Select[Any]:
    place = func.row_number().over(partition_by=_TARGET, order_by=DELIVERIES.c.id)
    ids = select(DELIVERIES.c.id, place.label("place")).where(_WAITS, tuple_(*_TARGET).in_(_targets())).subquery()
    rows = DELIVERIES.join(ids, ids.c.id == DELIVERIES.c.id).join(GAMES, GAMES.c.game == DELIVERIES.c.game)
    return select(DELIVERIES, tenant().label("tenant")).select_from(rows).where(ids.c.place <= DELIVERIES_A_TARGET)


def _later() -> Select[Any]:
    due = func.min(case((LEASES.c.until > _NOW, LEASES.c.until), (DELIVERIES.c.due > _NOW, DELIVERIES.c.due)))
    return select(due.label("due"), func.max(LEASES.c.until).label("until")).select_from(_firsts())


def _targets() -> Any:
    free = or_(LEASES.c.until.is_(None), LEASES.c.until <= _NOW)
    turn = func.row_number().over(partition_by=tenant(), order_by=DELIVERIES.c.id)
    firsts = _firsts().join(GAMES, GAMES.c.game == DELIVERIES.c.game)
    ready = select(*_TARGET, DELIVERIES.c.id, turn.label("turn")).select_from(firsts).where(free, _is_ready())
    able = ready.subquery()
    query = select(able.c.target_kind, able.c.target_id).order_by(able.c.turn, able.c.id)
    return query.limit(bindparam("most", type_=Integer))


def _firsts() -> FromClause:
    """The first waiting delivery of each target, with the target's lease if it has one."""
    first = select(func.min(DELIVERIES.c.id).label("id")).where(_WAITS).group_by(*_TARGET).subquery()
    same = and_(LEASES.c.target_kind == DELIVERIES.c.target_kind, LEASES.c.target_id == DELIVERIES.c.target_id)
    return DELIVERIES.join(first, first.c.id == DELIVERIES.c.id).outerjoin(LEASES, same)


def _is_ready() -> ColumnElement[bool]:
    """Whether a delivery is due, or a later one shows more: then it is dropped, or its post is searched for.

    A board that was put off, to be superseded, is also ready as soon as anything waits behind it.
    """
    newer = DELIVERIES.alias()
    behind = [newer.c[name] == DELIVERIES.c[name] for name in ("target_kind", "target_id")]
    more = [
        and_(DELIVERIES.c.kind == old.value, any_of(newer.c.kind, sorted(one.value for one in new)))
        for old, new in SHOWS_MORE.items()
    ]
    was_put_off = and_(DELIVERIES.c.kind == DeliveryKind.BOARD.value, DELIVERIES.c.attempts == 0)
    shows_more = and_(newer.c.game == DELIVERIES.c.game, or_(*more))
    later_one = select(newer.c.id).where(
        *behind,
        newer.c.status == "waiting",
        newer.c.id > DELIVERIES.c.id,
        or_(was_put_off, shows_more),
    )
    return or_(DELIVERIES.c.due <= _NOW, later_one.exists())
