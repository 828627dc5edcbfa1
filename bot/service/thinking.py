"""The computer players of the engine, made ready when the first of them is to move.

Word graphs and tables take time and memory, so nothing of them is loaded before a game needs it. Everything here runs
in the thinking threads.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import Lock
from time import monotonic

from engine import jit
from engine.game.commands import Command
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.words.lexicon import Lexicon

SECONDS = 3.0
"""The longest that a computer player thinks about one move."""


class Compiler:
    """Sees to it that the kernels are compiled: in another process, since compiling would stop the event loop."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False
        self._lock = Lock()

    def begin(self) -> None:
        """Compile what is not compiled yet, and return at once."""
        with self._lock:
            if self._process is None and not self._ended and jit.is_enabled():
                # Whether anything is to be done is found out there too: to ask loads the compiler, 60 MB of it.
                self._process = subprocess.Popen([sys.executable, "-m", "engine.jit"])

    def finish(self) -> None:
        """Wait until everything is compiled."""
        self.begin()
        if self._process:
            self._process.wait()

    def end(self) -> None:
        """Leave off; what is compiled so far stays."""
        with self._lock:
            self._ended = True
        if self._process:
            self._process.terminate()
            self._process.wait()


class LazyThinker:
    """Implements `bot.service.ports.Thinker` with the engine's computer players.

    `lexicon` gives that of a game; it is called in a thinking thread and may wait.
    """

    def __init__(self, lexicon: Callable[[Setup], Lexicon], compiler: Compiler) -> None:
        self._lexicon = lexicon
        self._compiler = compiler

    def __call__(self, view: SeatView, should_stop: Callable[[], bool]) -> Command:
        """The command that the computer in this seat gives."""
        lexicon = self._lexicon(view.table.setup)
        self._compiler.finish()
        from engine.computer.player import choose
        from engine.loading.computers import load_tools

        tools = load_tools(view.table.variant, lexicon)
        end = monotonic() + SECONDS
        return choose(view, tools, lambda: should_stop() or monotonic() > end)
