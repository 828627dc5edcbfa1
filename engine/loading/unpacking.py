"""Reads and unpacks files piece by piece, enforcing limits on the way."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadData, Sentence, Size, TooLarge
from engine.limits import COMMAND_LINE, UNPACKING_MEMORY
from engine.reading import check

_XZ = b"\xfd7zXZ\0"
_PIECE = 1 << 18


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file. Raises `TooLarge` for more than `most` bytes, and `OSError`."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    check(path.name, Size.BYTES, len(data), most)
    return data


def read_packed(path: Path) -> bytes:
    """The unpacked bytes of a file that computer players need. Raises `BadData` if it is damaged."""
    most = COMMAND_LINE.graph_bytes
    return unpack(read_file(path, most), path.name, most)


def unpacked(data: bytes, where: str, most: int) -> Iterator[bytes]:
    """The bytes of a file in pieces, unpacked if packed by xz.

    Raises `TooLarge` as soon as there are more than `most`, and `BadData` if the file is damaged.
    """
    pieces = _unpacked(data, where) if data.startswith(_XZ) else _pieces(data)
    total = 0
    for piece in pieces:
        total += len(piece)
        check(where, Size.BYTES, total, most)
        yield piece


def unpack(data: bytes, where: str, most: int) -> bytes:
    """All bytes that `unpacked` yields."""
    return b"".join(unpacked(data, where, most))


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))


def _unpacked(data: bytes, where: str) -> Iterator[bytes]:
    decompressor = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=UNPACKING_MEMORY)
    rest = data
    while not decompressor.eof:
        if rest == b"" and decompressor.needs_input:
            raise BadData(where, Sentence("is damaged: its end is missing"))
        try:
            piece = decompressor.decompress(rest, _PIECE)
        except lzma.LZMAError as error:
            if "emory usage limit" in str(error):
                raise TooLarge.beyond(where, Size.MEMORY, UNPACKING_MEMORY) from error
            raise BadData(where, Sentence("is damaged")) from error
        rest = b""
        yield piece
    if decompressor.unused_data.strip(b"\0"):
        raise BadData(where, Sentence("is damaged: there is data after its end"))
