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

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from bot.fairness import UNBOUNDED, FairThreads
from bot.model.errors import ReadingFailed, ReadingTooLarge, ReadingTooLong, describe
from bot.service.compiling import Compiler
from bot.service.computers import stand_back
from bot.service.meanwhile import PlainPlayer
from engine.computer.candidates import Report
from engine.computer.hints import Hint, hint
from engine.computer.tools import Tools
from engine.game.commands import Command
from engine.game.state import HintKind, Setup
from engine.game.views import SeatView
from engine.words.lexicon import Lexicon

LOG = logging.getLogger(__name__)
SECONDS = 3.0
"""The longest time a computer player thinks about one move, in seconds."""


class LazyThinker:
    """Implements `bot.service.ports.Thinker` with the engine's computer players, and gives its hints.

    `lexicon` returns a game's lexicon; it is called in a thinking thread and may wait. The strongest player's computing
    is cut into slices, which wait for a core: each server in turn, so that a server with many games does not slow down
    the others. While `compiler` is at work, `meanwhile` plays.
    """

    def __init__(
        self, lexicon: Callable[[Setup], Lexicon], compiler: Compiler, meanwhile: PlainPlayer | None = None
    ) -> None:
        self._lexicon = lexicon
        self._compiler = compiler
        self._meanwhile = meanwhile
        self._slices = FairThreads(os.cpu_count() or 1, "slices", most=UNBOUNDED, initializer=stand_back)

    def __call__(self, view: SeatView, should_stop: Callable[[], bool], report: Report) -> Command:
        """The command of the computer in this seat."""
        lexicon = self._lexicon(view.table.setup)
        with self._unless_compiled() as plain:
            if plain:
                command, told = plain.choose(view, lexicon)
                for candidates in told:
                    report(candidates)
                return command
        tools = self._tools(view, lexicon)
        from engine.computer.player import choose

        end = monotonic() + SECONDS
        return choose(view, tools, lambda: should_stop() or monotonic() > end, report, run=self._slices.map)

    def hint(self, view: SeatView, kind: HintKind, number: int) -> Hint | None:
        """A hint for a seat."""
        lexicon = self._lexicon(view.table.setup)
        with self._unless_compiled() as plain:
            if plain:
                return plain.hint(view, lexicon, kind, number)
        return hint(view, self._tools(view, lexicon), kind, number)

    def close(self) -> None:
        """End the threads."""
        self._slices.shutdown(wait=False, cancel_futures=True)

    @contextmanager
    def _unless_compiled(self) -> Iterator[PlainPlayer | None]:
        """The player to use until the kernels are compiled; if it fails, wait for the kernels."""
        plain = None if self._compiler.is_done() else self._meanwhile
        if plain:
            self._compiler.begin()
        try:
            yield plain
        except (ReadingFailed, ReadingTooLong, ReadingTooLarge) as error:
            LOG.warning("a move must wait for the compiler: %s", describe(error))

    def _tools(self, view: SeatView, lexicon: Lexicon) -> Tools:
        self._compiler.finish()
        from engine.loading.computers import load_tools

        return load_tools(view.table.variant, lexicon)
