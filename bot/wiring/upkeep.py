"""Maintenance from the command line: locating an installation's files, copying and inspecting them.

Like the files that start a bot or a worker, it knows the database: all of them wire the layers below them.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot import features
from bot.model.errors import DatabaseUnusable, KeyUnusable
from bot.service.saving.seals import key_file, read_key_file
from bot.settings import Settings
from bot.store.copying import opened
from bot.store.database import shown_url, sqlite_file
from bot.store.lockfile import network_of
from bot.store.opening import DatabaseFacts, ServerFacts, copy_database, inspect_database, inspect_server
from bot.system import MANIFEST, make_file
from engine.game.codec import decode
from engine.game.evolve import replay
from engine.sentences import Sentence

PLAYGROUND = "playground.db"
OnProgress = Callable[[int, int], object]
"""Called with the number of rows copied or compared, and the number of all rows."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup: its bytes, the games in the database, and whether it includes the key file."""

    size: int
    games: int
    with_key: bool


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What was copied between databases. `key` is the file with the key for saved games, None if there is none."""

    rows: int
    games: int
    key: Path | None


def database_file(settings: Settings, *, playground: bool = False) -> Path | None:
    """The SQLite file of an installation or its playground; None for another database."""
    return settings.folder / PLAYGROUND if playground else sqlite_file(settings.database_url)


def inspect(file: Path) -> DatabaseFacts:
    """Inspects a database file without changing it. Raises `DatabaseUnusable`."""
    return inspect_database(file)


def network_below(file: Path) -> str | None:
    """The kind of network file system on which a database file is; None if it is on none."""
    return network_of(file)


async def inspect_shared(settings: Settings) -> ServerFacts:
    """Inspects an installation's database server. Raises `DatabaseUnusable`."""
    return await inspect_server(settings.database_url)


def back_up(settings: Settings, target: Path, *, playground: bool = False) -> Backup:
    """Copy database and key into one zip file that only its owner can read, whether or not the bot is running.

    The file appears complete or not at all. Raises `DatabaseUnusable`, `KeyUnusable` and `OSError`.
    """
    source = database_file(settings, playground=playground)
    if source is None:
        secret = "TILEWRIGHT_SAVE_KEY" if settings.save_key else str(key_file(settings.folder, None))
        how = Sentence(
            "is copied by its server's own tools, such as {command}; keep {secret} with the copy",
            command="pg_dump --format=custom",
            secret=secret,
        )
        raise DatabaseUnusable(shown_url(settings.database_url), how)
    if not source.is_file():
        raise DatabaseUnusable(str(source), Sentence("is not there"))
    key = key_file(settings.folder, source)
    with_key = read_key_file(key) is not None
    with tempfile.TemporaryDirectory(dir=target.resolve().parent, prefix=".backup-") as folder:
        copy, packed = Path(folder) / source.name, Path(folder) / "backup.zip"
        copy_database(source, copy)
        facts = inspect_database(copy)
        about = {"format": "tilewright-backup", "version": 1, "revision": facts.revision, "games": facts.games}
        with zipfile.ZipFile(packed, "x", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, source.name)
            if with_key:
                archive.write(key, key.name)
            archive.writestr(MANIFEST, json.dumps(about))
        packed.chmod(0o600)
        packed.replace(target)
    return Backup(target.stat().st_size, facts.games, with_key)


async def copy_between(
    settings: Settings, source: str, target: str, copied: OnProgress, compared: OnProgress
) -> CopyReport:
    """Copy everything from one database into another, empty one, and check it by replaying every game on both sides.

    A copy that was stopped goes on where it was. The key file is copied too, unless the settings hold the key. Raises
    `DatabaseInUse`, `DatabaseUnusable` and `KeyUnusable`.
    """
    key = _copy_key(settings, source, target)
    features.chosen()  # a feature's tables are known once it is loaded
    async with opened(source, target) as both:
        rows = await both.copy(copied)
        await both.compare(compared)
        games = 0
        async for game, ours, theirs in both.journals():
            if not await asyncio.to_thread(_replays_alike, ours, theirs):
                raise both.differs(game)
            games += 1
        await both.finish()
    return CopyReport(rows, games, key)


def _replays_alike(ours: list[Any], theirs: list[Any]) -> bool:
    mine, others = (replay(tuple(decode(dict(one)) for one in events)) for events in (ours, theirs))
    return mine == others


def _copy_key(settings: Settings, source: str, target: str) -> Path | None:
    """Copy the key file to where a bot with the target looks for it. Raises `KeyUnusable`."""
    if settings.save_key:
        return None
    old, new = (key_file(settings.folder, sqlite_file(url)) for url in (source, target))
    key = read_key_file(old)
    if key is None or old == new:
        return new if key else None
    there = read_key_file(new)
    if there is None:
        make_file(new)
        new.write_bytes(old.read_bytes())
    elif there != key:
        raise KeyUnusable(str(new), Sentence("holds a different key from {old}; move it away", old=old))
    return new
