"""Copying a database while it is in use, and inspecting one without changing it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from alembic.script import ScriptDirectory

from bot.model.errors import DatabaseInUse, DatabaseUnusable
from bot.store.lockfile import LockFile
from bot.store.opening import MIGRATIONS

BUSY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """Facts about a database file. `revision` is that of its tables, `newest` the one that this program creates.

    `faults` are what SQLite's own check found, `in_use` whether a process has it open exclusively.
    """

    revision: str | None
    newest: str
    games: int
    running: int
    faults: tuple[str, ...]
    in_use: bool


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite file as it is at one moment, while others write to it, with SQLite's online backup.

    The copy is checked. Raises `DatabaseUnusable`.
    """
    try:
        with closing(_connect(source)) as original, closing(sqlite3.connect(target)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            faults = _faults(copy)
    except sqlite3.Error as error:
        raise DatabaseUnusable(str(source), str(error)) from error
    if faults:
        raise DatabaseUnusable(str(source), faults[0])


def inspect_database(file: Path) -> DatabaseFacts:
    """Facts about an SQLite file, which is not changed. Raises `DatabaseUnusable`."""
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head() or ""
    try:
        with closing(_connect(file)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            revision = _first(connection, "SELECT version_num FROM alembic_version", "alembic_version" in tables)
            games = _first(connection, "SELECT COUNT(*) FROM games", "games" in tables)
            running = _first(connection, "SELECT COUNT(*) FROM games WHERE phase != 'over'", "games" in tables)
            faults = _faults(connection)
    except sqlite3.Error as error:
        raise DatabaseUnusable(str(file), str(error)) from error
    return DatabaseFacts(revision, newest, int(games or 0), int(running or 0), faults, _in_use(file))


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _first(connection: sqlite3.Connection, query: str, there: bool) -> str | None:
    row = connection.execute(query).fetchone() if there else None
    return None if row is None else str(row[0])


def _faults(connection: sqlite3.Connection) -> tuple[str, ...]:
    found = tuple(str(row[0]) for row in connection.execute("PRAGMA integrity_check(10)"))
    return () if found == ("ok",) else found


def _in_use(file: Path) -> bool:
    lock = LockFile(file)
    try:
        lock.acquire()
    except (DatabaseInUse, OSError):
        return True
    lock.release()
    return False
