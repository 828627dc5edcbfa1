"""The clock of this machine, as the services need it: it never goes back, and tells what time was lost.

Due times are kept as instants, so a clock that is set back would keep everybody waiting. Here the time goes on as if
nothing had happened, a little slower until both agree: clocks are not charged, and no message is late. A clock that is
set forward beyond that looks like a process that was stopped, and like it has lost the time between.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

LOG = logging.getLogger(__name__)
STEP = 1_000_000_000
"""Nanoseconds by which a clock has moved against the time that has passed, to be worth a line in the log."""
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
        self._seen: int | None = None
        self._ran = self._last[1]

    def now(self) -> int:
        """The present instant."""
        wall, passed = self._wall(), self._passed()
        elapsed = passed - self._last[1]
        step = wall - self._last[0] - elapsed
        self._last = wall, passed
        self._ahead = max(0, self._ahead - step - elapsed // SLOWER)
        self._tell(step)
        return (wall + self._ahead) // 1_000_000

    def resume(self, latest: int) -> None:
        """Go on from an instant that was noted earlier, should this clock be behind it."""
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
