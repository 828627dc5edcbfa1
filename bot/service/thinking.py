"""The engine's computer players, prepared when the first of them is to move.

Word graphs and tables take time and memory, so none is loaded before a game needs it. Everything here runs in the
thinking threads.

| shared          | limit            | who waits                        | how long at most            |
|-----------------|------------------|----------------------------------|-----------------------------|
| cores for       | one slice a core | slices of the strongest players, | a slice, tens of            |
| simulations     |                  | of each server in turn           | milliseconds, of each other |
|                 |                  |                                  | server                      |
| time for a move | `SECONDS`        |                                  |                             |
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from threading import Lock
from time import monotonic

from bot.fairness import UNBOUNDED, FairThreads
from bot.service.computers import stand_back
from engine import jit
from engine.computer.candidates import Report
from engine.computer.hints import Hint, hint
from engine.computer.tools import Tools
from engine.game.commands import Command
from engine.game.state import HintKind, Setup
from engine.game.views import SeatView
from engine.words.lexicon import Lexicon

SECONDS = 3.0
"""The longest time a computer player thinks about one move, in seconds."""


NOTICED = 6.0
"""Seconds after which there seems to be something to compile; finding out that there is nothing takes less."""


class Compiler:
    """Makes sure that the kernels are compiled: in another process, since compiling would block the event loop."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = 0.0
        self._ended = False
        self._lock = Lock()

    def begin(self) -> None:
        """Compile what is not compiled yet, and return at once."""
        with self._lock:
            if self._process is None and not self._ended and jit.is_enabled():
                # That process also finds out whether there is anything to do: asking loads the compiler, 60 MB of it.
                self._begun = monotonic()
                self._process = subprocess.Popen([sys.executable, "-m", "engine.jit"])

    def finish(self) -> None:
        """Wait until everything is compiled."""
        self.begin()
        if self._process:
            self._process.wait()

    @property
    def is_busy(self) -> bool:
        """Whether kernels are being compiled, judging by the time it takes."""
        process = self._process
        return process is not None and process.poll() is None and monotonic() > self._begun + NOTICED

    def end(self) -> None:
        """Stop; what is compiled so far stays."""
        with self._lock:
            self._ended = True
        if self._process:
            self._process.terminate()
            self._process.wait()


class LazyThinker:
    """Implements `bot.service.ports.Thinker` with the engine's computer players, and `Hinter` with its hints.

    `lexicon` returns that of a game; it is called in a thinking thread and may wait. The strongest player's computing
    is cut into slices, which wait for a core: each server in turn, so that one with many games does not slow down the
    others.
    """

    def __init__(self, lexicon: Callable[[Setup], Lexicon], compiler: Compiler) -> None:
        self._lexicon = lexicon
        self._compiler = compiler
        self._slices = FairThreads(os.cpu_count() or 1, "slices", most=UNBOUNDED, initializer=stand_back)

    def __call__(self, view: SeatView, should_stop: Callable[[], bool], report: Report) -> Command:
        """The command of the computer in this seat."""
        tools = self._tools(view)
        from engine.computer.player import choose

        end = monotonic() + SECONDS
        return choose(view, tools, lambda: should_stop() or monotonic() > end, report, run=self._slices.map)

    def hint(self, view: SeatView, kind: HintKind, number: int) -> Hint | None:
        """A hint for a seat."""
        return hint(view, self._tools(view), kind, number)

    def close(self) -> None:
        """End the threads."""
        self._slices.shutdown(wait=False, cancel_futures=True)

    def _tools(self, view: SeatView) -> Tools:
        lexicon = self._lexicon(view.table.setup)
        self._compiler.finish()
        from engine.loading.computers import load_tools

        return load_tools(view.table.variant, lexicon)
