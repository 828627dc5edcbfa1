"""Notices a blocked event loop, and logs where it is blocked.

A thread checks whether the loop still beats. While a C function holds the interpreter, the thread cannot run either,
but it runs next, before the loop's thread has moved on.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType

LOG = logging.getLogger(__name__)
LONGEST_SILENCE = 2.0
"""Seconds without a beat after which a loop counts as blocked."""
QUIET = 60.0
"""Seconds after a report during which others are only counted."""
MOST_CALLS = 30
"""How many calls of the loop's thread are logged, the innermost ones."""


class Watchdog:
    """Watches the event loop in which it is started; `lagged` gets the seconds by which each beat is late."""

    def __init__(
        self, longest: float = LONGEST_SILENCE, quiet: float = QUIET, lagged: Callable[[float], object] = lambda _: None
    ) -> None:
        self._longest = longest
        self._quiet = quiet
        self._lagged = lagged
        self._pause = longest / 4
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._watched = 0
        self._beat = 0.0
        self._handle: asyncio.TimerHandle | None = None
        self._reported: float | None = None
        self._told = 0.0
        self._kept_quiet = 0
        self._counted = 0.0

    def start(self) -> None:
        """Start watching the running loop."""
        self._watched = threading.get_ident()
        self._tick(asyncio.get_running_loop())
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._ended.set()
        if self._handle:
            self._handle.cancel()
        if self._thread:
            self._thread.join()

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        """Beat, in the loop."""
        now = time.monotonic()
        if self._beat:
            self._lagged(max(0.0, now - self._beat - self._pause))
        self._beat = now
        self._handle = loop.call_later(self._pause, self._tick, loop)

    def _watch(self) -> None:
        while not self._ended.wait(self._pause):
            beat, now = self._beat, time.monotonic()
            if beat != self._reported and self._reported is not None:
                LOG.warning("the event loop goes on, after %.1f s", beat - self._reported)
                self._reported = None
            if now - beat >= self._longest and beat != self._reported:
                self._report(beat, now)

    def _report(self, beat: float, now: float) -> None:
        if self._told and now - self._told < self._quiet:
            self._kept_quiet += beat != self._counted
            self._counted = beat
            return
        more = f" ({self._kept_quiet} times more since the last report)" if self._kept_quiet else ""
        self._reported, self._told, self._kept_quiet = beat, now, 0
        LOG.error("the event loop has stood still for %.1f s%s, at\n%s", now - beat, more, self._where())

    def _where(self) -> str:
        """The calls of the loop's thread, innermost last, and where each other thread is. Values are never logged."""
        frames = sys._current_frames()  # noqa: SLF001 - documented, for such a purpose
        names = {thread.ident: thread.name for thread in threading.enumerate()}
        own = (self._watched, threading.get_ident())
        lines = [_place(one) for one in _calls(frames.get(self._watched))[-MOST_CALLS:]]
        for ident, frame in frames.items():
            if ident not in own:
                lines.append(f"  (meanwhile {names.get(ident, '?')}: {_place(_calls(frame)[-1]).strip()})")
        return "\n".join(lines)


def _calls(frame: FrameType | None) -> list[traceback.FrameSummary]:
    """The calls of a thread, innermost last."""
    # Do not look up lines: the source files may be large, and time is short.
    return list(reversed(traceback.StackSummary.extract(traceback.walk_stack(frame), lookup_lines=False)))


def _place(call: traceback.FrameSummary) -> str:
    path = Path(call.filename)
    return f"  {'/'.join(path.parts[-3:])}:{call.lineno} {call.name}"
