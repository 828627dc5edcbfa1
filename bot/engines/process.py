"""An engine process as the bot sees it: started, given orders, watched, and ended."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from bot.engines.children import Frame, FrameTooLarge, kill, pack, receive_from, start, strike
from bot.engines.works import (
    BEAT_SECONDS,
    JOB_SHARE,
    LANES,
    LEXICONS_KEPT,
    MOST_ANSWER,
    LexiconKey,
    Ticket,
    Waits,
    read_value,
)
from bot.model.errors import EngineFailed
from engine import jit

LOG = logging.getLogger(__name__)
START_BEATS = 240
"""Beats that a process may take to start, on the slowest machine."""
SILENT_BEATS = 8
"""Beats without a sign of life after which a process is replaced. They are counted and not timed, so that a
machine that stood still is not held against it."""
SLACK = 120
"""Beats that a job may take beyond its time to think: to load words and tables, on a slow and busy machine."""


ENDED = (0, 1, -9)
"""How a process ends that is not felled by what it does: by itself, or killed, on Windows and elsewhere."""


class EngineProcess:
    """One process. Create it on the event loop. If it `is_plain`, it takes little memory and does not look ahead.

    `on_change` is called when it can take more. `on_loss` is called with a job for which it lacked memory, and when it
    has ended, with those that it had. It ends by itself after so many `idle` seconds.
    """

    def __init__(
        self,
        on_change: Callable[[EngineProcess], object],
        on_loss: Callable[[EngineProcess, list[Ticket]], object],
        idle: float,
        *,
        is_plain: bool,
    ) -> None:
        self.is_plain = is_plain
        self.mode: str | None = None
        """How its kernels run; None until it has started."""
        self.retires = False
        """Whether it takes no more jobs."""
        self.has_ended = False
        self._on_change, self._on_loss = on_change, on_loss
        self._idle, self._most_idle = 0, idle / BEAT_SECONDS
        self._tickets: dict[int, Ticket] = {}
        self._known: OrderedDict[LexiconKey, None] = OrderedDict()
        self._number = 0
        self._silence = SILENT_BEATS - START_BEATS
        self._process: Process | None = None
        self._unsent: list[bytes] = []
        self._task = asyncio.create_task(self._run())

    @property
    def pid(self) -> int | None:
        """The process's id; None until it has started."""
        return self._process.pid if self._process else None

    @property
    def load(self) -> int:
        """How many jobs it has."""
        return len(self._tickets)

    def knows(self, named: LexiconKey) -> bool:
        """Whether it has the words and tables of a lexicon."""
        return named in self._known

    def takes(self, waits: Waits, *, alone: bool) -> bool:
        """Whether it can begin a job now. What has twice felled a process in company is done `alone`."""
        jobs = self._tickets.values()
        if self.retires or any(one.falls > 1 for one in jobs):
            return False
        if alone:
            return not jobs
        if waits is Waits.NOBODY:
            return all(one.order.job.waits is not Waits.NOBODY for one in jobs)
        lanes = LANES if waits is Waits.SOMEBODY else JOB_SHARE
        return len(jobs) < (1 if self.mode in (None, jit.OFF) else lanes)

    def begin(self, ticket: Ticket) -> None:
        """Give it a job."""
        self._number += 1
        number = self._number
        self._tickets[number], ticket.beats, ticket.has_begun = ticket, 0, True
        self._known[ticket.named] = None
        self._known.move_to_end(ticket.named)
        if len(self._known) > LEXICONS_KEPT:
            self._known.popitem(last=False)
        self._send(Frame({"job": number}, ticket.request(with_words=False)))
        ticket.order.on_hurry = partial(self._stop, number)
        if ticket.order.is_hurried:
            self._stop(number)
        ticket.future.add_done_callback(lambda future: self._stop(number) if future.cancelled() else None)

    @property
    def _variables(self) -> dict[str, str]:
        plain = {jit.MODE: jit.OFF} if self.is_plain else {}
        return {"MALLOC_ARENA_MAX": "4", **plain}  # by default, each thread would take much of the address space

    async def end(self) -> None:
        """End the process for good; its jobs fall with it."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            self._process = await start("bot.engines", variables=self._variables)
            watching = asyncio.create_task(self._watch(self._process))
            try:
                await self._listen(self._process)
            finally:
                watching.cancel()
                await asyncio.shield(kill(self._process))
        except OSError as error:
            LOG.error("an engine process cannot be started: %s", error.strerror)
        finally:
            self.has_ended = self.retires = True
            left, self._tickets = [*self._tickets.values()], {}
            crashed = self._process is not None and self._process.returncode not in ENDED
            for ticket in left:
                ticket.falls += crashed or self._is_late(ticket)
            self._on_loss(self, left)

    async def _listen(self, process: Process) -> None:
        """Hear the process until it ends."""
        assert process.stdin
        assert process.stdout
        process.stdin.writelines(self._unsent)
        try:
            while True:
                self._hear(await receive_from(process.stdout, MOST_ANSWER))
        except (asyncio.IncompleteReadError, ConnectionError):
            if not self.retires:
                LOG.warning("an engine process has ended while it had %d jobs", self.load)
        except (FrameTooLarge, ValueError, LookupError, TypeError, EngineFailed):
            LOG.error("an engine process answers nonsense")

    async def _watch(self, process: Process) -> None:
        """Kill the process if it shows no sign of life, or a job takes far longer than its time."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            self._silence += 1
            self._idle = 0 if self._tickets else self._idle + 1
            for ticket in self._tickets.values():
                ticket.beats += 1
            if any(map(self._is_late, self._tickets.values())) or self._silence > SILENT_BEATS:
                LOG.warning("an engine process hangs and is replaced")
                strike(process)
            elif not self._tickets and (self.retires or self._idle > self._most_idle):
                self.retires = True
                strike(process)

    @staticmethod
    def _is_late(ticket: Ticket) -> bool:
        """Whether a job has taken far longer than its time."""
        return ticket.beats > SLACK + ticket.order.job.seconds / BEAT_SECONDS

    def _hear(self, frame: Frame) -> None:
        self._silence = 0
        match frame.facts:
            case {"ready": str() as mode}:
                self.mode = mode
            case {"report": int() as number} if number in self._tickets:
                self._tickets[number].order.report(read_value(frame.data))
            case {"job": int() as number, "lacks": _}:
                self._send(Frame({"job": number}, self._tickets[number].request(with_words=True)))
            case {"job": int() as number, "seconds": seconds}:
                self._tickets.pop(number).answer(read_value(frame.data), float(seconds))
            case {"job": int() as number, "failed": str() as what, "memory": lacks_memory}:
                self._failed(self._tickets.pop(number), what, lacks_memory=bool(lacks_memory))
        self._on_change(self)

    def _failed(self, ticket: Ticket, what: str, *, lacks_memory: bool) -> None:
        LOG.error("a job of an engine process failed: %s", what[:500])
        if lacks_memory:
            self.retires = ticket.has_lacked_memory = True
            ticket.falls += 1
            self._on_loss(self, [ticket])
        else:
            ticket.fail(EngineFailed())

    def _stop(self, number: int) -> None:
        if number in self._tickets:
            self._send(Frame({"stop": number}))

    def _send(self, frame: Frame) -> None:
        """Send a message, which waits until the process has started."""
        if self._process and self._process.stdin:
            self._process.stdin.write(pack(frame))
        else:
            self._unsent.append(pack(frame))
