"""`tilewright backup`, `doctor`, `database copy` and `health`."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cli import checkup
from bot.features import chosen
from bot.model.measures import DatabaseCounts
from bot.monitoring import Monitoring, PrometheusMeasures
from bot.playground import cast
from bot.service.saving.seals import key_of_file
from bot.settings import sqlite_url
from bot.store.meta import TWIN
from bot.store.opening import migrate, open_store
from bot.wiring import upkeep
from engine import loading
from tests.support.databases import games_in
from tests.support.logged import ANY_PORT
from tests.support.playground import running
from tests.support.sentences import said
from tests.support.service import StillClock, process

TOKEN = "not-to-be-shown-anywhere"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A separate installation without a token."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("DISCORD_TOKEN", "TILEWRIGHT_DATABASE_URL", "TILEWRIGHT_SAVE_KEY", "TILEWRIGHT_DISCORD_API"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TILEWRIGHT_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def one_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortest word list: reading all of them takes seconds."""
    shortest = [one for one in loading.list_lexicons() if one.name == "russian"]
    monkeypatch.setattr(loading, "list_lexicons", lambda: shortest)


def _findings(cli: Any, *arguments: str) -> dict[str, dict[str, str]]:
    """What the doctor finds, by check."""
    answer = json.loads(cli("doctor", "--json", *arguments).stdout)
    assert answer["ok"] == all(one["status"] != "wrong" for one in answer["checks"])
    return {one["check"]: one for one in answer["checks"]}


def _finding(cli: Any, check: str, *arguments: str) -> dict[str, str]:
    return _findings(cli, *arguments)[check]


