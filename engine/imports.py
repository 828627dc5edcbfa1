"""What the files of the engine import, remembered from process to process: parsing them takes a quarter of a second.

What a file imports depends on its bytes alone, and by these it is remembered: an edited file is parsed again, whatever
its time says. The memory is one file, which counts as empty if it cannot be read or is damaged.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

MOST = 1_000
"""Most files remembered, which is some thirty versions of the engine; the oldest are forgotten first."""


class Imports:
    """The imports of a package's modules, by the files' bytes; `keep` writes down what was new."""

    def __init__(self, package: str, memory: Path) -> None:
        self._package, self._memory = package, memory
        # another version of this file, or of the parser, may find other imports
        self._salt = f"{package} {sys.version} {Path(__file__).read_text(encoding='utf-8')}".encode()
        self._known = _read(memory)
        self._is_new = False

    def of(self, path: Path) -> tuple[str, ...]:
        """The dotted names that a file may import from the package: modules, and what is imported from them."""
        data = path.read_bytes()
        key = hashlib.sha256(self._salt + b"\0" + data).hexdigest()
        if key not in self._known:
            self._known[key] = list(dict.fromkeys(_imports(data, self._package)))
            self._is_new = True
        return tuple(self._known[key])

    def keep(self) -> None:
        """Writes the memory if anything is new and the folder is writable."""
        if self._is_new:
            with suppress(OSError):
                _write(self._memory, dict(list(self._known.items())[-MOST:]))
            self._is_new = False


def _imports(source: bytes, package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module:
            # an imported name may itself be a module
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name for name in names if name.split(".")[0] == package)


def _read(memory: Path) -> dict[str, list[str]]:
    try:
        checksum, _, text = memory.read_bytes().partition(b"\n")
    except OSError:
        return {}
    if checksum != _checksum(text):
        return {}
    known: dict[str, list[str]] = json.loads(text)
    return known


def _write(memory: Path, known: dict[str, list[str]]) -> None:
    text = json.dumps(known).encode()
    memory.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f"{memory.name}.", dir=memory.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(text) + b"\n" + text)
        Path(name).replace(memory)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
