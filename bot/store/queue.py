"""What is due: rows of a table that a process leases, the deadlines of games, and deliveries that wait."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Integer,
    Row,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    true,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.fairness import fair_choice
from bot.model.changes import EVERYTHING, Alarm, ClaimedAlarms, DeadlineFilter
from bot.model.deliveries import SHOWS_MORE, DeliveryKind
from bot.store.database import Database, Repository, lasting
from bot.store.rows import (
    alarm_of,
    among,
    any_of,
    deadline_row,
    execute,
    fetch,
    hold_game,
    is_known,
    numbered,
    padded,
    tenant,
)
from bot.store.tables import DEADLINES, DELIVERIES, GAMES, LEASES
from engine.game.clock import Deadline
from engine.game.clock import Due as DueKind

_NOW = bindparam("now", type_=BigInteger)


class DueItem(Protocol):
    """Something to see to. `attempts` counts the failures in a row, `server` is the one whose people wait."""

    @property
    def server(self) -> int:
        """The server's id."""

    @property
    def attempts(self) -> int:
        """How often it has failed since it last went well."""


T = TypeVar("T", bound=DueItem)


class Queue(Repository):
    """A table with one key and the columns `due` (an instant, or null for never), `owner` and `attempts`.

    A lease is a `due` in the future with its `owner`: if the owner dies, the row is due again when the lease ends.
    """

    def __init__(self, database: Database, table: Table) -> None:
        super().__init__(database)
        self._table = table
        (self.key,) = table.primary_key

    async def next_due(self) -> int | None:
        """The earliest instant at which a row can be claimed; None if there is none."""
        [row] = await self._found(_first_due(self._table))
        first: int | None = row.due
        return first

    async def claim(self, owner: str, now: int, until: int, limit: int) -> Sequence[Any]:
        """Lease the rows that are due, as they were before; nobody else gets them before `until`."""
        async with self._database.write() as connection:
            rows = await fetch(connection, _due_rows(self._table), {"now": now, "limit": limit})
            if rows:
                keys = padded((getattr(row, self.key.name),) for row in rows)
                values = {"by": owner, "until": until} | numbered("keys", keys)
                await execute(connection, (_holding(self._table, len(keys)), values))
        return rows

    async def later(self, key: int | str, owner: str, due: int, attempts: int) -> None:
        """End a lease after a failure; the row is due again at an instant."""
        mine = (self.key == key, self._table.c.owner == owner)
        await self._change(update(self._table).where(*mine).values(owner=None, due=due, attempts=attempts))


@cache
def _first_due(table: Table) -> Select[Any]:
    return select(func.min(table.c.due).label("due"))


@cache
def _due_rows(table: Table) -> Select[Any]:
    due = select(table).where(table.c.due <= _NOW).order_by(table.c.due).limit(bindparam("limit", type_=Integer))
    return due.with_for_update(skip_locked=True)


@cache
def _holding(table: Table, count: int) -> Update:
    these = among("keys", count, *table.primary_key)
    return update(table).where(these).values(owner=bindparam("by"), due=bindparam("until", type_=BigInteger))


class QueueStore(Repository, Generic[T]):
    """A repository of what is due, by the rows of `queued`; a field is called like the key of that table."""

    queued: ClassVar[Table]

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._queue = Queue(database, self.queued)

    async def next_due(self) -> int | None:
        """The earliest instant at which something can be claimed; None if there is nothing."""
        return await self._queue.next_due()

    async def claim(self, owner: str, now: int, until: int, limit: int) -> tuple[T, ...]:
        """Lease what is due; nobody else gets it before `until`."""
        return await self._of(await self._queue.claim(owner, now, until, limit))

    async def later(self, one: T, owner: str, due: int) -> None:
        """End a lease after a failure."""
        await self._queue.later(getattr(one, self._queue.key.name), owner, due, one.attempts + 1)

    @abstractmethod
    async def _of(self, rows: Sequence[Any]) -> tuple[T, ...]:
        """What is due, from the rows that are leased."""


_DUE = DEADLINES.c.due
_COMPUTER = DEADLINES.c.kind == DueKind.COMPUTER.value


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
    """Select the games whose deadlines are due, earliest first, beside the instant when the next one is.

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


TARGETS_AT_ONCE = 64
"""How many targets are looked at, besides those without room for a message: more than a process sends at once."""
DELIVERIES_A_TARGET = 50
"""How many deliveries to one target are read at a time: a longer queue must not slow everyone down."""

_WAITS = and_(DELIVERIES.c.status == "waiting", is_known(DELIVERIES))
_TARGET = (DELIVERIES.c.target_kind, DELIVERIES.c.target_id)


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
    """Select what can be sent, if anything, beside what there is to know of the rest, in one statement."""
    later, able = _later_deliveries().subquery(), _sendable().subquery()
    beside = later.outerjoin(able, true())
    columns = later.c.due.label("later_due"), later.c.until.label("later_until")
    return select(*able.c, *columns).select_from(beside).order_by(able.c.id)


def _sendable() -> Select[Any]:
    place = func.row_number().over(partition_by=_TARGET, order_by=DELIVERIES.c.id)
    ids = select(DELIVERIES.c.id, place.label("place")).where(_WAITS, tuple_(*_TARGET).in_(_targets())).subquery()
    rows = DELIVERIES.join(ids, ids.c.id == DELIVERIES.c.id).join(GAMES, GAMES.c.game == DELIVERIES.c.game)
    return select(DELIVERIES, tenant().label("tenant")).select_from(rows).where(ids.c.place <= DELIVERIES_A_TARGET)


def _later_deliveries() -> Select[Any]:
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
