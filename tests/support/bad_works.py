"""Work that fells its process, for tests of the pool."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass

from bot.engines.works import ChooseMove
from engine import jit
from engine.game.commands import Command


@dataclass(frozen=True, slots=True)
class Crashes(ChooseMove):
    """Ends its process at once, as a kernel does that reads beyond an array."""

    def do(self, _: object, /) -> Command:
        """Crashes."""
        signal.raise_signal(signal.SIGSEGV)  # in this thread, which does not get any further
        raise AssertionError


@dataclass(frozen=True, slots=True)
class Hangs(ChooseMove):
    """Never ends, whatever it is told."""

    def do(self, _: object, /) -> Command:
        """Wait."""
        time.sleep(3600)
        raise AssertionError


@dataclass(frozen=True, slots=True)
class LacksMemory(ChooseMove):
    """Needs more memory than there is, but for plain Python's."""

    def do(self, means: object, /) -> Command:
        """Lacks it."""
        if jit.is_enabled():
            raise OSError("libllvmlite.so: failed to map segment from shared object")
        return ChooseMove.do(self, means)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class LacksEvenMore(ChooseMove):
    """Needs more memory than there is, however it is done."""

    def do(self, _: object, /) -> Command:
        """Lacks it."""
        raise MemoryError
