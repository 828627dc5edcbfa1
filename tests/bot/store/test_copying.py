"""Everything in one database comes over to another one, of either kind."""

from __future__ import annotations

import asyncio
import gzip
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Float, Integer, LargeBinary, Table, insert, select, text, update
from sqlalchemy.types import JSON, String

from bot.model.errors import DatabaseInUse, DatabaseUnusable, KeyUnusable
from bot.service.saving.seals import key_of_file
from bot.settings import Settings, sqlite_url
from bot.store import copying
from bot.store.database import Database
from bot.store.opening import migrate, open_store
from bot.store.tables import DELIVERIES, GAMES, META, METADATA
from bot.wiring import upkeep
from tests.support.databases import games_in

EARLIER = Path(__file__).parent / "earlier" / "games.db.gz"


def ignored(done: int, total: int) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def games_of_every_phase(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of the last release, with today's tables."""
    file = tmp_path_factory.mktemp("earlier") / "games.db"
    file.write_bytes(gzip.decompress(EARLIER.read_bytes()))
    asyncio.run(migrate(sqlite_url(file)))
    return file.read_bytes()


@pytest.fixture
def source(tmp_path: Path, games_of_every_phase: bytes) -> str:
    """The address of a file with games of every phase."""
    file = tmp_path / "games.db"
    file.write_bytes(games_of_every_phase)
    return sqlite_url(file)


@pytest.fixture
async def full(tmp_path: Path) -> str:
    """The address of a file with a row in every table."""
    url = games_in(tmp_path / "full")
    database = Database(url)
    async with database.write() as connection:
        for table in METADATA.sorted_tables:
            await connection.execute(insert(table), a_row(table))
        await connection.execute(insert(META), {"key": "installation", "value": "abc"})
    await database.close()
    return url


def a_row(table: Table) -> dict[str, Any]:
    """Values for all columns, such as their types allow."""
    return {column.key: a_value(column.type) for column in table.columns}


def a_value(kind: Any) -> Any:
    if isinstance(kind, JSON):
        return {"a": [1, "É", None]}
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, Integer):
        return 7 if type(kind) is Integer else 2**40
    if isinstance(kind, Float):
        return 0.1
    if isinstance(kind, LargeBinary):
        return b"\0\xff"
    assert isinstance(kind, String)
    return "ß 1"


async def rows_of(url: str) -> dict[str, list[Any]]:
    """All rows of all tables."""
    database = Database(url)
    try:
        async with database.read() as connection:
            found = {table.name: (await connection.execute(select(table))).all() for table in METADATA.sorted_tables}
    finally:
        await database.close()
    return {name: sorted((tuple(row) for row in rows), key=repr) for name, rows in found.items()}


def settings(folder: Path) -> Settings:
    """Those of an installation without a key in them."""
    return Settings(folder, "")


async def copy(folder: Path, source: str, target: str) -> upkeep.CopyReport:
    """As the command does it."""
    return await upkeep.copy_between(settings(folder), source, target, ignored, ignored)


async def copy_rows(source: str, target: str) -> None:
    """Without replaying the games, whose events need not be real."""
    async with copying.opened(source, target) as both:
        await both.copy(ignored)
        await both.compare(ignored)
        await both.finish()


async def test_X10_every_table_comes_over(tmp_path: Path, full: str) -> None:
    """A table that is added later is not forgotten, and needs a key to be copied by."""
    before = await rows_of(full)
    assert all(before.values())
    assert all(table.primary_key.columns for table in METADATA.sorted_tables)
    other = sqlite_url(tmp_path / "other.db")
    await copy_rows(full, other)
    assert await rows_of(other) == before


@pytest.mark.gate
async def test_X10_every_table_comes_over_and_back(tmp_path: Path, full: str, empty: str) -> None:
    """Between both kinds of databases."""
    before, back = await rows_of(full), sqlite_url(tmp_path / "back.db")
    await copy_rows(full, empty)
    await copy_rows(empty, back)
    assert await rows_of(empty) == before
    assert await rows_of(back) == before


@pytest.mark.soak
async def test_X10_games_of_every_phase_come_over_and_back(tmp_path: Path, source: str, empty: str) -> None:
    before = await rows_of(source)
    copied = await copy(tmp_path, source, empty)
    assert copied.games == len(before["games"]) > 3
    assert copied.rows == sum(map(len, before.values())) - 1, "each database says itself which programs suit it"
    await copy(tmp_path, empty, back := sqlite_url(tmp_path / "back.db"))
    assert await rows_of(back) == before


