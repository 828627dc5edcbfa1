"""Two versions may run side by side on one database while it is upgraded, so migrations only add.

The tables of the last release are those of the revision in `earlier/statements.json.gz`, and its stores' statements are
there too; `tests/tools/recorded_statements.py` records those of another version.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.types import JSON, TypeEngine

from bot.settings import sqlite_url
from bot.store.database import Database
from bot.store.opening import LAST_RELEASE, migrate
from tests.support.later import later
from tests.tools.recorded_statements import STATEMENTS

FEWEST = 100
"""The recording holds more statements than this of each kind of database, or something is wrong with it."""


def recorded() -> dict[str, Any]:
    """The last release's revision, and its statements by kind of database."""
    return dict(json.loads(gzip.decompress(STATEMENTS.read_bytes())))


def test_programs_of_the_last_release_may_open_the_tables_of_this_one() -> None:
    """What this version says about that is true of the release that was recorded."""
    assert recorded()["revision"] == LAST_RELEASE


async def tables(url: str) -> MetaData:
    """The tables of a database as they are."""
    database, found = Database(url), MetaData()
    async with database.read() as connection:
        await connection.run_sync(found.reflect)
    await database.close()
    return found


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def unmade(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables, of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "games.db")
    url: str = request.getfixturevalue("empty")
    return url


@pytest.fixture
async def upgraded(unmade: str) -> tuple[str, MetaData]:
    """The address of a database that this version has upgraded, and the tables it had before."""
    await migrate(unmade, recorded()["revision"])
    before = await tables(unmade)
    await migrate(unmade)
    return unmade, before


def contractions(before: MetaData, after: MetaData) -> Iterator[str]:
    """What the code of the version before could no longer do with the tables."""
    for name, table in before.tables.items():
        if name not in after.tables:
            yield f"the table {name} is gone"
            continue
        yield from _changes(table, after.tables[name])


def _changes(before: Table, after: Table) -> Iterator[str]:
    for column in before.columns:
        now = after.columns.get(column.name)
        if now is None:
            yield f"{column} is gone"
        elif now.nullable < column.nullable:
            yield f"{column} must not be null any more"
        elif _shape(now.type) < _shape(column.type) or type(now.type) is not type(column.type):
            yield f"{column} has become {now.type}"
    for column in after.columns:
        needed = not column.nullable and column.server_default is None
        if column.name not in before.columns and needed:
            yield f"{column} has no default"
    for added in _unique(after) - _unique(before):
        yield f"{before.name} must be unique by {', '.join(sorted(added))}"
    if [one.name for one in before.primary_key] != [one.name for one in after.primary_key]:
        yield f"{before.name} has another primary key"


def _shape(kind: TypeEngine[Any]) -> int:
    return getattr(kind, "length", 0) or 0


def _unique(table: Table) -> set[frozenset[str]]:
    return {frozenset(map(str, index.columns.keys())) for index in table.indexes if index.unique}


async def test_migrations_since_the_last_release_only_add(upgraded: tuple[str, MetaData]) -> None:
    """No table or column goes, none becomes narrower or required, no new one lacks a default."""
    url, before = upgraded
    assert list(contractions(before, await tables(url))) == []


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        ("DROP TABLE study_cards", "is gone"),
        ("ALTER TABLE games ADD COLUMN needed INTEGER NOT NULL", "no default"),
        *later(
            [
                ("ALTER TABLE games DROP COLUMN name", "is gone"),
                ("ALTER TABLE games RENAME COLUMN name TO title", "is gone"),
                ("ALTER TABLE games ALTER COLUMN name TYPE VARCHAR(3)", "has become"),
                ("ALTER TABLE games ALTER COLUMN guild_id SET NOT NULL", "must not be null"),
                ("CREATE UNIQUE INDEX one_host ON games (host)", "must be unique by host"),
            ]
        ),
    ],
)
async def test_a_migration_that_takes_away_is_found(empty: str, statement: str, complaint: str) -> None:
    """Each way to break the version before is seen."""
    await migrate(empty)
    before, database = await tables(empty), Database(empty)
    async with database.write() as connection:
        await connection.execute(text(statement))
    await database.close()
    assert any(complaint in told for told in contractions(before, await tables(empty)))


def value_of(column: Column[Any]) -> object:
    """A value that the column takes."""
    match column.type:
        case Boolean():
            return True
        case JSON():
            return {}
        case LargeBinary():
            return b"x"
        case String() | Text():
            return "x"
        case Integer() | BigInteger() | Float():
            return 1
        case other:
            raise AssertionError(f"{column} is of the type {other}")


def write_and_read(connection: Connection, before: MetaData) -> None:
    """Insert, change, read and delete a row of every table as the version before does: with its columns only."""
    for table in before.sorted_tables:
        row = {column.name: value_of(column) for column in table.columns}
        connection.execute(delete(table))
        connection.execute(insert(table).values(row))
        connection.execute(update(table).values(row))
        assert len(connection.execute(select(table)).all()) == 1
    for table in reversed(before.sorted_tables):
        assert connection.execute(delete(table)).rowcount == 1


async def test_the_version_before_writes_and_reads_every_table(upgraded: tuple[str, MetaData]) -> None:
    """It does not know the new columns, and does not need to."""
    database, known = Database(upgraded[0]), upgraded[1]
    known.remove(known.tables["alembic_version"])
    async with database.write() as connection:
        await connection.run_sync(write_and_read, known)
    await database.close()


async def test_the_statements_of_the_version_before_still_hold(upgraded: tuple[str, MetaData]) -> None:
    """The upgraded tables can answer every one that its stores issue."""
    database = Database(upgraded[0])
    kind = "sqlite" if database.is_sqlite else "postgresql"
    statements = recorded()[kind]
    assert len(statements) > FEWEST
    faults = {statement: await _prepared(database, statement) for statement in statements}
    await database.close()
    assert {statement: fault for statement, fault in faults.items() if fault} == {}


async def _prepared(database: Database, statement: str) -> str:
    """What keeps a statement from being prepared; empty if nothing does."""
    async with database.write() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        try:
            if database.is_sqlite:
                await driver.execute(f"EXPLAIN {statement}", [None] * statement.count("?"))
            else:
                await driver.prepare(statement)
        except Exception as error:
            return str(error)
        finally:
            await connection.rollback()
    return ""
