"""The reading process as the bot sees it: started on demand, replaced if it idles or exceeds its limits."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from bot.engines.children import Frame, FrameTooLarge, kill, pack, receive_from, start, strike
from bot.engines.reading import reports
from bot.engines.reading.reports import JobLimits, Output
from bot.model.errors import ReadingFailed, ReadingTooLarge, ReadingTooLong

LOG = logging.getLogger(__name__)
READER_IDLE_SECONDS = 60.0
"""Seconds after which an idle process is ended: it never gives back memory that it has taken."""
START_SECONDS = 60.0
"""Seconds that the process may take to start, on the slowest machine."""
ENDING = 2.0
"""Seconds that a process has to end by itself."""
_TOO_LONG = {-int(getattr(signal, name)) for name in ("SIGXCPU", "SIGALRM") if hasattr(signal, name)}


class _Died(Exception):
    """The process ended in the middle of a job."""


class Sandbox:
    """Runs the jobs of a module's table `JOBS` in one process, one after another."""

    def __init__(self, jobs: str, limits: JobLimits | None = None, idle: float = READER_IDLE_SECONDS) -> None:
        self._jobs = jobs
        self._limits = limits or JobLimits()
        self._idle = idle
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._rest: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False
        self._stands_by = False
        self._done = 0

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        return self._process.pid if self._process else None

    async def warm(self) -> None:
        """Start the process while the data for it is still on its way."""
        async with self._turn:
            await self._started()
            self._let_idle()

    async def stand_by(self) -> None:
        """Keep a fresh process running, and start another whenever one has ended, so that nobody waits for it."""
        self._stands_by = True
        async with self._turn:
            await self._renew()

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """The output of a job for some bytes.

        Raises what the job raises (`reports.KNOWN`), `ReadingTooLarge`, `ReadingTooLong` and `ReadingFailed`; after any
        of the last three, the process is replaced.
        """
        request = pack(Frame({"job": job, "options": options}, data))
        async with self._turn:
            try:
                frame = await self._ask(await self._started(), request)
            except BaseException:
                await self._end()  # whatever it is doing now, nobody waits for it
                self._let_idle()
                raise
            if "done" not in frame.facts and "error" not in frame.facts:
                await self._end()
            self._let_idle()
        return self._output(job, frame)

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        if self._process:
            strike(self._process)  # anyone waiting for its answer learns that it has ended
        async with self._turn:
            await self._end()
        if self._ending:
            await asyncio.wait(self._ending)

    # --- one job ---

    async def _ask(self, process: Process, request: bytes) -> Frame:
        try:
            async with asyncio.timeout(self._limits.wall):
                sending = asyncio.create_task(_send(process, request))
                try:
                    return await self._receive(process)
                finally:
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
        except TimeoutError as error:
            raise ReadingTooLong from error
        except _Died as error:
            raise await self._why(process) from error

    async def _receive(self, process: Process) -> Frame:
        """The next message from the process. Raises `_Died`, `ReadingTooLarge` and `ReadingFailed`."""
        assert process.stdout
        try:
            return await receive_from(process.stdout, self._limits.result)
        except FrameTooLarge as error:
            raise ReadingTooLarge from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise _Died from error
        except ValueError as error:
            raise ReadingFailed from error

    async def _why(self, process: Process) -> Exception:
        """Why a process ended in the middle of a job."""
        try:
            async with asyncio.timeout(ENDING):
                code = await process.wait()
        except TimeoutError:
            code = 0
        LOG.warning("the reading process ended with %s", code)
        return ReadingTooLong() if code in _TOO_LONG else ReadingFailed()

    def _output(self, job: str, frame: Frame) -> Output:
        match frame.facts:
            case {"done": dict() as facts}:
                return Output(facts, frame.data)
            case {"error": str()}:
                raise _refusal(frame.facts)
            case {"limit": _}:
                raise ReadingTooLarge
            case {"unexpected": str() as what}:
                LOG.error("the reading process failed (%s): %s", job, what[:500])
        raise ReadingFailed

    # --- the process ---

    async def _started(self) -> Process:
        """The process, ready for work. Raises `ReadingFailed`."""
        if self._rest:
            self._rest.cancel()
            self._rest = None
        if self._closed:
            raise ReadingFailed
        if self._process and self._process.returncode is not None:
            await self._end()
        if self._process is None:
            self._process = await self._start()
        return self._process

    async def _start(self) -> Process:
        try:
            limits = json.dumps(asdict(self._limits))
            process = await start("bot.engines.reading.child", self._jobs, limits)
        except OSError as error:
            LOG.error("the reading process cannot be started: %s", error.strerror)
            raise ReadingFailed from error
        try:
            async with asyncio.timeout(START_SECONDS):
                await self._receive(process)
        except BaseException as error:
            await kill(process)
            if not isinstance(error, Exception):
                raise
            LOG.error("the reading process does not start (%s)", process.returncode)
            raise ReadingFailed from error
        return process

    def _let_idle(self) -> None:
        """End or renew the process after a while, unless it has work by then."""
        if self._closed:
            return
        self._done += 1
        self._rest = asyncio.get_running_loop().call_later(self._idle, self._retire, self._done)

    def _retire(self, done: int) -> None:
        task = asyncio.create_task(self._end_idle(done))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end_idle(self, done: int) -> None:
        async with self._turn:
            if self._done == done and not self._closed:
                await self._end()
                if self._stands_by:
                    await self._renew()

    async def _renew(self) -> None:
        """Start a fresh process that stays until there is work for it."""
        with suppress(ReadingFailed):  # the log has it, and the sender of a file will get a refusal
            await self._started()

    async def _end(self) -> None:
        if self._rest:
            self._rest.cancel()
            self._rest = None
        process, self._process = self._process, None
        if process:
            await asyncio.shield(kill(process))


def _refusal(facts: Mapping[str, Any]) -> Exception:
    try:
        return reports.read(facts)
    except ValueError:
        return ReadingFailed()


async def _send(process: Process, request: bytes) -> None:
    """Write a request; if the process has ended, waiting for the answer will show that."""
    assert process.stdin
    process.stdin.write(request)
    await process.stdin.drain()


@dataclass(frozen=True, slots=True)
class Reading:
    """Two processes: one for uploads and one for stored data, which never waits for the other."""

    sent: Sandbox
    kept: Sandbox