@pytest.mark.soak
async def test_a_number_is_not_used_again_after_the_copy(tmp_path: Path, source: str, empty: str) -> None:
    """Not even that of a delivery that was deleted before: the nonce of a message depends on it."""
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute("UPDATE sqlite_sequence SET seq = 5000 WHERE name = 'deliveries'")
    await copy(tmp_path, source, empty)
    await copy(tmp_path, empty, back := sqlite_url(tmp_path / "back.db"))
    for url in (empty, back):
        database = Database(url)
        async with database.write() as connection:
            game = (await connection.execute(select(GAMES.c.game).limit(1))).scalar_one()
            row = a_row(DELIVERIES) | {"game": game}
            del row["id"]
            made = await connection.execute(insert(DELIVERIES).values(row))
            assert made.inserted_primary_key == (5001,)
        await database.close()


@pytest.mark.soak
@pytest.mark.parametrize("chunks", [1, 3, 20])
async def test_X10_a_copy_that_was_stopped_goes_on(
    chunks: int, tmp_path: Path, source: str, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bot opens half a copy."""
    monkeypatch.setattr(copying, "ROWS", 10)
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if len(seen) == chunks:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await upkeep.copy_between(settings(tmp_path), source, empty, stop, ignored)
    with pytest.raises(DatabaseUnusable, match="half a copy"):
        await open_store(empty)
    again: list[int] = []
    await upkeep.copy_between(settings(tmp_path), source, empty, lambda done, total: again.append(done), ignored)
    assert again[0] > seen[-1]
    assert await rows_of(empty) == await rows_of(source)
    await (await open_store(empty)).close()


async def test_a_copy_that_differs_is_not_opened(source: str, shared: str) -> None:
    """Whatever changed a row."""
    async with copying.opened(source, shared) as both:
        await both.copy(ignored)
        database = Database(shared)
        async with database.write() as connection:
            await connection.execute(update(GAMES).values(turn=GAMES.c.turn + 1))
        await database.close()
        with pytest.raises(DatabaseUnusable, match="games"):
            await both.compare(ignored)
    with pytest.raises(DatabaseUnusable, match="half a copy"):
        await open_store(shared)


async def test_nothing_is_copied_while_a_bot_is_there(tmp_path: Path, source: str, shared: str) -> None:
    for url in (source, shared):
        store = await open_store(url)
        try:
            with pytest.raises(DatabaseInUse):
                await copy(tmp_path, source, shared)
        finally:
            await store.close()


async def test_only_an_empty_database_is_filled(tmp_path: Path, source: str, full: str) -> None:
    """Or one with half of the same copy."""
    for target in (full, source):
        before = await rows_of(target)
        with pytest.raises(DatabaseUnusable):
            await copy(tmp_path, source, target)
        assert await rows_of(target) == before


@pytest.fixture
async def opened_once(tmp_path: Path) -> str:
    """The address of a file without games."""
    store = await open_store(url := games_in(tmp_path))
    await store.close()
    return url


async def test_what_a_feature_kept_that_is_no_longer_here_is_not_lost(
    tmp_path: Path, opened_once: str, shared: str
) -> None:
    """Its table is named; an empty one matters to nobody."""
    database = Database(opened_once)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE raffles (number INTEGER)"))
    await copy(tmp_path, opened_once, shared)
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO raffles VALUES (1)"))
    await database.close()
    with pytest.raises(DatabaseUnusable, match="raffles"):
        await copy(tmp_path, opened_once, f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}")


async def test_the_key_comes_along(tmp_path: Path, opened_once: str, shared: str) -> None:
    """To where a bot with the other database looks for it; a different key there stays."""
    key = key_of_file(tmp_path / "games.key")
    home = tmp_path / "home"
    home.mkdir()
    copied = await copy(home, opened_once, shared)
    assert copied.key == home / "tilewright.key"
    assert key_of_file(copied.key) == key
    (tmp_path / "games.key").unlink()
    key_of_file(tmp_path / "games.key")
    with pytest.raises(KeyUnusable, match="a different key"):
        await copy(home, opened_once, shared)
    secret = replace(settings(home), save_key="a secret of the installation")
    assert upkeep._copy_key(secret, opened_once, shared) is None
