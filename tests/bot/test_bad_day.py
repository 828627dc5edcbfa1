"""What an operator reads on a bad day: a full disk, a locked database, a read-only disk, a database that is too new."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from bot.model.errors import describe
from bot.playground.clock import PlaygroundClock
from bot.playground.server import Playground
from bot.settings import Settings, sqlite_url
from bot.store import sqlite
from bot.store.database import Database
from bot.store.opening import open_store
from bot.wiring.app import build
from bot.wiring.starting import MISCONFIGURED, StartFailed
from engine.sentences import Sentence
from tests.support.sentences import said

SECRET = "Zyzzogeton"


async def failure(database: Database, *statements: str) -> BaseException:
    """The error of the last of these statements."""
    try:
        async with database.write() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)
    except Exception as error:
        return error
    raise AssertionError("nothing failed")


async def test_the_log_says_that_the_disk_is_full_and_where_the_bot_wrote(tmp_path: Path) -> None:
    """As SQLite says it; the places are the bot's own, not those of libraries."""
    database = Database(sqlite_url(tmp_path / "games.db"))
    blob = f"CREATE TABLE b AS SELECT zeroblob(1000000), '{SECRET}'"
    told = describe(await failure(database, "CREATE TABLE a (x)", "PRAGMA max_page_count = 4", blob))
    await database.close()
    assert told.startswith("OperationalError (database or disk is full) < ")
    assert f"{os.sep}bot{os.sep}store{os.sep}" in told
    assert "sqlalchemy" not in told and SECRET not in told


async def test_the_log_says_that_another_program_has_locked_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the bot has waited for it."""
    monkeypatch.setattr(sqlite, "BUSY", 10)
    file = tmp_path / "games.db"
    store = await open_store(sqlite_url(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DBAPIError) as failed:
            await store.meta.set("heartbeat", "1")
    await store.close()
    assert describe(failed.value).startswith("OperationalError (database is locked) < ")


async def test_the_log_never_quotes_what_is_in_the_database(tmp_path: Path) -> None:
    """Python's own error about a text that is not UTF-8 quotes it."""
    database = Database(sqlite_url(tmp_path / "games.db"))
    error = await failure(database, f"SELECT CAST(x'{SECRET.encode().hex()}ff' AS TEXT)")
    await database.close()
    assert SECRET in str(error)
    assert SECRET not in describe(error)


def test_the_log_names_what_happened_on_a_database_server() -> None:
    """Its messages can quote rows, so only the kind of the driver's error is named."""

    class DiskFullError(Exception):
        pass

    driver = RuntimeError(SECRET)
    driver.__cause__ = DiskFullError(SECRET)
    assert describe(DBAPIError(SECRET, {}, driver)) == "DBAPIError (DiskFullError)"


def test_the_log_says_what_the_system_says() -> None:
    """But not of which file: it may have a person's name."""
    told = describe(OSError(errno.EROFS, SECRET, SECRET))
    assert told == f"OSError ({os.strerror(errno.EROFS)})"


@pytest.fixture
def unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on a disk that has become read-only."""
    folder = tmp_path / "data"
    folder.mkdir(0o700)
    opened = os.open

    def refuse(path: Any, flags: int, *args: Any, **options: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) and folder in Path(os.fsdecode(path)).parents:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", refuse)
    return folder


@pytest.mark.parametrize("token", [None, "token"])
async def test_a_read_only_disk_is_told_in_one_line(
    unwritable: Path, token: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """In words that can be translated, for the playground as for Discord."""
    settings = Settings(unwritable, sqlite_url(unwritable / "tilewright.db"), token, port=0)
    with pytest.raises(StartFailed) as failed:
        await build(settings).start()
    reason = failed.value.reason
    assert isinstance(reason, Sentence) and reason.facts["reason"] == said("oserrors.read_only")
    assert not caplog.records


async def test_a_playground_whose_chat_cannot_be_saved_ends_all_the_same(
    unwritable: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With one line in the log."""
    playground = Playground(clock=PlaygroundClock(), state_file=unwritable / "playground.json")
    await playground.start()
    await playground.close()
    assert [record.getMessage().endswith(said("oserrors.read_only")) for record in caplog.records] == [True]


async def test_a_database_that_is_too_new_ends_the_start_for_good(tmp_path: Path) -> None:
    """No restart mends that."""
    file = tmp_path / "games.db"
    await (await open_store(sqlite_url(file))).close()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE meta SET value = '9998' WHERE key = 'suits_from'")
    with pytest.raises(StartFailed) as failed:
        await build(Settings(tmp_path, sqlite_url(file), "token")).start()
    assert said("cli.newer_program", revision=9999) in failed.value.reason
    assert failed.value.exit_code == MISCONFIGURED
