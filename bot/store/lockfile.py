"""A lock file next to an SQLite database: one process at a time."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import IO

from bot.model.errors import DatabaseInUse
from bot.system import make_file

NETWORKS = frozenset(("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "9p", "fuse.sshfs", "fuse.glusterfs"))
"""File systems of other machines, by their names in Linux."""
MOUNTS = Path("/proc/self/mountinfo")


def network_of(file: Path, mounts: Path = MOUNTS) -> str | None:
    """The kind of network file system on which a file is; None if it is on none, or the system does not tell.

    Locks and memory shared by way of files do not work there as SQLite needs them (its documentation, "How To Corrupt
    An SQLite Database File").
    """
    try:
        lines = mounts.read_text(errors="replace").splitlines()
    except OSError:
        return None
    found: list[tuple[int, str]] = []
    for line in lines:
        before, _, after = line.partition(" - ")
        point = _spaced(before.split(" ")[4]) if before.count(" ") > 3 else ""
        if point and file.absolute().is_relative_to(point):
            found.append((len(Path(point).parts), after.partition(" ")[0]))
    kind = max(found, key=lambda one: one[0], default=(0, ""))[1]
    return kind if kind in NETWORKS else None


def _spaced(path: str) -> str:
    """A path with the signs that Linux writes as numbers."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), path)


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
