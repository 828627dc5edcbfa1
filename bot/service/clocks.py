"""The system's clock."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """The wall clock of this machine."""

    def now(self) -> int:
        """Milliseconds since 1970 (UTC)."""
        return time.time_ns() // 1_000_000

    async def wait(self, wake: asyncio.Event, until: int | None) -> None:
        """Return when the event is set or the instant has come, whichever is first."""
        seconds = None if until is None else max(0, until - self.now()) / 1000
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            return
