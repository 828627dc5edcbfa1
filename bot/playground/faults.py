"""What tests inject and read: failures of single requests or the gateway, and all requests from the bot."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from bot.playground.errors import ApiError, Json


@dataclass(frozen=True, slots=True)
class ServerError:
    """A 500; with `after`, the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is cut without a response; with `after`, the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Slow:
    """The response is `seconds` late; with `after`, the work is done before the wait instead of after it."""

    seconds: float
    after: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The request is refused with `error` without doing anything."""

    error: ApiError


DiscordFault = ServerError | Cut | Slow | Refuse


@dataclass(slots=True)
class _Planned:
    fault: DiscordFault
    method: str
    path: re.Pattern[str]
    count: int


@dataclass(slots=True)
class PlannedFailures:
    """Planned failures; each affects the next `count` matching requests or events."""

    planned: list[_Planned] = field(default_factory=list)
    events: dict[str, list[int]] = field(default_factory=dict)

    def plan(self, fault: DiscordFault, method: str = ".*", path: str = ".*", count: int = 1) -> None:
        """Apply `fault` to requests whose method and path (without `/api/v10`) match these patterns."""
        self.planned.append(_Planned(fault, method, re.compile(path), count))

    def double(self, event: str, count: int = 1) -> None:
        """Deliver the next `count` gateway events of this name twice."""
        self.events.setdefault(event, []).extend([2] * count)

    def lose(self, event: str, count: int = 1) -> None:
        """Drop the next `count` gateway events of this name."""
        self.events.setdefault(event, []).extend([0] * count)

    def take(self, method: str, path: str) -> DiscordFault | None:
        """The failure for this request, if any; using it uses it up."""
        for planned in self.planned:
            if planned.count > 0 and re.fullmatch(planned.method, method) and planned.path.search(path):
                planned.count -= 1
                return planned.fault
        return None

    def copies(self, event: str) -> int:
        """How many times to deliver an event of this name now."""
        waiting = self.events.get(event)
        return waiting.pop(0) if waiting else 1

    def clear(self) -> None:
        """Forget all planned failures."""
        self.planned.clear()
        self.events.clear()


@dataclass(slots=True)
class Recorded:
    """One request: `path` is without `/api/v10`; `body` is the parsed JSON (of a multipart request its
    `payload_json`), `files` the (name, size in bytes) of what was uploaded; `status` is 0 until it is
    answered, and stays 0 if the connection was cut."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: list[tuple[str, int]]
    instant: float
    status: int = 0
    answer: Any = None


@dataclass(slots=True)
class Recorder:
    """The latest requests, oldest first."""

    requests: deque[Recorded] = field(default_factory=lambda: deque(maxlen=5000))

    def matching(self, method: str = ".*", path: str = "") -> list[Recorded]:
        """The requests whose method and path match these patterns (`path` is searched, not fully matched)."""
        pattern = re.compile(path)
        return [r for r in self.requests if re.fullmatch(method, r.method) and pattern.search(r.path)]

    def bodies(self, method: str = ".*", path: str = "") -> list[Json]:
        """The bodies of the matching requests."""
        return [request.body for request in self.matching(method, path)]

    def clear(self) -> None:
        """Forget all requests so far."""
        self.requests.clear()
