"""What comes over the wire: JSON read with limits, and compression for gateway connections."""

from __future__ import annotations

import json
import math
import traceback
import zlib
from pathlib import Path
from typing import Any, Protocol

DEEPEST_JSON = 64
"""Deepest nesting of objects and lists; a message with all kinds of components needs about ten levels."""
LARGEST_NUMBER = 1 << 64

CONFUSED = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError, RecursionError)
"""Exceptions that code raises on data of an unexpected shape."""


def read_json(data: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError for invalid JSON and for unreasonable nesting or numbers."""
    try:
        value = json.loads(data, parse_int=_whole, parse_float=_real, parse_constant=_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    _check(value)
    return value


def _whole(digits: str) -> int:
    if len(digits) > 24 or abs(number := int(digits)) >= LARGEST_NUMBER:
        raise ValueError("a number is too large")
    return number


def _real(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _check(value: Any) -> None:
    """Raise ValueError for nesting beyond `DEEPEST_JSON` and for invalid text, such as half a surrogate pair."""
    level = [value]
    for _ in range(DEEPEST_JSON):
        if not level:
            return
        below: list[Any] = []
        for one in level:
            kind = type(one)  # JSON has no values of derived classes, and a thousand commands are checked at each start
            if kind is str:
                one.encode()
            elif kind is list:
                below += one
            elif kind is dict:
                below += one
                below += one.values()
        level = below
    raise ValueError("nested too deeply")


def place(error: BaseException) -> str:
    """The type of an error and where it happened, in one line."""
    frames = traceback.extract_tb(error.__traceback__)[-2:]
    return " < ".join([type(error).__name__, *(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames))])


class Packer(Protocol):
    """Turns the messages of one connection into the frames its client expects."""

    def pack(self, message: bytes) -> bytes:
        """The frame for the next message."""


class Zlib:
    """`zlib-stream`: one zlib context, flushed after every message so that each ends in 00 00 FF FF."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def pack(self, message: bytes) -> bytes:
        """The frame for the next message."""
        return self._context.compress(message) + self._context.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    """`zstd-stream`: one endless Zstandard frame of uncompressed blocks.

    Uncompressed blocks need no library and every decoder must read them (RFC 8878, 3.1.1.2.2).
    """

    _MAGIC = b"\x28\xb5\x2f\xfd"
    _NO_SIZE_NO_CHECKSUM = b"\x00"
    _WINDOW_OF_128_KIB = b"\x38"
    _BLOCK_LIMIT = 128 * 1024

    def __init__(self) -> None:
        self._header = self._MAGIC + self._NO_SIZE_NO_CHECKSUM + self._WINDOW_OF_128_KIB

    def pack(self, message: bytes) -> bytes:
        """The frame for the next message."""
        frame, self._header = self._header, b""
        for start in range(0, len(message), self._BLOCK_LIMIT):
            block = message[start : start + self._BLOCK_LIMIT]
            # three bytes: the size above bit 3, type 0 (raw) in bits 1-2, "last block" in bit 0
            frame += (len(block) << 3).to_bytes(3, "little") + block
        return frame


def packer(name: str | None) -> Packer | None:
    """The packer that a client requested with `compress=name`; None for plain text."""
    if name == "zlib-stream":
        return Zlib()
    if name == "zstd-stream":
        return Zstd()
    return None
