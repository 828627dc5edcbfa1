"""The input and output of reading jobs: plain data, never objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class JobLimits:
    """The limits of one job.

    `memory` is the bytes of address space beyond what the process needs to start (enforced on Linux), `cpu` the seconds
    of computing (enforced on POSIX), `wall` the seconds altogether (enforced everywhere), `result` the bytes of the
    answer. `nice` is the Unix nice value: the bot comes first, but only once the process has started, since someone may
    be waiting.
    """

    memory: int = 768 * MEGABYTE
    cpu: int = 30
    wall: float = 60.0
    result: int = 192 * MEGABYTE
    nice: int = 10


@dataclass(frozen=True, slots=True)
class Output:
    """The output of a job: facts that JSON can hold, and bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    data: bytes = b""


Job = Callable[[bytes, Mapping[str, Any]], Output]
"""Reads bytes, with options that JSON can hold. May raise `EngineError` and `BotError` that `reports` knows."""
