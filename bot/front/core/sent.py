"""When people did what reaches the bot, by this machine's clock."""

from __future__ import annotations

from collections import deque

from bot.model.games import EARLIEST

_DISCORD_EPOCH = 1_420_070_400_000
"""The instant from which snowflakes count (Discord's API reference, "Snowflakes")."""
DELAYS = 50
"""Of how many of the latest requests the delays are known."""
ALIKE = 1_000
"""Milliseconds by which two delays may differ that come from a clock that was set, not from a pause."""


def instant_of(snowflake: int) -> int:
    """The instant when a snowflake was created, by Discord's clock."""
    return (snowflake >> 22) + _DISCORD_EPOCH


class SentTimes:
    """Says by this machine's clock when people did something.

    Discord says when by its own clock. The two may differ by any length, and nobody may be charged for that: so the
    least of the latest delays counts as none at all.
    """

    def __init__(self) -> None:
        self._delays = deque[int](maxlen=DELAYS)

    def of(self, snowflake: int, arrived: int) -> int:
        """When something was done that arrived at an instant; its snowflake says when by Discord's clock."""
        delay = arrived - instant_of(snowflake)
        if self._is_usual(delay):
            self._delays.clear()  # since a clock has been set
        self._delays.append(delay)
        return arrived - delay + min(self._delays)

    def _is_usual(self, delay: int) -> bool:
        """Whether a delay that counts in full would be long, but is that of the request before, too."""
        if not self._delays:
            return False
        return delay - min(self._delays) > EARLIEST and abs(delay - self._delays[-1]) <= ALIKE
