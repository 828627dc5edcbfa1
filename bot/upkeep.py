"""Maintenance from the command line: locating an installation's files, copying and inspecting them.

Besides `bot.app` the only module that knows the database: both wire together the layers below them.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from bot.model.errors import DatabaseUnusable
from bot.service.sealing import key_file, read_key_file
from bot.settings import Settings
from bot.store.database import shown_url, sqlite_file
from bot.store.maintenance import DatabaseFacts, ServerFacts, copy_database, inspect_database, inspect_server

PLAYGROUND = "playground.db"
ABOUT = "about.json"
"""The name of the backup's manifest; database and key are beside it under their own names."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup: its bytes, the games in the database, and whether it includes the key file."""

    size: int
    games: int
    with_key: bool


def database_file(settings: Settings, *, playground: bool = False) -> Path | None:
    """The SQLite file of an installation or its playground; None for another database."""
    return settings.folder / PLAYGROUND if playground else sqlite_file(settings.database_url)


def inspect(file: Path) -> DatabaseFacts:
    """Inspects a database file without changing it. Raises `DatabaseUnusable`."""
    return inspect_database(file)


async def inspect_shared(settings: Settings) -> ServerFacts:
    """Inspects an installation's database server. Raises `DatabaseUnusable`."""
    return await inspect_server(settings.database_url)


def back_up(settings: Settings, target: Path, *, playground: bool = False) -> Backup:
    """Copies database and key into one zip file that only its owner can read, whether or not the bot is running.

    The file appears complete or not at all. Raises `DatabaseUnusable`, `KeyUnusable` and `OSError`.
    """
    source = database_file(settings, playground=playground)
    if source is None:
        secret = "TILEWRIGHT_SAVE_KEY" if settings.save_key else str(key_file(settings.folder, None))
        how = f"is copied by its server's own tools, such as pg_dump --format=custom; keep {secret} with the copy"
        raise DatabaseUnusable(shown_url(settings.database_url), how)
    if not source.is_file():
        raise DatabaseUnusable(str(source), "is not there")
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
            archive.writestr(ABOUT, json.dumps(about))
        packed.chmod(0o600)
        packed.replace(target)
    return Backup(target.stat().st_size, facts.games, with_key)
