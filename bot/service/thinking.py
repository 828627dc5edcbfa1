"""The engine's computer players, prepared when the first of them is to move.

Word graphs and tables take time and memory, so none is loaded before a game needs it. Everything here runs in the
thinking threads.

| shared          | limit            | who waits                        | how long at most            |
|-----------------|------------------|----------------------------------|-----------------------------|
| cores for       | one slice a core | slices of the strongest players, | a slice, tens of            |
| simulations     |                  | of each server in turn           | milliseconds, of each other |
|                 |                  |                                  | server                      |
| time for a move | `SECONDS`        |                                  |                             |
| time for a hint | `HINT_SECONDS`   |                                  |                             |
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import TypeVar

from bot.fairness import UNBOUNDED, FairThreads
from bot.model.errors import ReadingFailed, ReadingTooLarge, ReadingTooLong, describe
from bot.oserrors import lacks_memory
from bot.service.compiling import Compiler
from bot.service.computers import stand_back
from bot.service.meanwhile import PlainPlayer
from engine.computer.candidates import Candidate, Report
from engine.computer.hints import Hint, hint
from engine.computer.tools import Tools
from engine.game.commands import Command
from engine.game.state import Computer, HintKind, Setup
from engine.game.views import SeatView
from engine.model.levels import less_demanding
from engine.words.lexicon import Lexicon

T = TypeVar("T")

LOG = logging.getLogger(__name__)
AGAIN = 10.0
"""Seconds for the compiler until a move that could not be found without it is looked for again."""
SECONDS = 3.0
"""The longest time a computer player thinks about one move, in seconds."""
HINT_SECONDS = 6.0
"""The longest time that a hint looks ahead on a busy machine, in seconds; elsewhere it takes one or two."""


class LazyThinker:
    """Implements `bot.service.ports.Thinker` with the engine's computer players, and gives its hints.

    `lexicon` returns a game's lexicon; it is called in a thinking thread and may wait. The strongest player's computing
    is cut into slices, which wait for a core: each server in turn, so that a server with many games does not slow down
    the others. While `compiler` is at work, `meanwhile` plays. `cores` is how many slices run at once.
    """

    def __init__(
        self,
        lexicon: Callable[[Setup], Lexicon],
        compiler: Compiler,
        meanwhile: PlainPlayer | None = None,
        cores: int | None = None,
    ) -> None:
        self._lexicon = lexicon
        self._compiler = compiler
        self._meanwhile = meanwhile
        self._slices = FairThreads(cores or os.cpu_count() or 1, "slices", most=UNBOUNDED, initializer=stand_back)

    def __call__(self, view: SeatView, should_stop: Callable[[], bool], report: Report, family: bool = True) -> Command:
        """The command of the computer in this seat. Raises `MemoryError`, or what a library raises for lack of memory.

        Where a level needs no more, another process finds the same move with as little memory as possible.
        """
        lexicon = self._lexicon(view.table.setup)
        player = view.table.seats[view.seat].player
        try:
            return self._choose(view, lexicon, should_stop, report, family)
        except Exception as error:
            if not isinstance(player, Computer) or less_demanding(player.level) is not None:
                raise
            return _shown(self._plainly(error, lambda plain: plain.choose(view, lexicon, family)), report)

    def hint(self, view: SeatView, kind: HintKind, number: int, family: bool = True) -> Hint | None:
        """A hint for a seat; in a server for families it has no coarse words. Raises as a move."""
        lexicon = self._lexicon(view.table.setup)
        try:
            if answer := self._meanwhile_found(lambda plain: plain.hint(view, lexicon, kind, number, family)):
                return answer[0]
            tools, end = self._load(view.table.setup, lexicon, family), monotonic() + HINT_SECONDS
            return hint(view, tools, kind, number, lambda: monotonic() > end, self._one_by_one)
        except Exception as error:
            return self._plainly(error, lambda plain: plain.hint(view, lexicon, kind, number, family))

    def _choose(
        self, view: SeatView, lexicon: Lexicon, should_stop: Callable[[], bool], report: Report, family: bool
    ) -> Command:
        if answer := self._meanwhile_found(lambda plain: plain.choose(view, lexicon, family)):
            return _shown(answer[0], report)
        tools = self._load(view.table.setup, lexicon, family)
        from engine.computer.player import choose

        end = monotonic() + SECONDS
        return choose(view, tools, lambda: should_stop() or monotonic() > end, report, run=self._slices.map)

    def _plainly(self, error: Exception, ask: Callable[[PlainPlayer], T]) -> T:
        """What the player for the meantime answers after an error; raises that unless it is for lack of memory."""
        from engine.loading.computers import forget_tools

        if not lacks_memory(error) or self._meanwhile is None:
            raise error
        LOG.warning("memory is short, so another process finds a move: %s", describe(error))
        forget_tools()
        try:
            return ask(self._meanwhile)
        except (ReadingFailed, ReadingTooLong, ReadingTooLarge) as failed:
            raise MemoryError from failed

    def _one_by_one(self, work: Callable[[int], T], calls: Iterable[int]) -> Iterator[T]:
        """Does slices in order, so that the same hint is found again, each when it is the server's turn."""
        return (done for call in calls for done in self._slices.map(work, (call,)))

    def close(self) -> None:
        """End the threads."""
        self._slices.shutdown(wait=False, cancel_futures=True)

    def _meanwhile_found(self, ask: Callable[[PlainPlayer], T]) -> tuple[T] | None:
        """What the player for the meantime answers; None if the kernels are compiled, or cannot be compiled ahead.

        Raises `MemoryError` if its process needs more than it may have.

        A busy machine may end its process too early, and compiling may take many minutes there. So it is asked again.
        """
        while (plain := self._meanwhile) and not self._compiler.is_done():
            self._compiler.begin()
            try:
                return (ask(plain),)
            except ReadingTooLarge as error:
                raise MemoryError from error
            except (ReadingFailed, ReadingTooLong) as error:
                LOG.warning("a move must wait for the compiler or a better moment: %s", describe(error))
            if self._compiler.finish(AGAIN):
                break
        return None

    def _load(self, setup: Setup, lexicon: Lexicon, family: bool) -> Tools:
        self._compiler.finish()
        from engine.loading.computers import load_tools

        tools = load_tools(setup.variant, lexicon)
        return tools.mild() if family else tools


def _shown(answer: tuple[Command, Sequence[Sequence[Candidate]]], report: Report) -> Command:
    """The command of an answer, after reporting the candidates on the way to it."""
    command, told = answer
    for candidates in told:
        report(candidates)
    return command
