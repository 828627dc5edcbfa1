"""The playground's own clock, and Discord's ids, which hold its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime


class PlaygroundClock:
    """Seconds since 1970, from `source` plus every `shift` so far."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._offset = 0.0
        self._listeners: list[Callable[[], None]] = []

    def now(self) -> float:
        """The current instant, in seconds since 1970."""
        return self._source() + self._offset

    def shift(self, seconds: float) -> None:
        """Skip `seconds` at once and notify everyone waiting for an instant."""
        self._offset += seconds
        for listener in list(self._listeners):
            listener()

    def on_shift(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each shift."""
        self._listeners.append(listener)


def timestamp(instant: float) -> str:
    """`instant` (seconds since 1970) in Discord's format: ISO 8601 with an offset."""
    return datetime.fromtimestamp(instant, UTC).isoformat()


EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out strictly increasing ids, even across restarts if `floor` is kept."""

    def __init__(self, clock: PlaygroundClock, floor: int = 0) -> None:
        self._clock = clock
        self.floor = floor

    def next(self) -> str:
        """A new id for the current instant, greater than any before."""
        stamp = int(self._clock.now() * 1000) - EPOCH_MS
        self.floor = max(stamp << 22, self.floor + 1)
        return str(self.floor)


def instant(snowflake: str | int) -> float:
    """When `snowflake` was made, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000
