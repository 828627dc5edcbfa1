"""The engine's long work in a process of its own: grading games, finding puzzles, thinking about positions.

In the bot's own process, a thread of low priority could hold the interpreter's lock while other processes keep it from
a core, and everyone would wait for it.

| shared    | limit                 | who waits                           | how long at most                     |
|-----------|-----------------------|-------------------------------------|--------------------------------------|
| a process | one piece of work, of | the next piece of work              | until the one before is done, or its |
|           | the lowest priority   |                                     | `Limits.wall`                        |
"""

from __future__ import annotations

import asyncio
import io
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from bot.model.errors import ReadingFailed
from bot.service.compiling import Compiler
from bot.service.computers import LOWEST
from bot.service.meanwhile import EngineValues
from bot.service.sandbox.process import Sandbox
from bot.service.sandbox.values import MEGABYTE, Limits, Output
from bot.service.sandbox.works import EngineWork, Named, WorkOrder
from engine.game.state import Setup
from engine.words.lexicon import Lexicon

T = TypeVar("T")

LIMITS = Limits(memory=1024 * MEGABYTE, cpu=180, wall=180.0, result=MEGABYTE, nice=LOWEST)
"""A turn takes a few seconds, on a slow and busy machine a minute; the tables and threads take half of the memory."""
AT_HAND = replace(LIMITS, cpu=60, wall=60.0)
"""For work that someone waits for."""
LOOK = 0.2
"""Seconds after which work that is no longer wanted is ended."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What work returned, and the seconds that it took."""

    value: T
    seconds: float


class EngineProcess:
    """Does work in a process that starts with the first and ends when there is no more for a while.

    Create it on the event loop and call it from other threads. `lexicon` returns a game's lexicon; it may wait.
    """

    def __init__(self, lexicon: Callable[[Setup], Lexicon], compiler: Compiler, limits: Limits = LIMITS) -> None:
        self._loop = asyncio.get_running_loop()
        self._lexicon = lexicon
        self._compiler = compiler
        self._process = Sandbox("bot.service.sandbox.longwork", limits, purpose="grades games and analyses positions")

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        return self._process.pid

    def do(self, setup: Setup, work: EngineWork[T], seconds: float, should_stop: Callable[[], bool]) -> Done[T] | None:
        """What work with the tools of a game returns within some seconds; None if it should stop before.

        Raises `ReadingTooLong`, `ReadingTooLarge` and `ReadingFailed`; the next call has a new process then.
        """
        self._compiler.finish()
        lexicon = self._lexicon(setup)
        named = Named(lexicon.name, lexicon.alphabet, lexicon.id)
        request = WorkOrder(setup.variant, named, None, work, seconds)
        output = self._ask(request, should_stop)
        if output and "lacks" in output.facts:
            output = self._ask(replace(request, words=lexicon), should_stop)
        return Done(_value(output), float(output.facts["seconds"])) if output else None

    def _ask(self, request: WorkOrder, should_stop: Callable[[], bool]) -> Output | None:
        data = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
        asked = asyncio.run_coroutine_threadsafe(self._process.run("do", data), self._loop)
        while not asked.done():
            try:
                return asked.result(LOOK)
            except TimeoutError:
                if should_stop():
                    asked.cancel()
                    return None
        return asked.result()

    async def close(self) -> None:
        """End the process for good."""
        await self._process.close()


def _value(output: Output) -> Any:
    try:
        return EngineValues(io.BytesIO(output.data)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError) as error:
        raise ReadingFailed from error
