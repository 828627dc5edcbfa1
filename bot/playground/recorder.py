"""All REST requests from the bot, for tests to read."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from bot.playground.shapes import Json


@dataclass(slots=True)
class Recorded:
    """One request: ``path`` is without ``/api/v10``; ``body`` is the parsed JSON (of a multipart request its
    ``payload_json``), ``files`` the (name, size in bytes) of what was uploaded; ``status`` is 0 until it is
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
        """The requests whose method and path match these patterns (``path`` is searched, not fully matched)."""
        pattern = re.compile(path)
        return [r for r in self.requests if re.fullmatch(method, r.method) and pattern.search(r.path)]

    def bodies(self, method: str = ".*", path: str = "") -> list[Json]:
        """The bodies of the matching requests."""
        return [request.body for request in self.matching(method, path)]

    def clear(self) -> None:
        """Forget all requests so far."""
        self.requests.clear()
