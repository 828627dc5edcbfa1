"""Statements that go to the database together, as values that are kept: each is compiled once.

SQLite gets the text of all of them in one visit to its thread, since SQLAlchemy's own execution takes several times as
long as SQLite does (`tests/benchmarks/test_statements.py`). PostgreSQL gets them one after another.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import starmap
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from sqlalchemy import Executable, exc
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

IN_ONE_VISIT = "sqlite"
"""The database that gets statements in one visit."""
_SQLITE = sqlite.dialect(paramstyle="named")
_Row = Mapping[str, Any]
Values = _Row | Sequence[_Row]
"""The values of a statement; several sets of them if it is executed with each."""
Step = tuple[Executable, Values]
_Convert = Callable[[Any], Any]
NO_VALUES: _Row = MappingProxyType({})


class StatementResult(NamedTuple):
    """What a statement has done: its rows, whose columns are attributes, and how many it has changed."""

    rows: Sequence[Any]
    changed: int


async def execute(connection: AsyncConnection, *steps: Step) -> list[StatementResult]:
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
        make = _row_type(tuple(column[0] for column in description))
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
        found,
    )
