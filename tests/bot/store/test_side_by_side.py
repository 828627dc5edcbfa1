"""The last release runs on beside this version while people upgrade, so migrations only add to its tables.

Its tables are those of the files in `earlier`, which `tests/tools/stored_database.py` makes.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, Connection, Index, Integer, MetaData, String, Table, inspect

from bot.settings import sqlite_url
from bot.store.database import Database, sqlite_file
from bot.store.opening import LAST_RELEASE, migrate
from bot.store.tables import METADATA
from tests.support.databases import in_memory

EARLIER = Path(__file__).with_name("earlier")


def stored(name: str) -> bytes:
    """A file of the last release."""
    return gzip.decompress((EARLIER / f"{name}.gz").read_bytes())


@pytest.fixture
def unmade(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without tables, of the same kind as the new one at `address`."""
    if address.startswith("sqlite"):
        return sqlite_url(tmp_path / "earlier.db")
    url: str = request.getfixturevalue("empty")
    return url


@pytest.fixture
async def released(unmade: str) -> str:
    """The address of a database of the last release."""
    if file := sqlite_file(unmade):
        file.write_bytes(stored("games.db"))
        return unmade
    database = Database(unmade)
    async with database.write() as connection:
        for statement in stored("postgresql.sql").decode().split(";\n"):
            await connection.exec_driver_sql(statement)
    await database.close()
    return unmade


async def tables(url: str) -> dict[str, Any]:
    """What the tables of a database are like, in any order of their columns."""
    database = Database(url)
    async with database.read() as connection:
        found = await connection.run_sync(_described)
    await database.close()
    return found


def _described(connection: Connection) -> dict[str, Any]:
    seen = inspect(connection)
    return {
        name: (
            {column["name"]: {key: str(fact) for key, fact in column.items()} for column in seen.get_columns(name)},
            seen.get_pk_constraint(name)["constrained_columns"],
            sorted(map(str, seen.get_foreign_keys(name))),
            sorted(_index(one) for one in seen.get_indexes(name)),
        )
        for name in seen.get_table_names()
        if name != "alembic_version"
    }


def _index(found: Any) -> tuple[str, ...]:
    options = {name: str(value) for name, value in found.get("dialect_options", {}).items()}
    return found["name"], str(found["column_names"]), str(bool(found["unique"])), str(options)


async def test_an_upgraded_database_has_the_same_tables_as_a_new_one(released: str, address: str) -> None:
    """The migrations lead to what is made at once in a new database."""
    await migrate(released)
    await migrate(address)
    assert await tables(released) == await tables(address)


async def test_since_the_last_release_tables_were_only_added_to(released: str) -> None:
    """Its programs find all that they know, and need not know anything new."""
    database = Database(released)
    async with database.read() as connection:
        revision = (await connection.exec_driver_sql("SELECT version_num FROM alembic_version")).scalar_one()
        found = await connection.run_sync(breaking, METADATA)
    await database.close()
    assert (revision, found) == (LAST_RELEASE, [])


def breaking(before: Connection, after: MetaData) -> list[Any]:
    """The changes from the tables of a database to others with which programs of before could not work."""
    # On SQLite, Alembic takes one empty text as another default than another.
    context = MigrationContext.configure(before, opts={"compare_server_default": before.dialect.name != "sqlite"})
    known = set(inspect(before).get_table_names())
    return [one for one in compare_metadata(context, after) if not _only_adds(one, known)]


def _only_adds(change: Any, known: set[str]) -> bool:
    match change:
        case ("add_table", _):
            return True
        case ("add_column", _, _, column):
            return bool(column.nullable or column.server_default is not None)
        case ("add_index", index):
            return not index.unique or index.table.name not in known
    return False


def games(*columns: Column[Any], unique: str = "", with_name: bool = True) -> MetaData:
    """A table of games with more columns than its key and name, or without the name."""
    made = MetaData()
    name = [Column("name", String(9))] if with_name else []
    table = Table("games", made, Column("game", String(9), primary_key=True), *name, *columns)
    if unique:
        Index("of_one", table.c[unique], unique=True)
    return made


def other() -> MetaData:
    """A further table, of whose names there can be only one."""
    made = games()
    Table("others", made, Column("name", String(9), nullable=False, index=True, unique=True))
    return made


@pytest.mark.parametrize(
    ("before", "after", "breaks"),
    [
        (games(), other(), False),
        (games(), games(Column("more", Integer)), False),
        (games(), games(Column("more", Integer, nullable=False, server_default="0")), False),
        (games(), games(Column("more", Integer, index=True)), False),
        (other(), games(), True),
        (games(), games(with_name=False), True),
        (games(), games(Column("title", String(9)), with_name=False), True),
        (games(), games(Column("more", Integer, nullable=False)), True),
        (games(), games(unique="name"), True),
        (games(unique="name"), games(), True),
        (games(Column("more", Integer)), games(Column("more", Integer, nullable=False)), True),
        (games(Column("more", String(9))), games(Column("more", String(3))), True),
        (games(Column("more", Integer)), games(Column("more", String(9))), True),
    ],
)
def test_a_change_that_takes_something_away_is_found(before: MetaData, after: MetaData, breaks: bool) -> None:
    """Each way to break the programs of before is seen, and no other change is refused."""
    with in_memory() as connection:
        before.create_all(connection)
        assert bool(breaking(connection, after)) is breaks
