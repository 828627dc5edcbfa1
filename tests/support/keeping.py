"""Keeps the bot's process alive except for the deaths that a test plans, and lets time pass between its lives."""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from bot.playground.server import Playground
from tests.support.crashing import Job, SharedClock

ROOT = Path(__file__).parents[2]
START_SECONDS = 120.0


@dataclass
class Nursery:
    """The source of the bot's processes, which log to the file `log`."""

    socket: str
    log: Path


@contextmanager
def nursery() -> Iterator[Nursery]:
    """A process that has already imported the bot; it exits when its input ends."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = Nursery(f"{folder}/jobs", Path(folder) / "log")
        with made.log.open("wb") as log:
            command = [sys.executable, "-m", "tests.support.crashing", made.socket]
            environment = {**os.environ, "TILEWRIGHT_JIT": "off"}
            with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=log, env=environment):
                yield made


@dataclass(frozen=True)
class Kill:
    """How one life of the bot ends: at a checkpoint for a kind of delivery, or `after` some seconds.

    `away` seconds pass before the next life.
    """

    point: str = ""
    kind: str = ""
    after: float = 0.0
    away: float = 0.0


@dataclass
class Keeper:
    """Keeps the bot alive except for planned deaths.

    `deaths` are those that have happened so far, `born` the instant (`time.monotonic`) at which the bot was last ready
    again. `away` are the periods from a death until the next life was ready.
    """

    nursery: Nursery
    job: Job
    playground: Playground
    clock: SharedClock
    plan: Sequence[Kill]
    deaths: list[Kill] = field(default_factory=list)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    died: asyncio.Event = field(default_factory=asyncio.Event)
    born: float = -math.inf
    away: list[tuple[float, float]] = field(default_factory=list)
    _has_lived: bool = False
    _pid: int = 0
    _dead: float = 0.0
    _by_hand: float | None = None

    def __post_init__(self) -> None:
        self._logged = len(self.nursery.log.read_bytes())

    @property
    def pid(self) -> int:
        """The id of the live process, 0 if there is none."""
        return self._pid

    def gone(self, since: float, until: float) -> float:
        """The seconds within a period during which there was no bot."""
        dead = self._dead
        spans = [*self.away, (dead, math.inf)] if dead else self.away
        return sum(max(0.0, min(end, until) - max(begin, since)) for begin, end in spans)

    @property
    def log(self) -> str:
        """The bot's log for this keeper."""
        return self.nursery.log.read_bytes()[self._logged :].decode()

    async def keep(self) -> None:
        """Start the bot, let it die as planned, and repeat; the last life ends at `stop`."""
        for kill in self.plan:
            while (away := await self._live(kill)) is not None:
                self.pass_time(away)
            self.deaths.append(kill)
            self.pass_time(kill.away)
        while (away := await self._live(Kill())) is not None:
            self.pass_time(away)
        raise AssertionError("the bot died unasked")

    def kill(self, away: float = 0.0) -> None:
        """Kill the bot now; it is restarted and follows the rest of the plan."""
        self._by_hand = away
        self.stop()

    def pass_time(self, seconds: float) -> None:
        """Skip time for the bot and for Discord."""
        if seconds:
            self.clock.push(seconds)
            self.playground.clock.shift(seconds)

    def stop(self) -> None:
        """Kill the bot now."""
        if self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    async def _live(self, kill: Kill) -> float | None:
        """One life; returns the seconds to skip if it was ended by hand, else None."""
        reader, writer = await self._connect()
        self.died = asyncio.Event()
        job = replace(self.job, point=kill.point, kind=kill.kind)
        writer.write(f"{json.dumps(asdict(job))}\n".encode())
        self._pid = int(await self._line(reader, "pid"))
        killing = asyncio.create_task(self._kill_later(kill))
        try:
            status = await self._until_ended(reader)
        finally:
            killing.cancel()
            self._pid = 0
            self._dead = time.monotonic()
            self.ready.clear()
            self.died.set()
            writer.close()
        assert status == -signal.SIGKILL, f"the bot ended with {status}: {self.log[-3000:]}"
        by_hand, self._by_hand = self._by_hand, None
        return by_hand

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(START_SECONDS):
            while True:
                try:
                    return await asyncio.open_unix_connection(self.nursery.socket)
                except (FileNotFoundError, ConnectionRefusedError):
                    await asyncio.sleep(0.05)

    async def _line(self, reader: asyncio.StreamReader, word: str) -> str:
        async with asyncio.timeout(START_SECONDS):
            found, _, rest = (await reader.readline()).decode().strip().partition(" ")
        assert found == word, (found, rest)
        return rest

    async def _until_ended(self, reader: asyncio.StreamReader) -> int:
        async for line in reader:
            word, _, rest = line.decode().strip().partition(" ")
            if word == "ended":
                return int(rest)
            self.born = time.monotonic() if self._has_lived else self.born
            self._has_lived = True
            if self._dead:
                self.away.append((self._dead, time.monotonic()))
                self._dead = 0.0
            self.ready.set()
        raise AssertionError("the nursery is gone")

    async def _kill_later(self, kill: Kill) -> None:
        if not kill.after:
            return
        await asyncio.sleep(kill.after)
        self.stop()
