"""Rate limits with their headers, and how many sessions may begin, how fast and how often."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field

from bot.playground.clock import PlaygroundClock
from bot.playground.errors import ApiError, Json

VIA = {"Via": "1.1 google"}


@dataclass(slots=True)
class _Window:
    start: float
    used: int = 0


def _sizes() -> dict[str, tuple[int, float]]:
    return {
        "POST message": (5, 5.0),
        "PATCH message": (5, 5.0),
        "DELETE message": (5, 1.0),
        "reaction": (1, 0.25),
        "old edit": (3, 20.0),
        "global": (50, 1.0),
        "other": (50, 1.0),
    }


@dataclass(slots=True)
class RateLimits:
    """`sizes` gives each bucket's requests and seconds; tests may change them, or turn `enabled` off."""

    clock: PlaygroundClock
    sizes: dict[str, tuple[int, float]] = field(default_factory=_sizes)
    enabled: bool = True
    _windows: dict[tuple[str, str], _Window] = field(default_factory=dict)

    def spend(self, bucket: str, major: str, route: str) -> dict[str, str]:
        """Count a request and return the headers of its response; raises 429 if the bucket is empty."""
        now = self.clock.now()
        self._spend_global(now)
        limit, seconds = self._size(bucket)
        window = self._window(bucket, f"{route} {major}", now)
        left = window.start + seconds - now
        name = hashlib.blake2s(f"{bucket} {route}".encode(), digest_size=8).hexdigest()
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - window.used - 1)),
            "X-RateLimit-Reset": f"{now + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }
        if window.used >= limit:
            raise _too_many(left, {**headers, "X-RateLimit-Scope": "user"})
        window.used += 1
        return headers

    def spend_old_edit(self, channel_id: str) -> None:
        """Count an edit of a message older than an hour; raises 429 with code 30046 if there are too many."""
        now = self.clock.now()
        limit, seconds = self._size("old edit")
        window = self._window("old edit", channel_id, now)
        if window.used >= limit:
            error = _too_many(window.start + seconds - now, {"X-RateLimit-Scope": "shared"})
            error.code = 30046
            error.message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise error
        window.used += 1

    def _spend_global(self, now: float) -> None:
        limit, seconds = self._size("global")
        window = self._window("global", "", now)
        if window.used >= limit:
            headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            raise _too_many(window.start + seconds - now, headers, everywhere=True)
        window.used += 1

    def _size(self, bucket: str) -> tuple[int, float]:
        return self.sizes[bucket] if self.enabled else (10_000, self.sizes[bucket][1])

    def _window(self, bucket: str, key: str, now: float) -> _Window:
        window = self._windows.get((bucket, key))
        if len(self._windows) > 1000:
            self._windows = {k: w for k, w in self._windows.items() if now - w.start < self._size(k[0])[1]}
        if window is None or now - window.start >= self._size(bucket)[1]:
            window = self._windows[(bucket, key)] = _Window(now)
        return window


def _too_many(seconds: float, headers: dict[str, str], everywhere: bool = False) -> ApiError:
    wait = max(0.001, round(seconds, 3))
    headers = {**headers, **VIA, "Retry-After": str(math.ceil(wait))}
    extra = {"retry_after": wait, "global": everywhere}
    return ApiError(429, 0, "You are being rate limited.", extra=extra, headers=headers)


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
        """The object of `/gateway/bot`."""
        return {
            "total": STARTS_A_DAY,
            "remaining": self.remaining,
            "reset_after": self.reset_after,
            "max_concurrency": self.max_concurrency,
        }
