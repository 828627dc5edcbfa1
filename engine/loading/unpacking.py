"""Reads and unpacks files piece by piece, enforcing limits on the way."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BadData, Size, TooLarge
from engine.limits import COMMAND_LINE, UNPACKING_MEMORY
from engine.reading import check
from engine.sentences import Sentence

_XZ, _GZIP, _ZIP = b"\xfd7zXZ\0", b"\x1f\x8b", b"PK\3\4"
_IS_GZIP = 16 + zlib.MAX_WBITS
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
    """The bytes of a file in pieces, unpacked if packed by xz or gzip, or alone in a ZIP file.

    Raises `TooLarge` as soon as there are more than `most`, and `BadData` if the file is damaged.
    """
    total = 0
    for piece in _any(data, where):
        total += len(piece)
        check(where, Size.BYTES, total, most)
        yield piece


def unpack(data: bytes, where: str, most: int) -> bytes:
    """All bytes that `unpacked` yields."""
    return b"".join(unpacked(data, where, most))


def _any(data: bytes, where: str) -> Iterator[bytes]:
    if data.startswith(_XZ):
        return _from_xz(data, where)
    if data.startswith(_GZIP):
        return _from_gzip(data, where)
    return _from_zip(data, where) if data.startswith(_ZIP) else _pieces(data)


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[start : start + _PIECE] for start in range(0, len(data), _PIECE))


def _from_xz(data: bytes, where: str) -> Iterator[bytes]:
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


def _from_gzip(data: bytes, where: str) -> Iterator[bytes]:
    while data:
        decompressor = zlib.decompressobj(_IS_GZIP)
        try:
            while not decompressor.eof:
                piece = decompressor.decompress(data, _PIECE)
                data = decompressor.unconsumed_tail
                if not piece and not data and not decompressor.eof:
                    raise BadData(where, Sentence("is damaged: its end is missing"))
                yield piece
        except zlib.error as error:
            raise BadData(where, Sentence("is damaged")) from error
        data = decompressor.unused_data.lstrip(b"\0")


def _from_zip(data: bytes, where: str) -> Iterator[bytes]:
    """The only file in a ZIP file, besides what a Macintosh adds."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            files = [one for one in packed.infolist() if not (one.is_dir() or one.filename.startswith("__MACOSX/"))]
            if len(files) != 1:
                raise BadData(where, Sentence("holds {count} files, not one", count=len(files)))
            with packed.open(files[0]) as file:
                while piece := file.read(_PIECE):
                    yield piece
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        OSError,
    ) as error:
        raise BadData(where, Sentence("is damaged, or packed in a way that cannot be read")) from error
