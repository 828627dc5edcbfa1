"""The clock of this machine, which never goes back, and the watchdog that logs where an event loop is blocked."""

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
STEP = 1_000_000_000
"""Nanoseconds by which a clock has moved against the time that has passed, to be worth a line in the log."""
FAR = 60_000
"""Milliseconds from Discord's time by which a clock is wrong: Discord tells whole seconds, and answers take time."""
SLOWER = 16
"""While this clock is ahead of the machine's, it goes slower by this fraction."""
MISSED = 4_000
"""Milliseconds without a call of `missed` in which the process has not run; it is called every second."""


class SystemClock:
    """Milliseconds since 1970 (UTC) by the machine's clock, never less than before.

    `wall` and `passed` are two clocks of the machine, in nanoseconds: the one that people can set, and the one that
    only runs.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, passed: Callable[[], int] = time.monotonic_ns) -> None:
        self._wall, self._passed = wall, passed
        self._last = wall(), passed()
        self._ahead = 0
        self._wrong = 0
        """Nanoseconds by which the machine's clock is ahead of the right time, as Discord has told it."""
        self._is_told = self._has_begun = False
        self._seen: int | None = None
        self._ran = self._last[1]

    def now(self) -> int:
        """The present instant."""
        wall, passed = self._wall(), self._passed()
        elapsed = passed - self._last[1]
        step = wall - self._last[0] - elapsed
        self._last = wall, passed
        self._tell(step)
        if self._is_told and abs(step) >= FAR * 1_000_000:
            self._wrong += step  # unless Discord says the same, as when the machine has slept
            step = 0
        self._ahead = max(0, self._ahead - step - elapsed // SLOWER)
        return (wall - self._wrong + self._ahead) // 1_000_000

    @property
    def is_told(self) -> bool:
        """Whether Discord has told the time."""
        return self._is_told

    @property
    def off(self) -> int:
        """By how many seconds the machine's clock is ahead of Discord's, negative if behind; 0 if they agree."""
        return 0 if abs(self._wrong) < FAR * 1_000_000 else round(self._wrong / 1e9)

    def told(self, instant: int) -> None:
        """Discord's clock shows an instant now, or showed it a moment ago."""
        before, off = self._wrong, instant - self.now()
        self._is_told = True
        if off >= FAR or (off <= -FAR and not self._has_begun):
            self._ahead, self._wrong = 0, self._last[0] - instant * 1_000_000
        elif off <= -FAR:
            self._ahead, self._wrong = -off * 1_000_000, self._last[0] - instant * 1_000_000
        if abs(self._wrong - before) >= FAR * 1_000_000:
            self._tell_wrong()

    def _tell_wrong(self) -> None:
        if self.off > 0:
            LOG.warning("the machine's clock is %d s ahead of Discord's: set it. Discord's time counts", self.off)
        elif self.off < 0:
            LOG.warning("the machine's clock is %d s behind Discord's: set it. Discord's time counts", -self.off)

    def resume(self, latest: int) -> None:
        """Go on from an instant that was noted earlier, should this clock be behind it; from here on, never back."""
        self._has_begun = True
        behind = latest - self.now()
        if behind > 0:
            self._ahead += behind * 1_000_000
            self._tell(-behind * 1_000_000)

    def missed(self) -> tuple[int, int] | None:
        """The span since the last call, if this process cannot have run in all of it."""
        before, self._seen = self._seen, self.now()
        stood, self._ran = self._last[1] - self._ran, self._last[1]
        if before is None or self._seen - before < MISSED:
            return None
        if stood >= MISSED * 1_000_000:  # a step of the clock is told already
            LOG.warning("this process did not run for %.1f s", stood / 1e9)
        return before, self._seen

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come, whichever is first."""
        seconds = None if until is None else max(0, until - self.now()) / 1000
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            return

    @staticmethod
    def _tell(step: int) -> None:
        seconds = step / 1e9
        if abs(step) < STEP:
            return
        if step > 0:
            LOG.warning("the machine's clock is %.1f s further: it was set forward, or the machine slept", seconds)
        else:
            LOG.warning(
                "the machine's clock went back by %.1f s: time goes on, a little slower until both agree", -seconds
            )


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