async def test_a_backup_is_a_consistent_copy_made_while_the_bot_runs(
    cli: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It contains database and key, and only the owner can read it; restored, it is the same installation."""
    async with process(home, StillClock()) as bot:
        game = await bot.new_game()
        key_of_file(home / "games.key")
        monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", sqlite_url(home / "games.db"))
        made = await asyncio.to_thread(cli.data, "backup", tmp_path / "copy.zip", "--json")
        assert made["games"] == 1 and made["key"]
        assert stat.S_IMODE((tmp_path / "copy.zip").stat().st_mode) == 0o600
        installation = bot.store.installation
    with zipfile.ZipFile(tmp_path / "copy.zip") as archive:
        archive.extractall(tmp_path / "restored")
    assert (tmp_path / "restored" / "games.key").read_bytes() == (home / "games.key").read_bytes()
    store = await open_store(sqlite_url(tmp_path / "restored" / "games.db"))
    assert store.installation == installation
    assert await store.journal.summary(game)
    await store.close()


def test_a_backup_is_refused_where_there_is_nothing_or_it_would_replace(cli: Any, home: Path, tmp_path: Path) -> None:
    """One clear line; no file appears, and an existing one stays."""
    assert "is not there" in cli.refusal("backup", tmp_path / "copy.zip")
    assert not (tmp_path / "copy.zip").exists()
    asyncio.run(_make(home))
    (tmp_path / "copy.zip").write_text("mine")
    assert "--yes" in cli.refusal("backup", tmp_path / "copy.zip")
    assert (tmp_path / "copy.zip").read_text() == "mine"
    cli("backup", tmp_path / "copy.zip", "--yes")
    assert zipfile.is_zipfile(tmp_path / "copy.zip")
    (home / "tilewright.db").write_bytes(b"holiday photos" * 1000)
    assert "not a database" in cli.refusal("backup", tmp_path / "other.zip")
    assert not (tmp_path / "other.zip").exists()
    assert cli.refusal("backup", tmp_path / "no" / "folder.zip")


async def _make(home: Path) -> None:
    await (await open_store(games_in(home, name="tilewright.db"))).close()


def test_the_doctor_finds_a_fresh_installation_well(cli: Any, home: Path, one_list: None) -> None:
    """Nothing exists yet, and nothing is wrong; the check creates nothing."""
    result = cli("doctor")
    assert result.exit_code == 0 and "All well" in result.stdout
    assert list(home.iterdir()) == []


@pytest.mark.soak
def test_the_doctor_reads_all_word_lists(cli: Any, home: Path) -> None:
    """What is installed is whole."""
    found = _findings(cli)
    assert {found[check]["status"] for check in ("Python", "data files", "fonts", "settings")} == {"ok"}


def test_the_doctor_names_what_is_wrong(cli: Any, home: Path, one_list: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged or too new database, an exposed or invalid key, an invalid setting."""
    asyncio.run(_make(home))
    key = home / "tilewright.key"
    assert len(key_of_file(key)) == 32
    found = _findings(cli)
    assert found["database version"]["status"] == found["key for saves"]["status"] == "ok"
    with closing(sqlite3.connect(home / "tilewright.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    key.chmod(0o644)
    found = _findings(cli)
    assert said("cli.newer_program") in found["database version"]["text"]
    assert "chmod 600" in found["key for saves"]["text"]
    key.write_text("nonsense")
    (home / "tilewright.db").write_bytes(b"holiday photos" * 1000)
    found = _findings(cli)
    assert found["database"]["status"] == found["key for saves"]["status"] == "wrong"
    assert cli("doctor").exit_code == 1
    monkeypatch.setenv("TILEWRIGHT_PORT", "many")
    assert "TILEWRIGHT_PORT" in _finding(cli, "settings")["text"]


async def test_the_doctor_asks_discord_and_never_shows_the_token(
    cli: Any, home: Path, one_list: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reachable or not, accepted or not, message texts granted or not."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("TILEWRIGHT_DISCORD_API", "http://127.0.0.1:9")
    assert "cannot be reached" in (await asyncio.to_thread(_finding, cli, "Discord"))["text"]
    async with running() as playground:
        monkeypatch.setenv("TILEWRIGHT_DISCORD_API", playground.api)
        refused = await asyncio.to_thread(_finding, cli, "Discord")
        assert "does not accept" in refused["text"] and TOKEN not in str(refused)
        monkeypatch.setenv("DISCORD_TOKEN", playground.token)
        shown = await asyncio.to_thread(lambda: cli("doctor").stdout)
        assert "knows the application" in shown and playground.token not in shown
        assert (await asyncio.to_thread(_finding, cli, "message content"))["status"] == "ok"


async def test_the_doctor_hands_out_the_invitation_and_names_missing_permissions(
    cli: Any, home: Path, one_list: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the application's id; of each server that lacks any."""
    async with running() as playground:
        monkeypatch.setenv("TILEWRIGHT_DISCORD_API", playground.api)
        monkeypatch.setenv("DISCORD_TOKEN", playground.token)
        link = (await asyncio.to_thread(_finding, cli, "invitation"))["text"]
        assert f"client_id={cast.BOT_ID}&" in link and "permissions=17901423807552" in link
        assert (await asyncio.to_thread(_finding, cli, "permissions"))["status"] == "ok"
        first, second = playground.world.guilds.values()
        second.roles[0]["permissions"] = second.roles[1]["permissions"] = "0"
        second.roles[1]["permissions"] = str(cast.BOT & ~cast.bits(["attach_files", "create_events"]))
        found = await asyncio.to_thread(_finding, cli, "permissions")
        assert found["status"] == "note"
        assert "'Harbour'" in found["text"] and "Attach Files, Create Events" in found["text"]
        first.has_bot = second.has_bot = False
        assert said("cli.no_server") in (await asyncio.to_thread(_finding, cli, "permissions"))["text"]


async def test_the_doctor_tells_of_a_wrong_clock(
    cli: Any, home: Path, one_list: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By how much it differs from Discord's, and which way; seconds do not matter."""
    async with running() as playground:
        monkeypatch.setenv("TILEWRIGHT_DISCORD_API", playground.api)
        monkeypatch.setenv("DISCORD_TOKEN", playground.token)
        for ahead, status, told in ((20, "ok", ""), (7200, "wrong", "ahead"), (-7200, "wrong", "behind")):
            with monkeypatch.context() as patched:
                patched.setattr(checkup, "time", SimpleNamespace(time=lambda ahead=ahead: time.time() + ahead))
                found = await asyncio.to_thread(_finding, cli, "clock")
            assert found["status"] == status and told in found["text"], found


def test_the_doctor_tells_of_another_bot_and_of_a_network_file_system(
    cli: Any, home: Path, one_list: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(_make(home))
    assert not {"other bots", "file system"} & _findings(cli).keys()
    monkeypatch.setattr(upkeep, "network_of", lambda _: "nfs4")
    for hours, told in ((1, True), (30, False)):
        with closing(sqlite3.connect(home / "tilewright.db")) as connection, connection:
            seen = round((time.time() - hours * 3600) * 1000)
            connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (TWIN, str(seen)))
        connection.close()
        found = _findings(cli)
        assert ("other bots" in found) is told
        assert "nfs4" in found["file system"]["text"] and found["file system"]["status"] == "note"


# --- a database on a server -----------------------------------------------------------------------------------------


@pytest.mark.soak
async def test_the_doctor_looks_at_a_postgresql_database(
    cli: Any, home: Path, monkeypatch: pytest.MonkeyPatch, empty: str
) -> None:
    """Empty, in use, too new or unreachable: one line each, without the password, and nothing changes."""
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", empty.replace("postgres@", "postgres:s3cret@"))

    async def finding(check: str) -> dict[str, str]:
        found = await asyncio.to_thread(_finding, cli, check)
        assert "s3cret" not in str(found)
        return found

    fresh = await finding("database")
    assert fresh["status"] == "note" and "(PostgreSQL " in fresh["text"]
    assert said("cli.empty_tables_made") in fresh["text"]
    stores = [await open_store(empty), await open_store(empty)]
    assert "0 games, 0 not over" in (await finding("database"))["text"]
    assert (await finding("database version"))["status"] == "ok"
    assert (await finding("processes"))["text"] == said("cli.bots_database_open", 2)
    await stores[0].meta.note_clock("worker1", -7200)
    clock = await finding("clock")
    assert clock["status"] == "wrong" and said("cli.clock_behind", machine="worker1", time="2 hours") in clock["text"]
    for store in stores:
        await store.close()
    assert (await finding("processes"))["text"] == said("cli.no_bot_database_open")
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", "postgresql+asyncpg://me:s3cret@127.0.0.1:9/games")
    lost = await finding("database")
    assert lost["status"] == "wrong" and "me:***@127.0.0.1:9/games" in lost["text"]
    result = await asyncio.to_thread(cli, "doctor")
    assert result.exit_code == 1 and "s3cret" not in result.stdout


def test_a_backup_of_a_postgresql_database_is_left_to_its_server(
    cli: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says how to do it, and which secret belongs with the copy; no file appears."""
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", "postgresql+asyncpg://me:s3cret@db/games")
    told = cli.refusal("backup", tmp_path / "copy.zip")
    assert "pg_dump" in told and str(home / "tilewright.key") in told and "s3cret" not in told
    monkeypatch.setenv("TILEWRIGHT_SAVE_KEY", "a secret of more than sixteen")
    told = cli.refusal("backup", tmp_path / "copy.zip")
    assert "keep TILEWRIGHT_SAVE_KEY with the copy" in told and "sixteen" not in told
    assert not (tmp_path / "copy.zip").exists()


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that a bot has opened once."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    monkeypatch.delenv("TILEWRIGHT_SAVE_KEY", raising=False)

    async def once() -> None:
        await (await open_store(games_in(tmp_path))).close()

    asyncio.run(once())
    return tmp_path / "games.db"


def test_X10_files_are_named_by_their_paths(cli: Any, games: Path) -> None:
    told = json.loads(cli("database", "copy", str(games), str(games.with_name("new.db")), "--json").stdout)
    assert told == {"rows": 1, "games": 0, "key": None}
    games_in(games.parent, name="third.db")
    assert "0 games" in cli("database", "copy", str(games), str(games.with_name("third.db"))).stdout


def test_refusals_are_one_line(cli: Any, games: Path) -> None:
    assert "is not there" in cli.refusal("database", "copy", str(games.with_name("none.db")), str(games))
    assert "you are copying" in cli.refusal("database", "copy", str(games), str(games))
    assert "folder" in cli.refusal("database", "copy", str(games), str(games.parent / "nowhere" / "new.db"))
    assert "must begin with" in cli.refusal("database", "copy", str(games), "mysql://host/games")


@pytest.mark.gate
def test_X10_what_features_keep_comes_along(games: Path) -> None:
    """The command must load them for it; here they are loaded already, so it runs in a process of its own."""
    chosen()
    asyncio.run(migrate(sqlite_url(games)))
    with closing(sqlite3.connect(games)) as database, database:
        database.execute("INSERT INTO seek_hidden (server, person, since) VALUES (7, '1', 1)")
    words = ("database", "copy", str(games), str(games.with_name("new.db")))
    subprocess.run((sys.executable, "-m", "bot", *words), check=True)
    with closing(sqlite3.connect(games.with_name("new.db"))) as database:
        assert database.execute("SELECT server, person, since FROM seek_hidden").fetchall() == [(7, "1", 1)]


@pytest.mark.parametrize(("well", "code"), [(True, 0), (False, 1)])
async def test_X11_health_ends_with_the_state_of_the_bot(
    cli: Any, monkeypatch: pytest.MonkeyPatch, well: bool, code: int
) -> None:
    """The address is given, or that of the setting."""

    async def alive() -> DatabaseCounts:
        if not well:
            raise OSError
        return DatabaseCounts({}, 0, None, {})

    monitoring = Monitoring(ANY_PORT, PrometheusMeasures({}), lambda: True, alive, alive, lambda: 0)
    await monitoring.start()
    try:
        where = f"127.0.0.1:{monitoring.address.port}"
        assert (await asyncio.to_thread(cli, "health", where)).exit_code == code
        monkeypatch.setenv("TILEWRIGHT_METRICS", f"0.0.0.0:{monitoring.address.port}")
        assert (await asyncio.to_thread(cli, "health")).exit_code == code
    finally:
        await monitoring.close()


def test_X11_nobody_there_is_no_health(cli: Any) -> None:
    """The exit code says so, and there is no traceback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        result = cli("health", f"127.0.0.1:{free.getsockname()[1]}")
    assert result.exit_code == 1


@pytest.mark.parametrize("arguments", [("health",), ("health", "nonsense")])
def test_X11_without_an_address_there_is_one_clear_line(
    cli: Any, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    """As for all bad input."""
    monkeypatch.delenv("TILEWRIGHT_METRICS", raising=False)
    assert cli(*arguments).exit_code == 2
