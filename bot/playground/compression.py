"""The two kinds of compression for gateway connections."""

from __future__ import annotations

import zlib
from typing import Protocol


class Packer(Protocol):
    """Turns the messages of one connection into the frames its client expects."""

    def pack(self, message: bytes) -> bytes:
        """The frame for the next message."""


class Zlib:
    """``zlib-stream``: one zlib context, flushed after every message so that each ends in 00 00 FF FF."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    def pack(self, message: bytes) -> bytes:
        """The frame for the next message."""
        return self._context.compress(message) + self._context.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    """``zstd-stream``: one endless Zstandard frame of uncompressed blocks.

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
    """The packer that a client requested with ``compress=name``; None for plain text."""
    if name == "zlib-stream":
        return Zlib()
    if name == "zstd-stream":
        return Zstd()
    return None
