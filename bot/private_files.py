"""Keeps files with racks and keys private to the user who runs the bot, except on Windows, whose rights differ."""

from __future__ import annotations

import logging
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

LOG = logging.getLogger(__name__)
FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077
NAMES = ("tilewright", "playground")
"""Names of the bot's own files in the data folder."""
MANIFEST = "about.json"
"""The name of a backup's manifest, which is put back with it."""
ENDINGS = (".db", ".db-wal", ".db-shm", ".db-journal", ".db.lock", ".key", ".json", ".json.new")
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""Suffixes of the files that SQLite and the bot keep beside a database."""


def files_of(folder: Path, database: Path | None) -> Iterator[Path]:
    """The bot's existing files: those in its data folder, and its database with the files and key beside it."""
    names = [folder / f"{name}{ending}" for name in NAMES for ending in ENDINGS]
    if database:
        names += [database.with_name(database.name + ending) for ending in BESIDE]
        names.append(database.with_suffix(".key"))
    yield from (path for path in dict.fromkeys(names) if path.is_file())


def is_exposed(path: Path) -> bool:
    """Whether users other than the owner have any rights to a file or folder."""
    try:
        return sys.platform != "win32" and bool(stat.S_IMODE(path.stat().st_mode) & OTHERS)
    except OSError:
        return False


def is_of_the_bot_alone(folder: Path) -> bool:
    """Whether a folder contains only the bot's own files, so that nobody else needs it."""
    known = {MANIFEST, *(f"{name}{ending}" for name in NAMES for ending in ENDINGS)}
    try:
        return all(path.name in known for path in folder.iterdir())
    except OSError:
        return False


def make_folder(folder: Path) -> None:
    """Creates a private folder if there is none. Raises `OSError`."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(FOLDER, exist_ok=True)
        _tighten(folder, FOLDER)


def make_file(path: Path) -> None:
    """Creates an empty private file if there is none. Raises `OSError`.

    SQLite gives the files beside a database the same rights as the database.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        return
    _tighten(path, FILE)  # regardless of this process's umask


def tighten(folder: Path, database: Path | None = None) -> None:
    """Removes other users' rights to the bot's own files, and to its data folder if nothing else is in it."""
    if is_of_the_bot_alone(folder):
        _tighten(folder, FOLDER)
    for path in files_of(folder, database):
        _tighten(path, FILE)


def _tighten(path: Path, mode: int) -> None:
    if sys.platform == "win32":
        return
    try:
        found = path.stat()
        if stat.S_IMODE(found.st_mode) != mode and found.st_uid == os.geteuid():
            path.chmod(mode)
    except OSError as error:
        LOG.warning("%s cannot be kept from others: %s", path.name, error.strerror)
