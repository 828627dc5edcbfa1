"""Messages between the bot and its reading process: two lengths, a JSON object, and bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

LENGTHS = struct.Struct(">II")
MOST_FACTS = 512 * 1024
"""Bytes of the JSON object."""


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
