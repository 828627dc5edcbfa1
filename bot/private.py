"""Files with racks and keys are for the user alone who runs the bot. Windows has rights of another kind, left alone."""

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
"""The files of these names in the data folder are the bot's own."""
ENDINGS = (".db", ".db-wal", ".db-shm", ".db-journal", ".db.lock", ".key", ".json", ".json.new")
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""The endings of the files that SQLite and the bot keep for a database."""


def files_of(folder: Path, database: Path | None) -> Iterator[Path]:
    """The bot's own files that are there: in its data folder, and beside its database with the key of that."""
    names = [folder / f"{name}{ending}" for name in NAMES for ending in ENDINGS]
    if database:
        names += [database.with_name(database.name + ending) for ending in BESIDE]
        names.append(database.with_suffix(".key"))
    yield from (path for path in dict.fromkeys(names) if path.is_file())


def is_exposed(path: Path) -> bool:
    """Whether others than the owner may do anything with a file or folder."""
    try:
        return sys.platform != "win32" and bool(stat.S_IMODE(path.stat().st_mode) & OTHERS)
    except OSError:
        return False


def is_of_the_bot_alone(folder: Path) -> bool:
    """Whether a folder holds nothing but the bot's own files, so that nobody else needs it."""
    known = {f"{name}{ending}" for name in NAMES for ending in ENDINGS}
    try:
        return all(path.name in known for path in folder.iterdir())
    except OSError:
        return False


def make_folder(folder: Path) -> None:
    """Make a folder for the user alone where there is none. Raises `OSError`."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(FOLDER, exist_ok=True)
        _tighten(folder, FOLDER)


def make_file(path: Path) -> None:
    """Make an empty file for the user alone where there is none. Raises `OSError`.

    SQLite gives the files beside a database the rights of the database itself.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        return
    _tighten(path, FILE)  # whatever the mask of this process takes away


def tighten(folder: Path, database: Path | None = None) -> None:
    """Take rights away that others have to the bot's own files, and to its data folder where that is its alone."""
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
