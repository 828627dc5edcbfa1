"""The log: its forms, what it never holds, and what an operator reads on a bad day."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from bot.logs import JsonFormatter, SafeFormatter, about, note_game, start_logging
from bot.model.errors import describe
from bot.playground.clock import PlaygroundClock
from bot.playground.faults import Cut
from bot.playground.server import Playground
from bot.settings import Settings, SettingsError, sqlite_url
from bot.store import database
from bot.store.database import Database
from bot.store.opening import open_store
from bot.wiring.app import build
from bot.wiring.starting import MISCONFIGURED, StartFailed
from engine.sentences import Sentence
from tests.support.logged import ANY_PORT, scrape
from tests.support.running import ask, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

SECRET = "Zyzzogeton"
"""What a test writes wherever people can write."""
TOKEN = "MTA.secret.token"


@contextmanager
def logged(formatter: logging.Formatter, level: int = logging.DEBUG) -> Iterator[io.StringIO]:
    """Everything logged meanwhile, as a formatter writes it."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, before = logging.StreamHandler(stream), root.level
    handler.setFormatter(formatter)
    root.addHandler(handler)
    root.setLevel(level)
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


def lines(stream: io.StringIO) -> list[dict[str, str]]:
    """The objects of a log in JSON."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_X11_json_lines_name_game_and_cause() -> None:
    """Only while the work is about them; nested work keeps what it does not change."""
    log = logging.getLogger("bot.test")
    with logged(JsonFormatter()) as stream:
        log.warning("before")
        with about(game="abc23456", cause="i1"):
            log.warning("outer")
            with about(cause="i2"):
                log.error("inner %d", 7)
        log.warning("after")
    told = lines(stream)
    assert [one.get("game") for one in told] == [None, "abc23456", "abc23456", None]
    assert [one.get("cause") for one in told] == [None, "i1", "i2", None]
    assert told[2] | {"time": ""} == {
        "time": "",
        "level": "error",
        "logger": "bot.test",
        "message": "inner 7",
        "game": "abc23456",
        "cause": "i2",
    }
    assert all(one["time"].endswith("+00:00") for one in told)


async def test_X11_tasks_and_threads_inherit_the_subject() -> None:
    """What a task notes later does not leak into the others."""
    log = logging.getLogger("bot.test")

    async def work(game: str) -> None:
        note_game(game)
        await asyncio.sleep(0)
        await asyncio.to_thread(log.warning, "at work")

    with logged(SafeFormatter()) as stream, about(cause="c"):
        await asyncio.gather(work("one"), work("two"))
        log.warning("outside")
    told = sorted(line for line in stream.getvalue().splitlines() if "bot.test" in line)
    assert [line.rpartition("[")[2] for line in told] == ["game=one cause=c]", "game=two cause=c]", "cause=c]"]


@pytest.mark.parametrize("formatter", [SafeFormatter(TOKEN), JsonFormatter(TOKEN)])
async def test_X11_exceptions_are_named_and_never_quoted(formatter: logging.Formatter) -> None:
    """Their texts, the states of tasks and addresses with tokens can hold anything; a line stays one line."""
    with logged(formatter) as stream:
        try:
            raise ValueError(SECRET)
        except ValueError:
            logging.getLogger("bot.test").exception("it failed")

        async def fails() -> None:
            raise LookupError(SECRET)

        task = asyncio.create_task(fails(), name="fails")
        await asyncio.wait({task})
        context = {"message": "Task exception was never retrieved", "exception": task.exception(), "future": task}
        asyncio.get_running_loop().call_exception_handler(context)
        logging.getLogger("discord.http").warning("429 for /webhooks/12/%s/messages with %s", SECRET, TOKEN)
    told = stream.getvalue()
    assert SECRET not in told
    assert TOKEN not in told
    assert "ValueError" in told
    assert "LookupError" in told
    assert "/webhooks/12/***" in told
    assert len(told.splitlines()) == 3


async def test_X11_a_hostile_game_leaves_no_secret_in_logs_and_metrics(tmp_path: Path) -> None:
    """Names, chat, moves, racks and tokens of a whole game, at the most detailed level, with faults of the network."""
    racks = ("CAT", "SOD", "ENT")
    start_logging("debug")
    with logged(JsonFormatter()) as stream:
        async with gathered(tmp_path, "A", "C", *racks, letters="ACTSODENTAGEOSRK", rack_size=3, metrics=ANY_PORT) as (
            stage,
            ada,
            bruno,
        ):
            first = await started(ada, bruno, f"variant:tiny name:{SECRET}")
            await ask(ada, f"/word check word:{SECRET}")
            await ask(ada, f"/play move:8G {SECRET}")
            await ada.say(f"8G {SECRET}")
            await ada.say(f"{SECRET} is what I think of you")
            await ada.click(first, "Rack")
            await ask(ada, "/try move:8G CAT", "8G CAT")
            await ask(ada, f"/join code:{SECRET}")
            stage.playground.faults.plan(Cut(after=False), "PATCH", "@original", count=5)
            await bruno.command("/rack")
            await eventually(lambda: any("lost" in one["message"] for one in lines(stream)))
            stage.playground.faults.clear()  # the next answer may take the same way
            await ask(ada, "/play move:8G CAT", "8G CAT")
            await bruno.wait_message("played 8G CAT")
            await eventually(lambda: any(one.get("game") for one in lines(stream)))
            metrics = await scrape(stage.app)
            token = stage.playground.token
    told = lines(stream)
    text = stream.getvalue()
    for secret in (SECRET, SECRET.upper(), token, '"CAT"', " CAT", "SOD", "Ada", "Bruno"):
        assert secret not in text, [one for one in text.splitlines() if secret in one][:3]
        assert secret not in metrics
    lost = [one for one in told if "lost" in one["message"] or "reached" in one["message"]]
    assert lost
    assert all(one["cause"].startswith("i") and one["game"] for one in lost), lost


def test_X11_the_form_of_the_log_is_a_setting() -> None:
    """Text unless told otherwise; anything else is refused by name."""
    assert Settings.from_environment({}).log_format == "text"
    assert Settings.from_environment({"TILEWRIGHT_LOG_FORMAT": "JSON"}).log_format == "json"
    with pytest.raises(SettingsError, match="TILEWRIGHT_LOG_FORMAT"):
        Settings.from_environment({"TILEWRIGHT_LOG_FORMAT": "xml"})


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
    monkeypatch.setattr(database, "BUSY", 10)
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
