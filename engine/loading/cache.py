"""The cache of word graphs and vocabularies in the user's cache folder, and those prepared for any machine.

Each file holds one of them: a header of 128 bytes, whose checksum covers the rest, and arrays in native byte order.
Files are written under a unique name and renamed, so a reader never sees half a file and several processes may write
the same one. A file that cannot be read, written or trusted counts as not cached.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np
import platformdirs
from numpy.typing import NDArray

from engine import jit
from engine.computer.vocabulary import Vocabulary
from engine.words.graph import WordGraph

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
    """Caches a graph under a name; False if the folder is not writable."""
    return _keep(f"{name}.graph", _GRAPH, _File(len(graph.nodes), graph.size, graph.nodes.view(np.uint8)))


def read_vocabulary(name: str) -> Vocabulary | None:
    """The vocabulary cached under a name, mapped into memory, or None."""
    found = _first(f"{name}.vocabulary", _VOCABULARY, lambda words, width: (4 + width) * words)
    if found is None:
        return None
    ranks, words = np.split(found.data, [4 * found.first])
    return Vocabulary(words.view(f"S{found.second}"), ranks.view(np.int32))


def write_vocabulary(name: str, vocabulary: Vocabulary) -> bool:
    """Caches a vocabulary under a name; False if the folder is not writable."""
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
    """Stores a short text under a name if the folder is writable."""
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
