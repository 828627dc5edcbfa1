"""Opening the database: the lock, the migrations, the id of the installation."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.service.errors import DatabaseUnusable
from bot.service.ports import Checkpoints, NoCheckpoints
from bot.store.database import Database, shown_url, sqlite_file
from bot.store.lockfile import LockFile
from bot.store.meta import SqlMeta
from bot.store.rows import INSTALLATION_LETTERS
from bot.store.sqlstore import SqlStore

MIGRATIONS = Path(__file__).parent / "migrations"


async def open_store(url: str, checkpoints: Checkpoints | None = None, *, alone: bool = True) -> SqlStore:
    """Open the database of an address; make it, or bring it up to date, where that is needed.

    An SQLite file is taken for this process alone, unless `alone` is false, and what an earlier process had leased is
    free again. Raises `DatabaseInUse` and `DatabaseUnusable`.
    """
    try:
        file = sqlite_file(url)
        lock = LockFile(file) if file and alone else None
        return await _open(url, file, lock, checkpoints or NoCheckpoints())
    except (OSError, ImportError, SQLAlchemyError, CommandError) as error:
        raise DatabaseUnusable(shown_url(url), str(error).splitlines()[0]) from error


async def _open(url: str, file: Path | None, lock: LockFile | None, checkpoints: Checkpoints) -> SqlStore:
    try:
        await asyncio.to_thread(_prepare, url, file, lock)
        database = Database(url)
        installation = await SqlMeta(database).first("installation", secrets.token_hex(INSTALLATION_LETTERS // 2))
        store = SqlStore(database, installation, checkpoints, lock)
        if lock:
            await store.outbox.release_all()
            await store.alarms.release_all()
    except BaseException:
        if lock:
            lock.release()
        raise
    return store


def _prepare(url: str, file: Path | None, lock: LockFile | None) -> None:
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
    if lock:
        lock.acquire()
    # A loop of its own: Alembic is not asynchronous, and the bot's loop has other things to do.
    asyncio.run(migrate(url))


async def migrate(url: str, revision: str = "head") -> None:
    """Bring the tables of a database to a revision, the newest by default."""
    database = Database(url)
    try:
        async with database.write() as connection:
            await connection.run_sync(_upgrade, revision)
    finally:
        await database.close()


def _upgrade(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
