"""No modules import each other in a circle, so that each can be imported first."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BELOW = re.compile(r"^(?:@|def |async def |class )", re.MULTILINE)
"""Where the imports of a module end: the linter keeps them above all functions and classes."""


def modules() -> Mapping[str, Path]:
    """The program's modules by name; a package is listed under its own name."""
    found = [*ROOT.glob("engine/**/*.py"), *ROOT.glob("bot/**/*.py")]
    names = (path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in found)
    return {name.removesuffix(".__init__"): path for name, path in zip(names, found, strict=True)}


def imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that a module imports when it is itself imported."""
    for node in ast.parse(BELOW.split(path.read_text(encoding="utf-8"), maxsplit=1)[0]).body:
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            inner = {f"{node.module}.{one.name}" for one in node.names}
            yield from inner & set(known) or {node.module}


def check(known: Mapping[str, Path]) -> None:
    """Raise `CycleError` with the modules of a circle."""
    TopologicalSorter({name: set(imported(path, known)) - {name} for name, path in known.items()}).prepare()


def test_no_modules_import_each_other() -> None:
    """All modules, not only those that happen to be imported in the wrong order."""
    known = modules()
    assert len(known) > 300
    check(known)


def test_a_circle_is_found(tmp_path: Path) -> None:
    """This includes a circle through a third module."""
    circle = {"a": "from b import x", "b": "import c", "c": "from a import y"}
    for name, text in circle.items():
        (tmp_path / f"{name}.py").write_text(text)
    with pytest.raises(CycleError):
        check({name: tmp_path / f"{name}.py" for name in circle})
