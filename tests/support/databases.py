"""Databases that begin with all tables and share what is compiled, so that no test makes it anew; what is in them."""

from __future__ import annotations

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite

from bot import private_files
from bot.settings import sqlite_url
from bot.store.opening import migrate, open_store
from bot.store.repositories import Store


def games_in(folder: Path, commands: str = "") -> str:
    """The address of the database in a folder; it is made there unless it exists.

    `commands` tell which ones its bot has registered (`Meta`).
    """
    file = folder / "games.db"
    if not file.exists():
        private_files.make_folder(folder)
        private_files.make_file(file)
        file.write_bytes(_migrated(commands))
    return sqlite_url(file)


async def first_due(store: Store) -> int | None:
    """The instant when the first deadline is due; None if there is none."""
    return (await store.alarms.claim("nobody", 0, 0, 1)).next_due


@cache
def _migrated(commands: str) -> bytes:
    """The contents of a new database."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder) / "games.db"
        thread.submit(asyncio.run, _make(sqlite_url(file), commands)).result()  # the caller may be in an event loop
        return file.read_bytes()


async def _make(url: str, commands: str) -> None:
    await migrate(url)
    if commands:
        store = await open_store(url)
        await store.meta.set("commands", commands)
        await store.close()


def share_statements(patch: pytest.MonkeyPatch) -> None:
    """Compile each statement once for all databases of a kind; a bot that starts would compile fifty of them again.

    SQLAlchemy keeps them for each engine, by its dialect, although all dialects of a kind compile alike.
    """
    compiled, make = dict[Any, Any](), Engine.__init__

    def made(engine: Engine, *args: Any, **options: Any) -> None:
        make(engine, *args, **options)
        engine.update_execution_options(compiled_cache=compiled)

    patch.setattr(Engine, "__init__", made)
    for dialect in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
        patch.setattr(dialect, "__eq__", lambda one, other: type(one) is type(other))
        patch.setattr(dialect, "__hash__", lambda one: hash(type(one)))
