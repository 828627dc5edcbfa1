"""Rows of the tables as values and back, and statements that go to the database together, each compiled once."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from itertools import starmap
from operator import attrgetter
from types import MappingProxyType, NoneType
from typing import Any, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from sqlalchemy import (
    Column,
    ColumnElement,
    Executable,
    FromClause,
    Insert,
    Row,
    Table,
    and_,
    bindparam,
    exc,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.changes import Alarm
from bot.model.deliveries import Delivery, DeliveryKind, Post, Target, TargetKind
from bot.model.games import GameSummary, Place, SummarySeat
from bot.store.tables import GAMES
from engine.game.clock import Deadline, Due

_V = TypeVar("_V")

INSTALLATION_LETTERS = 12
"""With the 13 digits of a row's number, these letters of the installation's id make the 25 that a nonce may have."""

_OF_DELIVERY = re.compile(rf"[0-9a-f]{{{INSTALLATION_LETTERS}}}000\d{{10}}")


def game_row(summary: GameSummary) -> dict[str, Any]:
    """The row of a summary without its seats."""
    return row_of(GAMES, summary, root_id=summary.place.root)


def seat_rows(summary: GameSummary) -> list[dict[str, Any]]:
    """The rows of a summary's seats."""
    return [{"game": summary.game, "seat": number, **asdict(seat)} for number, seat in enumerate(summary.seats)]


def summary_of(row: Row[Any], seats: tuple[SummarySeat, ...]) -> GameSummary:
    """The summary from a row of the games."""
    return value_of(GameSummary, row, place=_place_of(row), seats=seats)


def _place_of(row: Row[Any]) -> Place:
    return Place(row.guild_id, row.channel_id, None if row.root_id == row.channel_id else row.root_id)


def seat_of(row: Row[Any]) -> SummarySeat:
    """The seat from a row of a game with a seat."""
    return SummarySeat(
        row.seat_player, row.seat_name, row.seat_person, row.seat_score, row.seat_in_play, row.seat_owner
    )


def target_row(target: Target) -> dict[str, Any]:
    """The columns that name a target."""
    return {"target_kind": target.kind.value, "target_id": target.id}


def target_of(row: Row[Any]) -> Target:
    """The target that a row names."""
    return Target(TargetKind(row.target_kind), row.target_id)


def is_foreign(nonce: str, installation: str) -> bool:
    """Whether a message was sent for a delivery of another installation, as its nonce says."""
    return bool(_OF_DELIVERY.fullmatch(nonce)) and not nonce.startswith(installation[:INSTALLATION_LETTERS])


def delivery_of(row: Row[Any], installation: str) -> Delivery:
    """The delivery of a row; its nonce is made from the installation and the row."""
    return Delivery(
        row.id,
        row.game,
        target_of(row),
        DeliveryKind(row.kind),
        row.upto,
        row.due,
        f"{installation[:INSTALLATION_LETTERS]}{row.id:013d}",
        row.about,
        row.attempts,
        row.tried,
        tenant=row.tenant,
    )


def post_of(row: Row[Any]) -> Post:
    """The post of a row."""
    return value_of(Post, row, target=target_of(row))


def deadline_row(game: str, deadline: Deadline) -> dict[str, Any]:
    """The row of a deadline not tried yet."""
    return {
        "game": game,
        "kind": deadline.due.value,
        "turn": deadline.turn,
        "seat": deadline.seat,
        "at": deadline.at,
        "due": deadline.at,
        "attempts": 0,
        "owner": None,
    }


def alarm_of(row: Row[Any], tenant: int) -> Alarm:
    """The alarm from a row of the deadlines, in a game of a tenant."""
    return Alarm(row.game, Deadline(row.at, Due(row.kind), row.turn, row.seat), row.attempts, tenant)


