"""What the engine's files import, remembered from process to process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine import imports
from engine.imports import Imports


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "imports"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text("import numpy\nfrom engine.model import tiles, board\nimport engine.jit\n")
    return path


NAMES = ("engine.model", "engine.model.tiles", "engine.model.board", "engine.jit")


def kept(memory: Path, module: Path) -> tuple[str, ...]:
    """What a module imports, as a process finds that begins now."""
    found = Imports("engine", memory)
    names = found.of(module)
    found.keep()
    return names


def test_a_file_is_parsed_once(memory: Path, module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its own package counts, and a name that is imported may be a module."""
    assert kept(memory, module) == NAMES
    monkeypatch.setattr(imports.ast, "parse", lambda source: pytest.fail("parses"))
    assert kept(memory, module) == NAMES


def test_an_edit_counts_whatever_the_times_say(memory: Path, module: Path) -> None:
    """As when the clock was set back; the file is as long as before."""
    kept(memory, module)
    before = module.stat()
    module.write_text(module.read_text().replace("engine.jit", "engine.lot"))
    os.utime(module, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert module.stat().st_size == before.st_size
    assert kept(memory, module) == (*NAMES[:3], "engine.lot")


@pytest.mark.parametrize("damage", ["byte", "short", "empty"])
def test_a_damaged_memory_counts_as_empty(memory: Path, module: Path, damage: str) -> None:
    """And is made again."""
    kept(memory, module)
    good = memory.read_bytes()
    memory.write_bytes({"byte": good.replace(b"jit", b"git"), "short": good[:-1], "empty": b""}[damage])
    assert kept(memory, module) == NAMES
    assert memory.read_bytes() == good
    assert list(memory.parent.iterdir()) == [memory]


def test_without_a_writable_folder_files_are_parsed(tmp_path: Path, module: Path) -> None:
    assert kept(module / "under" / "a" / "file", module) == NAMES


def test_the_memory_does_not_grow_for_ever(memory: Path, module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST", 2)
    sizes = []
    for number in range(10, 15):
        module.write_text(f"import engine.version{number}\n")
        assert kept(memory, module) == (f"engine.version{number}",)
        sizes.append(memory.stat().st_size)
    assert sizes[1:] == [sizes[1]] * 4
