"""A lock file next to an SQLite database: one process at a time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from bot.model.errors import DatabaseInUse
from bot.private_files import make_file


class LockFile:
    """Holds a lock until it is released or the process ends. After a crash, the system releases it."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Take the lock. Raises `DatabaseInUse` if another process holds it."""
        path = self._database.with_name(self._database.name + ".lock")
        make_file(path)
        file = path.open("a+b")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise DatabaseInUse(str(self._database)) from error
        self._file = file

    def release(self) -> None:
        """Release the lock. The file stays: removing it could take away another process's lock."""
        if self._file:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
