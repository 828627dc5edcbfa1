"""Discord's ids: 42 bits of milliseconds since 2015, then 22 bits that keep ids of the same millisecond distinct.

Source: Discord's API reference, "Snowflake Format".
"""

from __future__ import annotations

from bot.playground.clock import PlaygroundClock

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out strictly increasing ids, even across restarts if ``floor`` is kept."""

    def __init__(self, clock: PlaygroundClock, floor: int = 0) -> None:
        self._clock = clock
        self.floor = floor

    def next(self) -> str:
        """A new id for the current instant, greater than any before."""
        stamp = int(self._clock.now() * 1000) - EPOCH_MS
        self.floor = max(stamp << 22, self.floor + 1)
        return str(self.floor)


def instant(snowflake: str | int) -> float:
    """When ``snowflake`` was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000
