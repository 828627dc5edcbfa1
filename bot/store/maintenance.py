"""Copying and inspecting a database without changing it, even while a bot has it open."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.errors import DatabaseInUse, DatabaseUnusable
from bot.store.database import Database, shown_url
from bot.store.lockfile import LockFile
from bot.store.meta import TWIN
from bot.store.opening import clear_errors, newest_revision
from bot.store.postgresql import Presence

BUSY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """Facts about a database file. `revision` is that of its tables, `newest` the one that this program creates.

    `faults` are the findings of SQLite's own check; `in_use` says whether a process has it open exclusively. `twin` is
    when another bot with the same token was noticed.
    """

    revision: str | None
    newest: str
    games: int
    running: int
    faults: tuple[str, ...]
    in_use: bool
    twin: int | None = None


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite file as it is at one moment, even while others write to it, with SQLite's online backup.

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
    """Facts about an SQLite file, without changing it. Raises `DatabaseUnusable`."""
    newest = newest_revision()
    try:
        with closing(_connect(file)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            revision = _first(connection, "SELECT version_num FROM alembic_version", "alembic_version" in tables)
            games = _first(connection, "SELECT COUNT(*) FROM games", "games" in tables)
            running = _first(connection, "SELECT COUNT(*) FROM games WHERE phase != 'over'", "games" in tables)
            twin = _first(connection, "SELECT value FROM meta WHERE key = 'twin'", "meta" in tables)
            faults = _faults(connection)
    except sqlite3.Error as error:
        raise DatabaseUnusable(str(file), str(error)) from error
    seen = int(twin) if twin else None
    return DatabaseFacts(revision, newest, int(games or 0), int(running or 0), faults, _in_use(file), seen)


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


_PROCESSES = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock' AND objsubid = 1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32 | objid::bigint) = :lock
"""
"""How many processes are present (`Presence`); PostgreSQL shows a lock's number in two halves ("pg_locks")."""


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """Facts about a database on a server. `where` is its address without the password, `version` the server's.

    `revision` is that of its tables, None if there are none yet, and `newest` the one that this program creates;
    `processes` is how many bots have it open, `twin` when another bot with the same token was noticed.
    """

    where: str
    version: str
    revision: str | None
    newest: str
    games: int
    running: int
    processes: int
    twin: int | None = None


async def inspect_server(url: str) -> ServerFacts:
    """Facts about a database on a server, without changing it. Raises `DatabaseUnusable`."""
    newest = newest_revision()
    with clear_errors(url):
        database = Database(url)
        try:
            async with database.read() as connection:
                version = str(await _ask(connection, "SHOW server_version")).partition(" ")[0]
                processes = int(await _ask(connection, _PROCESSES, lock=Presence.LOCK))
                revision, games, running, twin = None, 0, 0, None
                if await _ask(connection, "SELECT to_regclass('alembic_version') IS NOT NULL"):
                    revision = await _ask(connection, "SELECT version_num FROM alembic_version")
                    games = int(await _ask(connection, "SELECT count(*) FROM games"))
                    running = int(await _ask(connection, "SELECT count(*) FROM games WHERE phase <> 'over'"))
                    twin = await _ask(connection, "SELECT max(value) FROM meta WHERE key = :key", key=TWIN)
        finally:
            await database.close()
    return ServerFacts(
        shown_url(url), version, revision, newest, games, running, processes, int(twin) if twin else None
    )


async def _ask(connection: AsyncConnection, query: str, **values: Any) -> Any:
    return (await connection.execute(text(query), values)).scalar_one_or_none()
