"""The messages between the bot and the processes beside it: facts that JSON can hold, and bytes."""

from __future__ import annotations

import json
import struct
from asyncio import StreamReader
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

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


class FrameTooLarge(Exception):
    """A process says that it sends more than it may."""


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


async def receive_from(stream: StreamReader, most: int) -> Frame:
    """The next message of a process, with at most so many bytes.

    Raises `FrameTooLarge`, `ValueError`, and at the end `IncompleteReadError` or `ConnectionError`.
    """
    facts, data = LENGTHS.unpack(await stream.readexactly(LENGTHS.size))
    if facts > MOST_FACTS or data > most:
        raise FrameTooLarge
    return unpack(await stream.readexactly(facts), await stream.readexactly(data))
