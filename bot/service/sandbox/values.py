"""What goes into the reading process and what comes out of it: plain data, never objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may use.

    `memory` is the bytes of address space beyond what the process needs to start (enforced on Linux), `cpu` the seconds
    of computing (enforced on POSIX), `wall` the seconds altogether (enforced everywhere), `result` the bytes of the
    answer.
    """

    memory: int = 768 * MEGABYTE
    cpu: int = 10
    wall: float = 30.0
    result: int = 64 * MEGABYTE


@dataclass(frozen=True, slots=True)
class Output:
    """What a job has made of its bytes: facts that JSON can hold, and bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    data: bytes = b""


Job = Callable[[bytes, Mapping[str, Any]], Output]
"""Reads bytes, with options that JSON can hold. May raise `EngineError` and `ServiceError` that `reports` knows."""


class Runner(Protocol):
    """Runs jobs of a fixed table by name, away from the event loop."""

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """What the job makes of the bytes.

        Raises what the job raises, `ReadingTooLarge`, `ReadingTooLong` and `ReadingFailed`.
        """
        ...

    async def warm(self) -> None:
        """Get ready: there will be something to run soon."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """Two processes: one for uploads and one for stored data, which never waits for the other."""

    sent: Runner
    kept: Runner
