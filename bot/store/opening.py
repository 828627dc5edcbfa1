"""Opening, copying and inspecting the database: the migrations, the id of the installation."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Column, Connection, inspect, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import system
from bot.model.errors import DatabaseInUse, DatabaseNewer, DatabaseUnusable
from bot.model.processes import Checkpoints, NoCheckpoints
from bot.store.database import Database, shown_url, sqlite_file
from bot.store.lockfile import LockFile, network_of
from bot.store.meta import TWIN, Meta, wrong_clocks
from bot.store.postgresql import ENCODING, Presence, encoding_of
from bot.store.repositories import Store, StoreHooks
from bot.store.rows import INSTALLATION_LETTERS, put
from bot.store.tables import COPYING, META, METADATA, SUITS_FROM
from bot.system import reason_of
from engine.sentences import Sentence

LOG = logging.getLogger(__name__)
MIGRATIONS = Path(__file__).parent / "migrations"
LAST_RELEASE = "0001"
"""The revision of the tables of the last release, whose programs work on with those of this version."""


async def open_store(
    url: str, checkpoints: Checkpoints | None = None, hooks: StoreHooks | None = None, *, alone: bool = True
) -> Store:
    """Open the database at an address; create it or bring it up to date if needed.

    An SQLite file is reserved for this process, unless `alone` is false; a PostgreSQL database is shared. If there is
    no other process, earlier leases are released. Raises `DatabaseInUse` and `DatabaseUnusable`.
    """
    with clear_errors(url):
        file = sqlite_file(url)
        lock = LockFile(file) if file and alone else None
        return await _open(url, file, lock, checkpoints or NoCheckpoints(), hooks or StoreHooks())


@contextmanager
def clear_errors(url: str) -> Iterator[None]:
    """Turn a library's or driver's error about a database into `DatabaseUnusable`, with a reason of one line."""
    try:
        yield
    except ModuleNotFoundError as error:
        reason = Sentence(
            "{package} is not installed; install the bot with its extra: {command}",
            package=error.name,
            command="pip install '.[postgresql]'",
        )
        raise DatabaseUnusable(shown_url(url), reason) from error
    except (OSError, ImportError, SQLAlchemyError, CommandError) as error:
        raise DatabaseUnusable(shown_url(url), _reason(error)) from error


def _reason(error: BaseException) -> str:
    """The first line of the driver's message, without the statement; what the system says is translated."""
    if isinstance(error, OSError):
        return reason_of(error)
    told = error.orig if isinstance(error, DBAPIError) and error.orig else error
    lines = str(told.__cause__ if isinstance(told.__cause__, Exception) else told).splitlines()
    return lines[0] if lines else type(told).__name__


