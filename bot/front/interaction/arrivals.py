"""When people did what reaches the bot, by this machine's clock."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from bot.model.games import EARLIEST

_DISCORD_EPOCH = 1_420_070_400_000
"""The instant from which snowflakes count (Discord's API reference, "Snowflakes")."""
DELAYS = 50
"""Of how many of the latest requests the delays are known."""


def instant_of(snowflake: int) -> int:
    """The instant when a snowflake was created, by Discord's clock."""
    return (snowflake >> 22) + _DISCORD_EPOCH


class SentTimes:
    """Says by this machine's clock when people did something.

    Discord says when by its own clock. The two may differ by any length, and nobody may be charged for that: so the
    least of the latest delays counts as none at all. `passed` is a clock that nobody sets, in nanoseconds.
    """

    def __init__(self, passed: Callable[[], int] = time.monotonic_ns) -> None:
        self._passed = passed
        self._set = 0
        self._delays = deque[int](maxlen=DELAYS)

    def of(self, snowflake: int, arrived: int) -> int:
        """When something was done that arrived at an instant; its snowflake says when by Discord's clock."""
        before, self._set = self._set, arrived - self._passed() // 1_000_000
        if abs(self._set - before) > EARLIEST:
            self._delays.clear()  # this machine's clock has been set
        delay = arrived - instant_of(snowflake)
        self._delays.append(delay)
        return arrived - delay + min(self._delays)
