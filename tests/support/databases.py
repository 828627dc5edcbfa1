"""Databases for tests: with all tables from the beginning, and a PostgreSQL server in its own folder."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite

from bot import system
from bot.settings import sqlite_url
from bot.store import database, opening
from bot.store.database import sqlite_file
from bot.store.opening import migrate, open_store
from bot.store.repositories import Store


@contextmanager
def in_memory() -> Iterator[Connection]:
    """An empty database that is gone with its connection, which a pool would leave open until some later test."""
    with create_engine("sqlite://", poolclass=NullPool).connect() as connection:
        yield connection


def games_in(folder: Path, commands: str = "", in_channels: Iterable[str] = (), name: str = "games.db") -> str:
    """The address of the database in a folder, with this name; it is made there unless it exists.

    `commands` tell which ones its bot has registered (`Meta`); the games of servers that are `in_channels` stay there.
    """
    file = folder / name
    if not file.exists():
        system.make_folder(folder)
        system.make_file(file)
        file.write_bytes(_prepared(commands, tuple(in_channels)))
        _untouched[sqlite_url(file)] = file.stat().st_mtime_ns
    return sqlite_url(file)


_untouched: dict[str, int] = {}
"""When files were made with all tables; 0 for a database on a server, whose tables whoever opens it next can trust."""


def trust(url: str) -> str:
    """Let the next one who opens a PostgreSQL database not look through its tables, which nobody has changed."""
    _untouched[url] = 0
    return url


def trust_new_tables(patch: pytest.MonkeyPatch) -> None:
    """Do not look through the tables of a database that is as it was made: that costs a fifth of a start."""

    async def unless_new(url: str) -> None:
        file = sqlite_file(url)
        made = _untouched.get(url) if file else _untouched.pop(url, None)
        if made != (file.stat().st_mtime_ns if file else 0):
            await migrate(url)

    patch.setattr(opening, "migrate", unless_new)


PRAGMAS = database._pragmas
"""How the bot itself sets up its connections."""


def leave_the_disk_alone(patch: pytest.MonkeyPatch) -> None:
    """Do not wait until the disk has what is committed: nothing but a machine without power would lose it."""
    patch.setattr(database, "_pragmas", lambda reading: (*PRAGMAS(reading), "synchronous = OFF"))


async def first_due(store: Store) -> int | None:
    """The instant when the first deadline is due; None if there is none."""
    return (await store.alarms.claim("nobody", 0, 0, 1)).next_due


@cache
def _prepared(commands: str, in_channels: tuple[str, ...]) -> bytes:
    """The contents of a new database."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder) / "games.db"
        made = _prepare(sqlite_url(file), commands, in_channels)
        thread.submit(asyncio.run, made).result()  # the caller may be in an event loop
        return file.read_bytes()


async def _prepare(url: str, commands: str, in_channels: Collection[str]) -> None:
    await migrate(url)
    if not commands and not in_channels:
        return
    store = await open_store(url)
    if commands:
        await store.meta.set("commands", commands)
    await keep_in_channels(store, in_channels)
    await store.close()


async def keep_in_channels(store: Store, servers: Iterable[str]) -> None:
    """Have the games of servers stay in the channels in which they begin."""
    for server in servers:
        await store.people.change_server(int(server), lambda one: replace(one, threads=False))


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


OPTIONS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=100",
    "max_wal_size=64MB",
    "deadlock_timeout=100ms",
)
ROOM = 500_000_000
"""Bytes that a server gets in memory, where creating a database takes a tenth of the time that it takes on disk."""
WATCH = 'read line; "$1" stop -m immediate -D "$2/data"; rm -rf "$2"'
"""Stops and removes a server when its input ends: however the tests end, nothing is left."""
USERS = ("postgres", "nobody")
"""Users for the server if the tests run as root: PostgreSQL refuses to run as root."""


@dataclass
class Server:
    """A running server. `folder` holds its data and its socket."""

    programs: Path
    folder: Path
    user: dict[str, Any]
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql+asyncpg://postgres@/{name}?host={self.folder}"

    def fresh(self, template: str = "template1", name: str = "") -> str:
        """The address of a new database: an empty one, or a copy of another without connections."""
        name = name or f"test{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, even if it has connections."""
        name = url.partition("@/")[2].partition("?")[0]
        self.do(f"DROP DATABASE {name} WITH (FORCE)")

    def do(self, statement: str) -> None:
        """Run a statement in the database that always exists, inside an event loop or outside."""

        async def run() -> None:
            connection = await asyncpg.connect(user="postgres", database="postgres", host=str(self.folder))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, run()).result()

    def restart(self, mode: str = "immediate") -> None:
        """Stop the server, so that all connections are lost, and start it again; `mode` is as for `pg_ctl`."""
        self.stop(mode)
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = " ".join(f"-c {option}" for option in (*OPTIONS, f"unix_socket_directories={self.folder}"))
        log = self.folder / "log"
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", str(log), "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server without waiting for its clients: `fast` ends their sessions, `immediate` is like a crash."""
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", str(self.folder / "data"))

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        environ = {"PATH": os.defpath, "LC_ALL": "C"}
        command = [str(self.programs / program), *arguments]
        # The server inherits the open files of pg_ctl, so a pipe of ours would never end.
        with tempfile.TemporaryFile() as told:
            done = subprocess.run(command, cwd=self.folder, env=environ, stdout=told, stderr=told, **self.user)
            told.seek(0)
            assert not done.returncode, told.read().decode(errors="replace")


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs: the one on the path, else Debian's newest; None if there is none."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: int(folder.parent.name.partition(".")[0]), default=None)


@contextmanager
def served(programs: Path) -> Iterator[Server]:
    """A new server, for as long as the context lasts and no longer than this process."""
    user = _other_user() if os.geteuid() == 0 else {}
    server = Server(programs, Path(tempfile.mkdtemp(prefix="tw-pg-", dir=_place())), user)
    if user:
        shutil.chown(server.folder, user["user"])
    command = ["sh", "-c", WATCH, "watch", str(programs / "pg_ctl"), str(server.folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd="/", **user):
        data = str(server.folder / "data")
        server.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        server.start()
        yield server


def _place() -> str:
    """A folder in memory if there is enough space, else on disk: open to others, its path short enough for a socket."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > ROOM else "/tmp"


def _other_user() -> dict[str, Any]:
    import grp
    import pwd

    name = next(user for user in USERS if any(user == known.pw_name for known in pwd.getpwall()))
    return {"user": name, "group": grp.getgrgid(pwd.getpwnam(name).pw_gid).gr_name, "extra_groups": ()}
