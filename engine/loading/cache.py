"""The cache of word graphs in the user's cache folder, and those that were prepared for any machine.

Each file holds one graph: a header of 128 bytes, whose checksum covers the nodes, and the nodes in native byte order.
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
from pathlib import Path
from typing import IO

import numpy as np
import platformdirs

from engine import jit
from engine.words.graph import WordGraph

VERSION = 1
"""Increase this when the same words produce different bytes, so that older files are ignored."""

KEPT = 24
"""Most graphs kept; the least recently used are deleted first."""

_MAGIC = f"TWGRAPH{VERSION}".encode()
_HEADER = struct.Struct("=8sII6s16s90x")


def cache_folder() -> Path:
    """The folder of the word graphs, which may not exist yet."""
    prepared = jit.prepared_folder() if jit.is_portable() else None
    return (prepared or platformdirs.user_cache_path("tilewright")) / "graphs"


def _places(name: str) -> tuple[Path, ...]:
    """Where a file may be: in the cache, or prepared."""
    prepared = jit.prepared_folder()
    return (cache_folder() / name, *([prepared / "graphs" / name] if prepared else []))


def read_graph(name: str) -> WordGraph | None:
    """The graph cached under a name, mapped into memory so that processes share it, or None."""
    found = (_read_graph(path) for path in _places(f"{name}.graph"))
    return next((graph for graph in found if graph), None)


def _read_graph(path: Path) -> WordGraph | None:
    try:
        with path.open("rb") as file:
            magic, nodes, words, order, checksum = _HEADER.unpack(file.read(_HEADER.size))
            if magic != _MAGIC or order.rstrip(b"\0").decode() != sys.byteorder:
                return None
            if path.stat().st_size != _HEADER.size + 4 * nodes or nodes < 2:
                return None
            # copy-on-write would unshare modified pages, but nobody writes
            array = np.memmap(file, np.int32, "c", offset=_HEADER.size, shape=(nodes,))
    except (OSError, ValueError, struct.error):
        return None
    if _checksum(array.data, words) != checksum:
        return None
    with suppress(OSError):
        os.utime(path)
    return WordGraph(np.asarray(array), words)


def write_graph(name: str, graph: WordGraph) -> bool:
    """Caches a graph under a name; False if the folder is not writable."""
    checksum = _checksum(graph.nodes.data, graph.size)
    header = _HEADER.pack(_MAGIC, len(graph.nodes), graph.size, sys.byteorder.encode(), checksum)

    def fill(file: IO[bytes]) -> None:
        file.write(header)
        file.write(graph.nodes.data)

    written = _write(cache_folder() / f"{name}.graph", fill)
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


def _checksum(nodes: memoryview, words: int) -> bytes:
    return hashlib.blake2b(nodes, digest_size=16, salt=words.to_bytes(16, "little")).digest()


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
        ages = sorted((path.stat().st_mtime, path) for path in folder.glob("*.graph"))
        for _, path in ages[:-KEPT]:
            path.unlink(missing_ok=True)
