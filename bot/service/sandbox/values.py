"""The input and output of the reading process: plain data, never objects."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
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
"""Reads bytes, with options that JSON can hold. May raise `EngineError` and `ServiceError` that `reports` knows."""


LENGTHS = struct.Struct(">II")
MOST_FACTS = 512 * 1024
"""The most bytes of a message's JSON object."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    facts: Mapping[str, Any]
    data: bytes = b""


class FactsTooLong(ValueError):
    """The JSON object of a message is too long."""


def pack(frame: Frame) -> bytes:
    """The bytes of a message. Raises `FactsTooLong`, and `ValueError` or `TypeError` for what JSON cannot hold."""
    facts = json.dumps(frame.facts, separators=(",", ":"), allow_nan=False).encode()
    if len(facts) > MOST_FACTS:
        raise FactsTooLong
    return LENGTHS.pack(len(facts), len(frame.data)) + facts + frame.data


def unpack(facts: bytes, data: bytes) -> Frame:
    """The message in some bytes. Raises `ValueError`."""
    try:
        read = json.loads(facts)
    except RecursionError as error:
        raise ValueError("the facts are nested too deeply") from error
    if not isinstance(read, dict):
        raise ValueError("the facts are no object")
    return Frame(read, data)


def receive(stream: IO[bytes]) -> Frame | None:
    """The next message from a pipe; None at its end."""
    head = stream.read(LENGTHS.size)
    if len(head) < LENGTHS.size:
        return None
    facts, data = LENGTHS.unpack(head)
    return unpack(stream.read(facts), stream.read(data))
