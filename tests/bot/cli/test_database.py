"""`tilewright database copy`."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.features import chosen
from bot.settings import sqlite_url
from bot.store.opening import migrate, open_store


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database that a bot has opened once."""
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    monkeypatch.delenv("TILEWRIGHT_SAVE_KEY", raising=False)

    async def once() -> None:
        await (await open_store(sqlite_url(tmp_path / "games.db"))).close()

    asyncio.run(once())
    return tmp_path / "games.db"


def test_X10_files_are_named_by_their_paths(cli: Any, games: Path) -> None:
    told = json.loads(cli("database", "copy", str(games), str(games.with_name("new.db")), "--json").stdout)
    assert told == {"rows": 1, "games": 0, "key": None}
    assert "0 games" in cli("database", "copy", str(games), str(games.with_name("third.db"))).stdout


def test_refusals_are_one_line(cli: Any, games: Path) -> None:
    assert "is not there" in cli.refusal("database", "copy", str(games.with_name("none.db")), str(games))
    assert "you are copying" in cli.refusal("database", "copy", str(games), str(games))
    assert "folder" in cli.refusal("database", "copy", str(games), str(games.parent / "nowhere" / "new.db"))
    assert "must begin with" in cli.refusal("database", "copy", str(games), "mysql://host/games")


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
