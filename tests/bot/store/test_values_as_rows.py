"""Tables made from values: each value is a row and comes back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import pytest
from sqlalchemy import BigInteger, Boolean, Connection, Integer, String, Table, Text, insert, select
from sqlalchemy.dialects import sqlite

import bot.features
from bot.store.rows import row_of, value_of, values_of
from bot.store.tables import METADATA, table
from tests.support.databases import in_memory


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int | None = None


@dataclass(frozen=True, slots=True)
class Parcel:
    number: int
    size: Size
    colour: Colour
    name: str
    fragile: bool = False
    weight: float = 0.5
    words: tuple[str, ...] = ()
    before: Colour | None = None
    message: int | None = None
    parts: tuple[int, ...] = ()


PARCEL = Parcel(1, Size(3), Colour.BLUE, "Ada", True, 1.5, ("a", "b"), Colour.RED, 7)


@pytest.fixture
def parcels() -> Iterator[Table]:
    """A table as features make them, that no other test sees."""
    more = {"name": String(32), "sent": int | None}
    made = table("parcels", Parcel, key="number", counts=True, without="parts", named={"message": "message_id"}, **more)
    yield made
    METADATA.remove(made)


@pytest.fixture
def connection(parcels: Table) -> Iterator[Connection]:
    """A database with that table alone."""
    with in_memory() as found, found.begin():
        parcels.create(found)
        yield found


def test_columns_are_what_the_fields_are(parcels: Table) -> None:
    """A value in a value has its own columns, and what may be missing may be null."""
    kinds = {column.name: type(column.type) for column in parcels.columns}
    assert (kinds["width"], kinds["colour"], kinds["name"], kinds["fragile"]) == (BigInteger, Text, String, Boolean)
    assert "size" not in kinds
    assert "parts" not in kinds
    assert {one.name for one in parcels.columns if one.nullable} == {"height", "before", "message_id", "sent"}
    assert parcels.autoincrement_column is parcels.c.number
    assert isinstance(parcels.c.number.type.dialect_impl(sqlite.dialect()), Integer)


def test_a_value_comes_back_as_it_was(parcels: Table, connection: Connection) -> None:
    """The number is the database's own, and a column may be called otherwise there."""
    connection.execute(insert(parcels), [row_of(parcels, replace(PARCEL, number=99), sent=None)])
    row = connection.execute(select(parcels)).one()
    assert value_of(Parcel, row, parts=()) == PARCEL
    assert connection.exec_driver_sql("SELECT message_id, colour FROM parcels").one() == (7, "blue")


def test_others_take_the_place_of_fields(parcels: Table, connection: Connection) -> None:
    """In a row and in a value; what has no value stays without one."""
    plain = Parcel(0, Size(1, 2), Colour.RED, "Bo")
    connection.execute(insert(parcels), [row_of(parcels, plain, name="Cy", sent=5)])
    row = connection.execute(select(parcels)).one()
    assert (row.sent, row.before) == (5, None)
    assert value_of(Parcel, row, parts=(1,)) == replace(plain, number=1, name="Cy", parts=(1,))
    assert values_of(Size, [row]) == (Size(1, 2),)


def test_features_have_no_other_tables() -> None:
    """Their columns are those of their values, and stand in their stores."""
    modules = Path(bot.features.__file__).parent.rglob("*.py")
    assert [path for path in modules if "METADATA" in path.read_text(encoding="utf-8")] == []
