"""The pool of engine processes: gives them jobs in the order of who waits, each person or server in turn."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.engines.children import kill, start
from bot.engines.process import EngineProcess
from bot.engines.works import JOB_SHARE, LANES, Order, Ticket, Waits, WorkResult
from bot.fairness import UNBOUNDED, Turns, beneficiary
from bot.model.errors import EngineFailed, StillPreparing, TooManyAtOnce
from bot.model.measures import PoolLoad
from engine import jit
from engine.game.state import Setup
from engine.words.lexicon import Lexicon

T = TypeVar("T")

LexiconFinder = Callable[[Setup], Awaitable[Lexicon]]
"""Returns a game's lexicon."""
LOG = logging.getLogger(__name__)
IDLE_SECONDS = 300.0
"""Seconds after which a process without work is ended: it never gives back memory that it has taken."""
WAITING = {Waits.SOMEBODY: 32, Waits.CLOCK: 256, Waits.NOBODY: UNBOUNDED}
"""How many jobs of one person or server may wait."""
COMPILING = 10.0
"""Seconds that somebody waits for the compiler with a job that plain Python takes too long for."""
BEGIN_SECONDS = 60.0
"""Seconds that somebody waits for a job to begin."""
FALLS = 3
"""Processes that a job may fell in company; alone, it may fell one less."""
LOSSES = 8
"""Processes that may end during a job if it is not to blame."""
CROWDED = 2
"""Jobs in every process that justify another process."""


class EnginePool:
    """Does the engine's work with at most `size` processes. Create it on the event loop.

    While the kernels are not compiled for this processor, another process compiles
    them, and the processes that run them otherwise are replaced when that is done.
    """

    def __init__(self, lexicon: LexiconFinder, size: int = 1, idle: float = IDLE_SECONDS) -> None:
        self._lexicon = lexicon
        self._size = size
        self._idle = idle
        self._turns = {who: Turns[Ticket](JOB_SHARE, WAITING[who]) for who in Waits}
        self._again = deque[Ticket]()
        self._processes: list[EngineProcess] = []
        self._is_compiled = asyncio.Event()
        self._compiling: asyncio.Task[None] | None = None
        self._closed = False

    # --- jobs ---

    async def do(self, order: Order[T]) -> WorkResult[T]:
        """What a job returns. Raises `StillPreparing`, `TooManyAtOnce` and `EngineFailed`."""
        job = order.job
        lexicon = await self._lexicon(job.setup)
        if job.looks_ahead:
            await self._wait_for_compiler(COMPILING if job.waits is Waits.SOMEBODY else None)
        if self._closed:
            raise EngineFailed
        future: asyncio.Future[WorkResult[T]] = asyncio.get_running_loop().create_future()
        ticket = Ticket(order, lexicon, beneficiary(), future)
        self._turns[job.waits].add(ticket.key, ticket)
        future.add_done_callback(lambda _: self._over(ticket))
        self._assign()
        try:
            done, _ = await asyncio.wait((future,), timeout=BEGIN_SECONDS if job.waits is Waits.SOMEBODY else None)
            if not done and not ticket.has_begun:
                raise TooManyAtOnce
            return await future
        finally:
            future.cancel()

    async def _wait_for_compiler(self, seconds: float | None) -> None:
        """Wait until the kernels are compiled, or cannot be. Raises `StillPreparing`."""
        self.warm()
        try:
            async with asyncio.timeout(seconds):
                await self._is_compiled.wait()
        except TimeoutError as error:
            raise StillPreparing from error

    def _over(self, ticket: Ticket) -> None:
        turns = self._turns[ticket.order.job.waits]
        if ticket.has_begun:
            turns.ended(ticket.key)
        else:
            turns.remove(ticket.key, ticket)

    def _assign(self) -> None:
        """Begin all jobs that can begin, those first that have lost their process."""
        while self._again:
            ticket = self._again[0]
            if ticket.future.done():
                self._again.popleft()
            elif not (able := self._able(ticket.order.job.waits, alone=ticket.falls > 1, plain=ticket.is_plain)):
                return
            else:
                _best(able, ticket).begin(self._again.popleft())
        for waits, turns in self._turns.items():
            while turns.waiting and (able := self._able(waits)) and (found := turns.next()):
                _best(able, found[1]).begin(found[1])

    def _able(self, waits: Waits, *, alone: bool = False, plain: bool = False) -> list[EngineProcess]:
        """The processes that can begin a job now; starts another one if they are too busy."""
        own = [one for one in self._processes if one.is_plain is plain and not one.retires]
        able = [one for one in own if one.takes(waits, alone=alone)]
        is_crowded = all(one.load >= CROWDED for one in able)
        if is_crowded and len(own) < (1 if plain else self._size) and not self._closed:
            able.append(self._start(plain=plain))
        return able

    @property
    def load(self) -> PoolLoad:
        """How many jobs are under way, and how many wait."""
        turns = self._turns.values()
        return PoolLoad(sum(one.under_way for one in turns), sum(one.waiting for one in turns), self._size * LANES)

    # --- processes ---

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes."""
        return tuple(one.pid for one in self._processes if one.pid is not None)

    def warm(self) -> None:
        """Start a process, because somebody may need it soon; it finds out whether there is something to compile."""
        if not self._processes and not self._closed:
            self._start(plain=False)

    async def close(self) -> None:
        """End all processes for good, and refuse what waits."""
        self._closed = True
        for ticket in (*self._again, *(one for turns in self._turns.values() for one in turns.clear())):
            ticket.fail(EngineFailed())
        if self._compiling:
            self._compiling.cancel()
            await asyncio.gather(self._compiling, return_exceptions=True)
        await asyncio.gather(*(one.end() for one in tuple(self._processes)))

    def _start(self, *, plain: bool) -> EngineProcess:
        made = EngineProcess(self._changed, self._lost, self._idle, is_plain=plain)
        self._processes.append(made)
        return made

    def _changed(self, process: EngineProcess) -> None:
        """A process is ready, or has finished something."""
        if process.mode and not process.is_plain:
            if process.mode != jit.OFF:
                self._is_compiled.set()
            if process.mode != jit.ON and self._compiling is None and not self._closed:
                self._compiling = asyncio.create_task(self._compile())
        self._assign()

    async def _compile(self) -> None:
        """Compile what is not compiled yet, then replace the processes that do without."""
        try:
            compiler = await start("bot.engines.compiler")
            try:
                await compiler.wait()
            finally:
                await asyncio.shield(kill(compiler))
        except OSError as error:
            LOG.error("the kernels cannot be compiled: %s", error.strerror)
        self._is_compiled.set()
        for one in self._processes:
            one.retires = one.retires or not one.is_plain
        self._assign()

    def _lost(self, process: EngineProcess, left: list[Ticket]) -> None:
        """A process has ended, or lacked memory for a job: what it was doing is done once more, or refused."""
        if process.has_ended:
            self._processes.remove(process)
        for ticket in left:
            ticket.losses += 1
            if self._closed or ticket.losses >= LOSSES or ticket.falls >= (FALLS if len(left) > 1 else FALLS - 1):
                ticket.fail(EngineFailed(lacks_memory=ticket.has_lacked_memory))
            else:
                self._again.append(ticket)
        self._assign()


def _best(able: list[EngineProcess], ticket: Ticket) -> EngineProcess:
    """The process that has the words of a job, or else the one with the least to do."""
    return min(able, key=lambda one: (not one.knows(ticket.named), one.load))
