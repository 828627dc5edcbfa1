"""Inspecting a PostgreSQL database without changing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, shown_url
from bot.store.opening import MIGRATIONS, clear_errors
from bot.store.postgresql import Presence

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
    `processes` is how many bots have it open.
    """

    where: str
    version: str
    revision: str | None
    newest: str
    games: int
    running: int
    processes: int


async def inspect_server(url: str) -> ServerFacts:
    """Facts about a database on a server, which is not changed. Raises `DatabaseUnusable`."""
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head() or ""
    with clear_errors(url):
        database = Database(url)
        try:
            async with database.read() as connection:
                version = str(await _ask(connection, "SHOW server_version")).partition(" ")[0]
                processes = int(await _ask(connection, _PROCESSES, lock=Presence.LOCK))
                revision, games, running = None, 0, 0
                if await _ask(connection, "SELECT to_regclass('alembic_version') IS NOT NULL"):
                    revision = await _ask(connection, "SELECT version_num FROM alembic_version")
                    games = int(await _ask(connection, "SELECT count(*) FROM games"))
                    running = int(await _ask(connection, "SELECT count(*) FROM games WHERE phase <> 'over'"))
        finally:
            await database.close()
    return ServerFacts(shown_url(url), version, revision, newest, games, running, processes)


async def _ask(connection: AsyncConnection, query: str, **values: Any) -> Any:
    return (await connection.execute(text(query), values)).scalar_one_or_none()
