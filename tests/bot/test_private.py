"""Only the user who runs the bot can read its games and keys, however the files were created."""

from __future__ import annotations

import os
import stat
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import system
from bot.playground import server
from bot.playground.clock import PlaygroundClock
from bot.playground.world import World
from bot.service.saving.seals import key_of_file
from bot.settings import Settings, sqlite_url
from bot.store import opening
from bot.store.opening import open_store
from bot.wiring.app import build
from bot.wiring.upkeep import back_up
from tests.support.service import StillClock, process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has rights of another kind")


@pytest.fixture(params=[0o022, 0o000, 0o077, 0o777], ids=oct)
def mask(request: pytest.FixtureRequest) -> Iterator[int]:
    """The umask of the process."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.fixture
def usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _allow(path: Path, rights: int) -> None:
    path.chmod(rights)


async def test_what_is_made_is_private_from_the_beginning(tmp_path: Path, mask: int) -> None:
    """The database, the files that SQLite keeps next to it while it is open, the lock, the key, the chat."""
    folder = tmp_path / "data"
    store = await open_store(sqlite_url(folder / "tilewright.db"))
    await store.meta.set("a", "b")
    key_of_file(folder / "tilewright.key")
    server.save(World(PlaygroundClock()), folder / "playground.json")
    made = {path.name: _rights(path) for path in folder.iterdir()}
    await store.close()
    names = ("tilewright.db", "tilewright.db-wal", "tilewright.db-shm", "tilewright.db.lock", "tilewright.key")
    assert made == dict.fromkeys([*names, "playground.json"], 0o600)
    assert _rights(folder) == 0o700


async def test_what_was_open_to_others_is_tightened_at_the_start(tmp_path: Path, usual_mask: None) -> None:
    """These are restored files and the playground's. Other users' files stay as they are."""
    folder = tmp_path / "data"
    await (await open_store(sqlite_url(folder / "playground.db"))).close()
    for name in ("playground.key", "playground.json", "tilewright.db", "tilewright.key", "tilewright.db-wal"):
        (folder / name).touch()
    (folder / "playground.json").unlink()
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)
    app = build(Settings(folder, sqlite_url(folder / "tilewright.db"), port=0))
    await app.start()
    made = {path.name: _rights(path) for path in folder.iterdir()}
    await app.stop()
    assert set(made.values()) == {0o600}
    assert _rights(folder) == 0o700
    assert _rights(folder / "playground.json") == 0o600


async def test_what_zipfile_puts_back_is_private_before_the_bot_writes_into_it(
    tmp_path: Path, usual_mask: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's zipfile, with which OPERATING restores a backup, gives everyone the right to read."""
    url = sqlite_url(tmp_path / "made" / "tilewright.db")
    await (await open_store(url)).close()
    key_of_file(tmp_path / "made" / "tilewright.key")
    back_up(Settings(tmp_path / "made", url), tmp_path / "copy.zip")
    folder = tmp_path / "restored"
    zipfile.main(["-e", str(tmp_path / "copy.zip"), str(folder)])
    names = ("tilewright.db", "tilewright.key")
    assert [_rights(folder / name) for name in names] == [0o644, 0o644]
    found: list[int] = []

    async def migrate(url: str) -> None:
        found.extend(_rights(path) for path in (*(folder / name for name in names), folder))

    monkeypatch.setattr(opening, "migrate", migrate)
    await (await open_store(sqlite_url(folder / "tilewright.db"))).close()
    assert found == [0o600, 0o600, 0o700]


async def test_what_is_not_the_bots_stays_as_it_is(tmp_path: Path, usual_mask: None) -> None:
    """A folder with other content, such as a home; other files next to the database."""
    folder = tmp_path / "home"
    folder.mkdir(0o755)
    (folder / "letter.txt").touch(0o644)
    (folder / "other.db").touch(0o644)
    store = await open_store(sqlite_url(folder / "games.db"))
    await store.close()
    system.tighten(folder)
    assert _rights(folder) == 0o755
    assert {_rights(folder / name) for name in ("letter.txt", "other.db")} == {0o644}
    assert _rights(folder / "games.db") == 0o600


async def test_doctor_says_what_others_can_read(
    tmp_path: Path, usual_mask: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the files and what to do."""
    from bot.cli.checkup import Status, _privacy

    async with process(tmp_path, StillClock()):
        settings = Settings(tmp_path, sqlite_url(tmp_path / "games.db"))
        _allow(tmp_path, 0o700)
        assert _privacy(settings, playground=False).status is Status.OK
        _allow(tmp_path / "games.db-wal", 0o640)
        found = _privacy(settings, playground=False)
        assert found.status is Status.WRONG
        assert "games.db-wal: chmod 600" in found.text
        _allow(tmp_path / "games.db-wal", 0o600)
        _allow(tmp_path, 0o755)
        assert _privacy(settings, playground=False).status is Status.NOTE
