"""The operating system: what its errors say, and files that it keeps private to the user who runs the bot."""

from __future__ import annotations

import errno
import logging
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.sentences import Sentence

_REASONS = {
    errno.ENOENT: Sentence("No such file or folder"),
    errno.EACCES: Sentence("Permission denied"),
    errno.EPERM: Sentence("Permission denied"),
    errno.EEXIST: Sentence("The file exists"),
    errno.ENOTDIR: Sentence("A part of the path is not a folder"),
    errno.EISDIR: Sentence("This is a folder, not a file"),
    errno.ENOSPC: Sentence("No space is left on the device"),
    errno.EROFS: Sentence("The file system is read-only"),
    errno.ENAMETOOLONG: Sentence("The name is too long"),
    errno.EADDRINUSE: Sentence("The address is already in use"),
    errno.EADDRNOTAVAIL: Sentence("This machine does not have that address"),
}


def reason_of(error: OSError) -> str:
    """Why the system refused; in its own words where it is none of the usual reasons."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)


_NO_MEMORY = ("cannot allocate memory", "failed to map segment", "can't start new thread")
"""What libraries are told when there is no memory for code or for a thread; they raise errors of their own then."""


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error, or what led to it, is that there is too little memory."""
    while error is not None:
        if isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in _NO_MEMORY):
            return True
        error = error.__cause__ or error.__context__
    return False


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
    """Create a private folder if there is none. Raises `OSError`."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(FOLDER, exist_ok=True)
        _tighten(folder, FOLDER)


def make_file(path: Path) -> None:
    """Create an empty private file if there is none. Raises `OSError`.

    SQLite gives the files beside a database the same rights as the database.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        return
    _tighten(path, FILE)  # regardless of this process's umask


def tighten(folder: Path, database: Path | None = None) -> None:
    """Remove other users' rights to the bot's own files, and to its data folder if nothing else is in it."""
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
