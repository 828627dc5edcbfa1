"""Thinks about positions of analysis boards, in a process of its own.

| shared              | limit                  | who waits                      | how long at most              |
|---------------------|------------------------|--------------------------------|-------------------------------|
| the analysing       | one position at a time | analysis boards, each person   | until a position of someone   |
| thread              |                        | in turn                        | else is done; after `PATIENCE`|
|                     |                        |                                | `TooManyAtOnce`               |
| the analyser's      | `bot.service.          |                                |                               |
| process             | engineprocess`         |                                |                               |
| time for a position | `SECONDS`              |                                |                               |
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Event as Flag
from typing import TypeVar

from bot.fairness import FairThreads
from bot.limits import Limit
from bot.model.errors import (
    ReadingFailed,
    ReadingTooLarge,
    ReadingTooLong,
    StillPreparing,
    TooManyAtOnce,
    describe,
)
from bot.service.computers import Stopwatch
from bot.service.engineprocess import EngineProcess
from bot.service.fairuse import FairUse
from bot.service.sandbox.works import EngineWork
from engine.game.state import Setup

T = TypeVar("T")

LOG = logging.getLogger(__name__)
SECONDS = 5.0
"""The longest time spent on one position, in seconds."""
COMPILER = 10.0
"""Seconds to wait for kernels that are being compiled."""
PATIENCE = 60.0
"""Seconds that someone waits for a thread."""


class Analyser:
    """Does work on positions within the limits of hints and thinking time.

    `compiled` waits up to so many seconds for the compiler and says whether it is done.
    """

    def __init__(self, process: EngineProcess, compiled: Callable[[float], bool], fair_use: FairUse) -> None:
        self._process = process
        self._compiled = compiled
        self._fair_use = fair_use
        self._ending = Flag()
        self._threads = FairThreads(1, "analysing", 1)

    async def run(self, setup: Setup, person: str, server: int | None, work: EngineWork[T]) -> T:
        """What work on a position returns. Raises `TooOften`, `TooManyAtOnce` and `StillPreparing`."""
        await self._fair_use.check_thinking(person, server)
        await self._fair_use.spend(Limit.HINTS, person, server)
        spent, begun = Stopwatch(), Flag()
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._do, setup, work, spent, begun)
        try:
            await asyncio.wait((future,), timeout=PATIENCE)
            if not future.done() and not begun.is_set() and future.cancel():
                raise TooManyAtOnce
            return await future
        finally:
            await self._fair_use.thought(person, server, spent.seconds)

    def close(self) -> None:
        """End the thread."""
        self._ending.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _do(self, setup: Setup, work: EngineWork[T], spent: Stopwatch, begun: Flag) -> T:
        begun.set()
        if not self._compiled(COMPILER):
            raise StillPreparing
        try:
            done = self._process.do(setup, work, SECONDS, self._ending.is_set)
        except (ReadingFailed, ReadingTooLong, ReadingTooLarge) as error:
            LOG.warning("a position could not be thought about: %s", describe(error))
            raise StillPreparing from error
        if done is None:
            raise StillPreparing
        spent.seconds += done.seconds
        return done.value
