"""How the bot's sessions may begin: how many shards there are, and how fast and how often they may identify.

Based on Discord's API reference, "Gateway": sharding, session start limit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from bot.playground.shapes import Json

IDENTIFY_SECONDS = 5.0
"""The time between two sessions that begin in one bucket of shards."""
STARTS_A_DAY = 1000


@dataclass(slots=True)
class StartLimits:
    """How sessions may begin. Discord recommends `shards`, and refuses sessions with fewer than `least` in all.

    In each bucket (`shard % max_concurrency`) one session may begin every `seconds`; `remaining` may begin until
    `reset_after` milliseconds have passed. `begun` has the shard and the instant of each session that has begun.
    """

    shards: int = 1
    least: int = 1
    max_concurrency: int = 1
    seconds: float = IDENTIFY_SECONDS
    remaining: int = STARTS_A_DAY
    reset_after: int = 0
    begun: list[tuple[int, float]] = field(default_factory=list)

    def take(self, shard: int, now: float) -> bool:
        """Let a shard's session begin, if it may now."""
        bucket = shard % self.max_concurrency
        latest = max((at for other, at in self.begun if other % self.max_concurrency == bucket), default=-math.inf)
        if self.remaining <= 0 or now - latest < self.seconds:
            return False
        self.remaining -= 1
        self.begun.append((shard, now))
        return True

    def described(self) -> Json:
        """The object of ``/gateway/bot``."""
        return {
            "total": STARTS_A_DAY,
            "remaining": self.remaining,
            "reset_after": self.reset_after,
            "max_concurrency": self.max_concurrency,
        }
