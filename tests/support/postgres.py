"""A PostgreSQL server for tests: made in a folder of its own, spoken to by a socket there, thrown away afterwards."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

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
"""Bytes that a server is given in memory, where making a database takes a tenth of the time that it takes on a disk."""
WATCH = 'read line; "$1" stop -m immediate -D "$2/data"; rm -rf "$2"'
"""Ends and removes a server when its input ends: however the tests end, nothing is left."""
USERS = ("postgres", "nobody")
"""As one of these does the server run where the tests run as root, which it refuses."""


@dataclass
class Server:
    """A server that runs. `folder` holds its data and its socket."""

    programs: Path
    folder: Path
    user: dict[str, Any]
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql+asyncpg://postgres@/{name}?host={self.folder}"

    def fresh(self, template: str = "template1", name: str = "") -> str:
        """The address of a new database: an empty one, or a copy of another to which nobody is connected."""
        name = name or f"test{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, whoever is connected to it."""
        name = url.partition("@/")[2].partition("?")[0]
        self.do(f"DROP DATABASE {name} WITH (FORCE)")

    def do(self, statement: str) -> None:
        """Run a statement in the database that is always there, from within an event loop or not."""

        async def run() -> None:
            connection = await asyncpg.connect(user="postgres", database="postgres", host=str(self.folder))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, run()).result()

    def restart(self) -> None:
        """Stop the server at once, so that all connections are lost, and start it again."""
        self.stop()
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = " ".join(f"-c {option}" for option in (*OPTIONS, f"unix_socket_directories={self.folder}"))
        log = self.folder / "log"
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", str(log), "-o", options)

    def stop(self) -> None:
        """Stop the server without waiting for anybody."""
        self.run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", str(self.folder / "data"))

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        environ = {"PATH": os.defpath, "LC_ALL": "C"}
        command = [str(self.programs / program), *arguments]
        # The server inherits what pg_ctl has open; a pipe of ours would never end.
        with tempfile.TemporaryFile() as told:
            done = subprocess.run(command, cwd=self.folder, env=environ, stdout=told, stderr=told, **self.user)
            told.seek(0)
            assert not done.returncode, told.read().decode(errors="replace")


def find_programs() -> Path | None:
    """The folder of PostgreSQL's programs: where they are found as commands, else Debian's newest; None without any."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: int(folder.parent.name.partition(".")[0]), default=None)


@contextmanager
def served(programs: Path) -> Iterator[Server]:
    """A new server, for as long as the context lasts, and no longer than this process lives."""
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
    """Where there is room: in memory, else on the disk; short enough for a socket, and open to other users."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > ROOM else "/tmp"


def _other_user() -> dict[str, Any]:
    import grp
    import pwd

    name = next(user for user in USERS if any(user == known.pw_name for known in pwd.getpwall()))
    return {"user": name, "group": grp.getgrgid(pwd.getpwnam(name).pw_gid).gr_name, "extra_groups": ()}
