"""The clock of this machine, as the services need it: it never goes back, and tells what time was lost.

Due times are kept as instants, so a clock that is set back would keep everybody waiting. Here the time goes on as if
nothing had happened, a little slower until both agree: clocks are not charged, and no message is late. A clock that is
set forward beyond that looks like a process that was stopped, and like it has lost the time between.

Once Discord has told the time, a machine that is far off is not believed any more. Before anything has begun, this
clock goes to Discord's time, whichever way that is; from then on, it only goes forward.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

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
    only runs. `on_far` hears by how many seconds the machine's clock is ahead of Discord's, whenever that changes much;
    0 once both agree.
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
        self.on_far: Callable[[float], object] = lambda _: None

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
        seconds = self._wrong / 1e9
        if abs(self._wrong) < FAR * 1_000_000:
            seconds = 0.0
        elif seconds > 0:
            LOG.warning("the machine's clock is %.0f s ahead of Discord's: set it. Discord's time counts", seconds)
        else:
            LOG.warning("the machine's clock is %.0f s behind Discord's: set it. Discord's time counts", -seconds)
        self.on_far(seconds)

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
