"""A bot or worker in a process of its own: `python -m tests.load.process JOB` runs it until it is told to stop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import aiohttp
import psutil

from bot.logs import start_logging
from bot.settings import Settings, read_address
from bot.wiring.app import App, build
from bot.wiring.bot import Parts
from bot.wiring.process import ComputingParts
from bot.wiring.starting import short_collections
from bot.wiring.worker import Worker
from tests.load.games import ORDER, WORDS
from tests.support.crashing import Mover, OrderedLuck
from tests.support.engines import StandIns
from tests.support.logged import values
from tests.support.running import TinyLibrary, dictionary, stay_in_channels

ROOT = Path(__file__).parents[2]
START_SECONDS = 300.0
READY = "ready at "
PER_CHANNEL = 5
THREADS = 2
ENVIRONMENT = {**os.environ, "TILEWRIGHT_JIT": "off"}


@dataclass(frozen=True)
class Job:
    """Where a bot connects, where it keeps its games, and where it serves its metrics.

    `moves` are the plays that computer players make when they can. A `worker` needs no Discord. `one_core` keeps the
    process on the machine's first core.
    """

    folder: str
    token: str
    api: str
    gateway: str
    cdn: str
    database: str
    metrics: str
    moves: tuple[str, ...] = ()
    worker: bool = False
    one_core: bool = False


@dataclass(frozen=True)
class Usage:
    """What a process has used: CPU seconds so far, and megabytes of memory now."""

    cpu: float
    memory: float


@dataclass
class Bot:
    """A running bot. `seconds` is how long it took to start, from the first line of its code."""

    process: subprocess.Popen[str]
    metrics: str
    seconds: float
    log: Path

    @property
    def usage(self) -> Usage:
        """What it has used, without the processes that it has started."""
        one = psutil.Process(self.process.pid)
        times = one.cpu_times()
        return Usage(times.user + times.system, one.memory_info().rss / 1e6)

    async def figures(self) -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
        """Its metrics by name and labels."""
        async with aiohttp.ClientSession() as session, session.get(f"http://{self.metrics}/metrics") as answer:
            return values(await answer.text())


def command(job: Job) -> list[str]:
    """The command that starts a process for a job."""
    return [sys.executable, "-m", "tests.load.process", json.dumps(asdict(job))]


@contextmanager
def running_bot(job: Job) -> Iterator[Bot]:
    """Start a bot and wait until it is ready; it is stopped in the end."""
    log = Path(job.folder) / f"log-{time.monotonic_ns()}"
    with log.open("w") as written:
        process = subprocess.Popen(
            command(job), cwd=ROOT, stdout=subprocess.PIPE, stderr=written, text=True, env=ENVIRONMENT
        )
        assert process.stdout
        try:
            told = process.stdout.readline()
            assert told.startswith(READY), log.read_text()[-3000:]
            yield Bot(process, job.metrics, float(told.removeprefix(READY)), log)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


async def live(job: Job, begun: float) -> None:
    """Run the bot or worker until a signal."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    if job.one_core:
        os.sched_setaffinity(0, {0})
    made = make(job)
    await made.start()
    try:
        with short_collections():
            print(f"{READY}{time.monotonic() - begun:.2f}", flush=True)
            await stop.wait()
    finally:
        await made.stop()


def make(job: Job) -> App | Worker:
    """The bot or worker of a job, not yet started."""
    folder, metrics = Path(job.folder), read_address("metrics", job.metrics)
    settings = Settings(folder, job.database, job.token, job.api, job.gateway, job.cdn, metrics=metrics)
    luck, engines, words = OrderedLuck(ORDER), StandIns(Mover(job.moves)), dictionary(WORDS)
    if job.worker:
        return Worker(settings, THREADS, ComputingParts(luck=luck, engines=engines, dictionaries=words))
    stay_in_channels()
    library = TinyLibrary(ORDER, 3)
    parts = Parts(luck=luck, dictionaries=words, library=library, writes=PER_CHANNEL, names=lambda _: ())
    return build(settings, replace(parts, engines=engines) if job.moves else parts)


if __name__ == "__main__":
    start_logging("warning", "json")
    logging.getLogger("bot.service.processes.watchdog").setLevel(logging.ERROR)
    asyncio.run(live(Job(**json.loads(sys.argv[1])), time.monotonic()))
