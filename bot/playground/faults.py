"""Failures that a test injects into single requests or the gateway."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.playground.errors import ApiError


@dataclass(frozen=True, slots=True)
class ServerError:
    """A 500; with ``after``, the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is cut without a response; with ``after``, the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Slow:
    """The response is ``seconds`` late; with ``after``, the work is done before the wait instead of after it."""

    seconds: float
    after: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The request is refused with ``error`` without doing anything."""

    error: ApiError


Fault = ServerError | Cut | Slow | Refuse


@dataclass(slots=True)
class _Planned:
    fault: Fault
    method: str
    path: re.Pattern[str]
    count: int


@dataclass(slots=True)
class PlannedFailures:
    """Planned failures; each affects the next ``count`` matching requests or events."""

    planned: list[_Planned] = field(default_factory=list)
    events: dict[str, list[int]] = field(default_factory=dict)

    def plan(self, fault: Fault, method: str = ".*", path: str = ".*", count: int = 1) -> None:
        """Apply ``fault`` to requests whose method and path (without ``/api/v10``) match these patterns."""
        self.planned.append(_Planned(fault, method, re.compile(path), count))

    def double(self, event: str, count: int = 1) -> None:
        """Deliver the next ``count`` gateway events of this name twice."""
        self.events.setdefault(event, []).extend([2] * count)

    def lose(self, event: str, count: int = 1) -> None:
        """Drop the next ``count`` gateway events of this name."""
        self.events.setdefault(event, []).extend([0] * count)

    def take(self, method: str, path: str) -> Fault | None:
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
