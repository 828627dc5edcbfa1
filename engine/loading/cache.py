"""The cache of word graphs and vocabularies, and packed files, read piece by piece within limits."""

from __future__ import annotations

import hashlib
import io
import lzma
import os
import struct
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
import platformdirs
from numpy.typing import NDArray

from engine import jit
from engine.computer.tools import Vocabulary
from engine.errors import BadData, Size, TooLarge
from engine.limits import COMMAND_LINE, UNPACKING_MEMORY
from engine.reading import check
from engine.sentences import Sentence
from engine.words.graph import WordGraph
from engine.words.textlist import HUNSPELL

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
            if any(one.filename.lower().endswith(".aff") for one in files):
                raise BadData(where, HUNSPELL)
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


VERSION = 1
"""Increase this when the same words produce different bytes, so that older files are ignored."""

FILES_KEPT = 200
"""Most files kept; the least recently used are deleted first. Each lexicon that comes along has six."""

MOST_BYTES = 600_000_000
"""Most bytes kept, deleted in the same order. Ten languages have a fifth of this."""

_GRAPH, _VOCABULARY = f"TWGRAPH{VERSION}".encode(), f"TWVOCAB{VERSION}".encode()
_SUFFIXES = (".graph", ".vocabulary")
_HEADER = struct.Struct("=8sII6s16s90x")
"""What the file holds, two numbers that say how long it is, the byte order and the checksum."""


def cache_folder() -> Path:
    """The folder of the cached files, which may not exist yet."""
    return platformdirs.user_cache_path("tilewright") / "graphs"


def _places(name: str) -> tuple[Path, ...]:
    """Where a file may be: in the cache, or prepared."""
    prepared = jit.prepared_folder()
    return (cache_folder() / name, *([prepared / "graphs" / name] if prepared else []))


def kept_graph(name: str, make: Callable[[], WordGraph]) -> WordGraph:
    """The graph cached under a name, or else a new one, then cached: a mapped file takes no private memory."""
    cached = read_graph(name)
    if cached is not None:
        return cached
    graph = make()
    return (read_graph(name) if write_graph(name, graph) else None) or graph


def read_graph(name: str) -> WordGraph | None:
    """The graph cached under a name, mapped into memory so that processes share it, or None."""
    found = _first(f"{name}.graph", _GRAPH, lambda nodes, _: 4 * nodes if nodes >= 2 else 0)
    return WordGraph(found.data.view(np.int32), found.second) if found else None


def write_graph(name: str, graph: WordGraph) -> bool:
    """Cache a graph under a name; False if the folder is not writable."""
    return _keep(f"{name}.graph", _GRAPH, _File(len(graph.nodes), graph.size, graph.nodes.view(np.uint8)))


def read_vocabulary(name: str) -> Vocabulary | None:
    """The vocabulary cached under a name, mapped into memory, or None."""
    found = _first(f"{name}.vocabulary", _VOCABULARY, lambda words, width: (4 + width) * words)
    if found is None:
        return None
    ranks, words = np.split(found.data, [4 * found.first])
    return Vocabulary(words.view(f"S{found.second}"), ranks.view(np.int32))


def write_vocabulary(name: str, vocabulary: Vocabulary) -> bool:
    """Cache a vocabulary under a name; False if the folder is not writable."""
    data = np.concatenate([vocabulary.ranks.view(np.uint8), vocabulary.words.view(np.uint8)])
    file = _File(len(vocabulary), vocabulary.words.dtype.itemsize, data)
    return _keep(f"{name}.vocabulary", _VOCABULARY, file)


@dataclass(frozen=True, slots=True)
class _File:
    """What a file holds: the numbers of its header, and its bytes after that."""

    first: int
    second: int
    data: NDArray[np.uint8]

    @property
    def checksum(self) -> bytes:
        return hashlib.blake2b(self.data.data, digest_size=16, salt=self.second.to_bytes(16, "little")).digest()


def _first(name: str, magic: bytes, size: Callable[[int, int], int]) -> _File | None:
    """The first file of a name that can be trusted. Its two numbers must give its length, which is above 0."""
    found = (_read(path, magic, size) for path in _places(name))
    return next((file for file in found if file), None)


def _read(path: Path, magic: bytes, size: Callable[[int, int], int]) -> _File | None:
    try:
        with path.open("rb") as file:
            kind, first, second, order, checksum = _HEADER.unpack(file.read(_HEADER.size))
            if kind != magic or order.rstrip(b"\0").decode() != sys.byteorder:
                return None
            length = size(first, second)
            if path.stat().st_size != _HEADER.size + length:
                return None
            # copy-on-write would unshare modified pages, but nobody writes
            array = np.memmap(file, np.uint8, "c", offset=_HEADER.size, shape=(length,))
    except (OSError, ValueError, struct.error):
        return None
    found = _File(first, second, np.asarray(array))
    if found.checksum != checksum:
        return None
    with suppress(OSError):
        os.utime(path)
    return found


def _keep(name: str, magic: bytes, content: _File) -> bool:
    header = _HEADER.pack(magic, content.first, content.second, sys.byteorder.encode(), content.checksum)

    def fill(file: IO[bytes]) -> None:
        file.write(header)
        file.write(content.data.data)

    written = _write(cache_folder() / name, fill)
    if written:
        _prune(cache_folder())
    return written


def read_note(name: str) -> str | None:
    """The short text stored under a name, or None."""
    for path in _places(f"{name}.note"):
        with suppress(OSError, ValueError):
            return path.read_text(encoding="ascii")
    return None


def write_note(name: str, text: str) -> None:
    """Store a short text under a name if the folder is writable."""
    _write(cache_folder() / f"{name}.note", lambda file: file.write(text.encode("ascii")))


def _write(path: Path, fill: Callable[[IO[bytes]], object]) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            try:
                fill(file.file)
                file.close()
                Path(file.name).replace(path)
            except BaseException:
                file.close()
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError:
        return False
    return True


def _prune(folder: Path) -> None:
    with suppress(OSError):
        files = [(path.stat(), path) for path in folder.iterdir() if path.suffix in _SUFFIXES]
        total = 0
        for number, (about, path) in enumerate(sorted(files, key=lambda file: file[0].st_mtime, reverse=True), 1):
            total += about.st_size
            if number > FILES_KEPT or total > MOST_BYTES:
                path.unlink(missing_ok=True)