async def put(connection: AsyncConnection, table: Table, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Insert a whole row or several, replacing those with the same primary key."""
    await connection.execute(putting(table, connection), rows)


def putting(table: Table, connection: AsyncConnection) -> Insert:
    """Insert whole rows, replacing those with the same primary key."""
    return _putting(table, connection.dialect.name)


@cache
def adding(table: Table) -> Insert:
    """Insert rows."""
    return insert(table)


async def add_missing(connection: AsyncConnection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, except where there is one with the same primary key."""
    query = (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(table)
    await connection.execute(query.on_conflict_do_nothing(), rows)


@cache
def _putting(table: Table, dialect: str) -> Insert:
    query = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
    rest = {column: query.excluded[column.key] for column in table.columns if not column.primary_key}
    return query.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest)


def among(name: str, count: int, *columns: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether columns have one of `count` sets of values, at least one, which are given by `numbered`.

    A list that SQLAlchemy expands is written into the statement each time it is executed, which costs a lot.
    """

    def same(number: int) -> ColumnElement[bool]:
        return and_(*(one == bindparam(f"{name}_{number}_{n}", type_=one.type) for n, one in enumerate(columns)))

    return or_(*map(same, range(count)))


def any_of(column: ColumnElement[Any], values: Iterable[Any]) -> ColumnElement[bool]:
    """Whether a column has one of some values, at least one, that belong to the statement; nothing is expanded."""
    return or_(*(column == one for one in values))


def is_known(table: FromClause) -> ColumnElement[bool]:
    """Whether a delivery or a post is of a kind, and for a target, that this program knows.

    Others belong to the next release, which may run beside this one and sees to them.
    """
    kinds, targets = ([one.value for one in each] for each in (DeliveryKind, TargetKind))
    return and_(any_of(table.c.kind, kinds), any_of(table.c.target_kind, targets))


def numbered(name: str, values: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    """The parameters of `among`."""
    return {f"{name}_{number}_{n}": one for number, row in enumerate(values) for n, one in enumerate(row)}


def padded(values: Iterable[_V]) -> list[_V]:
    """Values, the last one repeated until their number is a power of two, so that few statements serve all numbers."""
    given = list(values)
    return given + given[-1:] * ((1 << (len(given) - 1).bit_length()) - len(given))


def tenant() -> ColumnElement[int]:
    """The column of the games that holds the unit of fair sharing (`bot.fairness.tenant_key`)."""
    return func.coalesce(GAMES.c.guild_id, GAMES.c.channel_id)


async def hold_game(connection: AsyncConnection, game: str) -> int:
    """Keep others from changing a game until the transaction ends; returns the number of its newest event.

    It is 0 if there is no such game. Rows that only refer to the game can be added meanwhile.
    """
    query = select(GAMES.c.sequence).where(GAMES.c.game == game).with_for_update(key_share=True)
    return (await connection.execute(query)).scalar_one_or_none() or 0


def row_of(table: Table, one: object, **others: Any) -> dict[str, Any]:
    """The row of a value in a `table` that is made for it, and others, without a key that counts."""
    found = {**_facts(one, table.columns.keys()), **others}
    return {column.key: found[column.key] for column in table.columns if column.key in found and not _counts(column)}


def value_of(kind: Callable[..., _V], row: Row[Any], **others: Any) -> _V:
    """The value of a row in a table that is made for it; `others` are fields that are not in its columns."""
    return kind(**{name: read(row) for name, read in _readers(kind).items() if name not in others}, **others)


def values_of(kind: Callable[..., _V], rows: Iterable[Row[Any]]) -> tuple[_V, ...]:
    """The values of rows."""
    return tuple(value_of(kind, row) for row in rows)


def _facts(one: Any, columns: Collection[str]) -> dict[str, Any]:
    """The fields of a value as they are stored, with those of a value in it that has no column."""
    found = dict[str, Any]()
    for name in (field.name for field in fields(one)):
        value = getattr(one, name)
        if name not in columns and is_dataclass(value):
            found |= _facts(value, columns)
        else:
            found[name] = value.value if isinstance(value, Enum) else value
    return found


def _counts(column: Column[Any]) -> bool:
    return column.autoincrement is True


@cache
def _readers(kind: Any) -> dict[str, Callable[[Row[Any]], Any]]:
    """What reads each field of a value from a row."""
    hints = get_type_hints(kind)
    return {field.name: _reader(field.name, hints[field.name]) for field in fields(kind)}


def _reader(name: str, hint: Any) -> Callable[[Row[Any]], Any]:
    (kind, *_) = get_args(hint) if NoneType in get_args(hint) else (hint,)
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda row: value_of(hint, row)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda row: None if (value := getattr(row, name)) is None else kind(value)
    if get_origin(kind) is tuple:
        return lambda row: None if (value := getattr(row, name)) is None else tuple(value)
    return attrgetter(name)


IN_ONE_VISIT = "sqlite"
"""The database that gets statements in one visit."""
_SQLITE = sqlite.dialect(paramstyle="named")
_Row = Mapping[str, Any]
Values = _Row | Sequence[_Row]
"""The values of a statement; several sets of them if it is executed with each."""
Statement = tuple[Executable, Values]
_Convert = Callable[[Any], Any]
NO_VALUES: _Row = MappingProxyType({})


class StatementResult(NamedTuple):
    """What a statement has done: its rows, whose columns are attributes, and how many it has changed."""

    rows: Sequence[Any]
    changed: int


async def execute(connection: AsyncConnection, *steps: Statement) -> list[StatementResult]:
    """Execute statements in this order, each with its values.

    A statement has to be kept, such as in a cached function: it is compiled once. It cannot contain a list of values
    (`in_`), which would be compiled for each number of them.
    """
    if connection.dialect.name != IN_ONE_VISIT:
        return [_done(await connection.execute(statement, values)) for statement, values in steps]
    compiled = [_compiled(statement, tuple(_first(values))) for statement, values in steps]
    script = [(one.sql, one.parameters(values)) for one, (_, values) in zip(compiled, steps, strict=True)]
    driver: Any = (await connection.get_raw_connection()).driver_connection
    try:
        done = await driver.script(script)
    except sqlite3.Error as error:
        raise getattr(exc, type(error).__name__)(None, None, error) from error
    return [StatementResult(one.rows(*found), changed) for one, (*found, changed) in zip(compiled, done, strict=True)]


async def fetch(connection: AsyncConnection, statement: Executable, values: _Row = NO_VALUES) -> Sequence[Any]:
    """The rows of one statement, as in `execute`."""
    return (await execute(connection, (statement, values)))[0].rows


def _first(values: Values) -> _Row:
    return values if isinstance(values, Mapping) else values[0]


def _done(result: Any) -> StatementResult:
    return StatementResult(result.all() if result.returns_rows else (), result.rowcount)


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement as SQLite gets it, with its own values, and how values and columns are converted where they are."""

    sql: str
    own: _Row
    given: Mapping[str, _Convert]
    names: tuple[str, ...]
    found: Sequence[_Convert | None]

    def parameters(self, values: Values) -> Any:
        """The values of the statement with those for it; a list for several sets."""
        if not isinstance(values, Mapping):
            return [self.parameters(one) for one in values]
        return {**self.own, **values, **{name: convert(values[name]) for name, convert in self.given.items()}}

    def rows(self, description: Any, found: list[Any]) -> Sequence[Any]:
        """The rows that SQLite has found."""
        if not found:
            return ()
        assert len(description) == len(self.found), self.sql
        make = _row_type(self.names)
        return [make(*self._converted(row)) for row in found] if any(self.found) else list(starmap(make, found))

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        return [convert(one) if convert else one for convert, one in zip(self.found, row, strict=True)]


@cache
def _row_type(names: tuple[str, ...]) -> Any:
    return cast("Any", NamedTuple)("Row", [(name, Any) for name in names])


@lru_cache(maxsize=1024)
def _compiled(statement: Any, keys: tuple[str, ...]) -> _Compiled:
    made = statement.compile(dialect=_SQLITE, column_keys=keys)
    assert "POSTCOMPILE" not in made.string, made.string
    binds = {name: bind for bind, name in made.bind_names.items()}
    given = {name: bind.type.dialect_impl(_SQLITE).bind_processor(_SQLITE) for name, bind in binds.items()}
    columns = statement.column_descriptions if statement.is_select else statement.returning_column_descriptions
    found = [one["type"].dialect_impl(_SQLITE).result_processor(_SQLITE, None) for one in columns]
    return _Compiled(
        made.string,
        {name: bind.value for name, bind in binds.items() if not bind.required},
        {name: convert for name, convert in given.items() if convert and name in keys},
        tuple(one["name"] for one in columns),
        found,
    )
