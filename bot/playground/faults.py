"""Failures that a test asks for: of single requests, and of the gateway."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.playground.errors import ApiError


@dataclass(frozen=True, slots=True)
class ServerError:
    """A 500; ``after``: the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is cut without an answer; ``after``: the work was done all the same."""

    after: bool = True


@dataclass(frozen=True, slots=True)
class Slow:
    """The answer comes ``seconds`` late; ``after``: the work is done before the wait instead of after it."""

    seconds: float
    after: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """The request is refused with ``error`` and nothing is done."""

    error: ApiError


Fault = ServerError | Cut | Slow | Refuse


@dataclass(slots=True)
class _Planned:
    fault: Fault
    method: str
    path: re.Pattern[str]
    count: int


@dataclass(slots=True)
class Faults:
    """The failures to come; each strikes the next ``count`` matching requests or events."""

    planned: list[_Planned] = field(default_factory=list)
    events: dict[str, list[int]] = field(default_factory=dict)

    def plan(self, fault: Fault, method: str = ".*", path: str = ".*", count: int = 1) -> None:
        """Let ``fault`` strike requests whose method and path (without ``/api/v10``) match these patterns."""
        self.planned.append(_Planned(fault, method, re.compile(path), count))

    def double(self, event: str, count: int = 1) -> None:
        """Deliver the next ``count`` gateway events of this name twice."""
        self.events.setdefault(event, []).extend([2] * count)

    def lose(self, event: str, count: int = 1) -> None:
        """Never deliver the next ``count`` gateway events of this name."""
        self.events.setdefault(event, []).extend([0] * count)

    def take(self, method: str, path: str) -> Fault | None:
        """The failure that strikes this request, if any; it is used up by that."""
        for planned in self.planned:
            if planned.count > 0 and re.fullmatch(planned.method, method) and planned.path.search(path):
                planned.count -= 1
                return planned.fault
        return None

    def copies(self, event: str) -> int:
        """How often an event of this name is to be delivered now."""
        waiting = self.events.get(event)
        return waiting.pop(0) if waiting else 1

    def clear(self) -> None:
        """Forget all failures to come."""
        self.planned.clear()
        self.events.clear()
