"""What goes into the reading process and what comes out of it: plain data, never objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may use.

    `memory` are bytes of address space beyond what the process needs to start (held on Linux), `cpu` seconds of
    computing (held on POSIX), `wall` seconds altogether (held everywhere), `result` bytes of the answer.
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
"""Reads bytes, by options that JSON can hold. It may raise `EngineError` and `ServiceError` that `reports` knows."""


class Runner(Protocol):
    """Runs jobs of a fixed table by their names, away from the event loop."""

    async def run(self, job: str, data: bytes, **options: Any) -> Output:
        """What the job makes of the bytes.

        Raises what the job raises, `ReadingTooLarge`, `ReadingTooLong` and `ReadingFailed`.
        """
        ...

    async def warm(self) -> None:
        """Be ready soon: there will be something to run."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """Two processes: one for what people send, and one for what is kept, which never waits for the other."""

    sent: Runner
    kept: Runner