async def _open(
    url: str, file: Path | None, lock: LockFile | None, checkpoints: Checkpoints, hooks: StoreHooks
) -> Store:
    async with AsyncExitStack() as undo:
        if lock:
            undo.callback(lock.release)
        await asyncio.to_thread(_prepare, url, file, lock)
        database = Database(url)
        undo.push_async_callback(database.close)
        meta = Meta(database)
        is_copy, known = await asyncio.gather(meta.get(COPYING), meta.get("installation"))
        if is_copy:
            raise DatabaseUnusable(
                shown_url(url), Sentence("holds half a copy; let tilewright database copy finish it")
            )
        installation = known or await meta.first("installation", secrets.token_hex(INSTALLATION_LETTERS // 2))
        presence = None if file else Presence(url)
        store = Store(database, installation, checkpoints, lock, presence, hooks)
        if presence:
            undo.push_async_callback(presence.leave)
            await presence.come(if_alone=store.release_all)
        elif lock:
            await store.release_all()
        undo.pop_all()
    return store


def _prepare(url: str, file: Path | None, lock: LockFile | None) -> None:
    if file:
        system.make_folder(file.parent)
    if lock and file:
        lock.acquire()
        if kind := network_of(file):
            LOG.warning(
                "%s is on a network file system (%s), where SQLite cannot be trusted to keep what is written: put it "
                "on a disk of this machine, or use PostgreSQL",
                file,
                kind,
            )
    if file:
        system.make_file(file)
        system.tighten(file.parent, file)
    # In a loop of its own: Alembic is synchronous, and the bot's loop has other things to do.
    asyncio.run(migrate(url))


async def migrate(url: str) -> None:
    """Make the tables of a database or bring them up to date; those of the next release stay as they are.

    Raises `DatabaseUnusable` if a server's database cannot store every letter, `DatabaseNewer` for too new tables.
    """
    database = Database(url)
    try:
        async with database.write("migrations") as connection:
            if not database.is_sqlite and await encoding_of(connection) != ENCODING:
                raise DatabaseUnusable(
                    shown_url(url), Sentence("must be made with the encoding {encoding}", encoding=ENCODING)
                )
            found = await connection.run_sync(_revision)
            if await _is_newer(connection, url, found):
                return
            if found != newest_revision():
                await connection.run_sync(_upgrade if found else _create)
            await connection.run_sync(_add_missing)
            await put(connection, META, {"key": SUITS_FROM, "value": LAST_RELEASE})
    finally:
        await database.close()


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None if there are none."""
    return MigrationContext.configure(connection).get_current_revision()


async def _is_newer(connection: AsyncConnection, url: str, found: str | None) -> bool:
    """Whether the tables are those of the next release, which only added to what this program needs.

    Raises `DatabaseNewer` for those of a release after it.
    """
    newest = newest_revision()
    if found is None or found <= newest:
        return False
    query = select(META.c.value).where(META.c.key == SUITS_FROM)
    suits_from = (await connection.execute(query)).scalar_one_or_none()
    if suits_from is None or suits_from > newest:
        reason = Sentence("{revision} is newer than this program, which knows {newest}", revision=found, newest=newest)
        raise DatabaseNewer(shown_url(url), reason)
    return True


@cache
def newest_revision() -> str:
    """The revision of the tables that this program creates."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head() or ""


def _create(connection: Connection) -> None:
    """Make all tables at once and mark them as the newest, as Alembic recommends for a new database."""
    METADATA.create_all(connection, checkfirst=False)
    command.stamp(_config(connection), "head")


def _add_missing(connection: Connection) -> None:
    """Make the tables and columns of features that have come since; SQLAlchemy itself would ask for each table.

    Such a column may be null, or has a default on the server, as the rows that are there have no value for it.
    """
    found = inspect(connection)
    there = set(found.get_table_names())
    if missing := [table for name, table in METADATA.tables.items() if name not in there]:
        METADATA.create_all(connection, missing, checkfirst=False)
    operations = Operations(MigrationContext.configure(connection))
    for (_, name), columns in found.get_multi_columns().items():
        known = {column["name"] for column in columns}
        for column in METADATA.tables[name].columns if name in METADATA.tables else ():
            if column.name not in known:
                default: Any = column.server_default
                added = Column(column.name, column.type, nullable=column.nullable, server_default=default)
                operations.add_column(name, added)


def _upgrade(connection: Connection) -> None:
    command.upgrade(_config(connection), "head")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


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
    `processes` is how many bots have it open, `twin` when another bot with the same token was noticed. `clocks` are the
    machines whose clocks were wrong within a day, each with the seconds by which it was ahead.
    """

    where: str
    version: str
    revision: str | None
    newest: str
    games: int
    running: int
    processes: int
    twin: int | None = None
    clocks: Mapping[str, int] = field(default_factory=dict)


async def inspect_server(url: str) -> ServerFacts:
    """Facts about a database on a server, without changing it. Raises `DatabaseUnusable`."""
    newest = newest_revision()
    with clear_errors(url):
        database = Database(url)
        try:
            async with database.read() as connection:
                version = str(await _ask(connection, "SHOW server_version")).partition(" ")[0]
                processes = int(await _ask(connection, _PROCESSES, lock=Presence.LOCK))
                revision, games, running, twin, clocks = None, 0, 0, None, dict[str, int]()
                if await _ask(connection, "SELECT to_regclass('alembic_version') IS NOT NULL"):
                    revision = await _ask(connection, "SELECT version_num FROM alembic_version")
                    games = int(await _ask(connection, "SELECT count(*) FROM games"))
                    running = int(await _ask(connection, "SELECT count(*) FROM games WHERE phase <> 'over'"))
                    twin = await _ask(connection, "SELECT max(value) FROM meta WHERE key = :key", key=TWIN)
                    clocks = await wrong_clocks(connection)
        finally:
            await database.close()
    return ServerFacts(
        shown_url(url), version, revision, newest, games, running, processes, int(twin) if twin else None, clocks
    )


async def _ask(connection: AsyncConnection, query: str, **values: Any) -> Any:
    return (await connection.execute(text(query), values)).scalar_one_or_none()
