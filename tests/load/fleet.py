"""Several bots and workers, each in a process of its own, with one token on one PostgreSQL database."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from bot.playground.server import Playground
from tests.load.games import COMPUTER_MOVES
from tests.load.process import ENVIRONMENT, READY, ROOT, START_SECONDS, Job, command
from tests.load.run import free_port

STOP_SECONDS = 60.0
Rows = list[Any]


@dataclass(eq=False)
class Member:
    """A running process; `is_ready` says whether it has started."""

    job: Job
    process: asyncio.subprocess.Process
    log: Path
    is_ready: bool = False

    @property
    def mark(self) -> str:
        """What its name in the database contains."""
        return f"-{self.process.pid}-"


@dataclass
class Fleet:
    """The processes that live now. `database` is the address for them, `direct` the one for the test itself."""

    job: Job
    direct: str
    members: list[Member] = field(default_factory=list)
    logs: list[Path] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)

    async def start(self, *, worker: bool = False) -> Member:
        """Start a bot or a worker, and wait until it is ready."""
        folder = Path(self.job.folder) / f"process-{next(self._numbers)}"
        folder.mkdir(mode=0o700)
        job = replace(self.job, folder=str(folder), metrics=f"127.0.0.1:{free_port()}", worker=worker)
        log = folder / "log"
        with log.open("w") as written:
            process = await asyncio.create_subprocess_exec(
                *command(job), cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=written, env=ENVIRONMENT
            )
        member = Member(job, process, log)
        self.members.append(member)
        self.logs.append(log)
        assert process.stdout
        async with asyncio.timeout(START_SECONDS):
            told = (await process.stdout.readline()).decode()
        assert told.startswith(READY) or process.returncode == -signal.SIGKILL, log.read_text()[-3000:]
        member.is_ready = True
        return member

    async def kill(self, member: Member) -> None:
        """Kill a process, which can do nothing more."""
        self.members.remove(member)
        member.process.kill()
        await member.process.wait()

    async def stop(self, member: Member) -> None:
        """Tell a process to end, as a service manager does."""
        self.members.remove(member)
        member.process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                assert not await member.process.wait(), member.log.read_text()[-3000:]
        except TimeoutError:
            member.process.kill()
            await member.process.wait()
            raise AssertionError(f"it does not end: {member.log.read_text()[-3000:]}") from None

    async def end(self) -> None:
        """End all processes."""
        for member in tuple(self.members):
            await self.kill(member)

    async def rows(self, query: str) -> Rows:
        """What a query finds in the database."""
        connection = await asyncpg.connect(self.direct.replace("+asyncpg", ""))
        try:
            return list(await connection.fetch(query))
        finally:
            await connection.close()

    async def spread(self) -> Counter[str]:
        """How many shards each living process holds and has connected, by the mark of the process."""
        query = "SELECT owner FROM shards WHERE owner IS NOT NULL AND seen IS NOT NULL"
        owners = [str(row["owner"]) for row in await self.rows(query)]
        return Counter({one.mark: sum(one.mark in owner for owner in owners) for one in self.members})

    def errors(self) -> list[str]:
        """The errors in the logs of all processes that ever lived, except that the machine is slow."""
        lines = (line for log in self.logs for line in log.read_text().splitlines())
        return [line for line in lines if '"level": "error"' in line and "bot.service.processes.watchdog" not in line]


@asynccontextmanager
async def fleet(folder: Path, playground: Playground, database: str, direct: str = "") -> AsyncIterator[Fleet]:
    """A fleet without processes yet; in the end, all are killed."""
    addresses = playground.token, playground.api, playground.gateway_url, playground.cdn
    made = Fleet(Job(str(folder), *addresses, database, "", COMPUTER_MOVES), direct or database)
    try:
        yield made
    finally:
        await made.end()


async def seconds_until(does: Callable[[], Any], patience: float) -> float:
    """Seconds until something holds, looking five times a second. Fails after a while."""
    begun = time.monotonic()
    while not await does():
        assert time.monotonic() - begun < patience, f"not within {patience:.0f} s"
        await asyncio.sleep(0.2)
    return time.monotonic() - begun
