"""Public names of the front are unambiguous: no two modules share one."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRONT = ROOT / "bot" / "front"
OTHERS = tuple(ROOT / part for part in ("bot/model", "bot/render", "bot/service", "bot/store", "bot/text", "engine"))
SHARED = frozenset({"FRONT", "LOG"})
"""What every room offers has one name, so that one place can collect it, and so has a module's logger."""


def defined(path: Path) -> Iterator[tuple[str, bool]]:
    """The public names that a module defines, and whether each is a function."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found = [(name, True)]
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found = [(name, False)]
            case ast.Assign(targets=targets):
                found = [(one.id, False) for one in targets if isinstance(one, ast.Name)]
            case _:
                found = []
        yield from (one for one in found if len(one[0]) > 1 and not one[0].startswith("_"))


def places(*folders: Path, functions: bool) -> Mapping[str, list[Path]]:
    """The files that define each function, or each class and constant."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in (one for folder in folders for one in folder.rglob("*.py")):
        for name, is_function in defined(path):
            if is_function is functions:
                found[name].append(path.relative_to(ROOT))
    return found


def test_classes_and_constants_of_the_front_have_one_meaning() -> None:
    """No two definitions of the front share a name, and no class shares one with a class in a lower layer."""
    own = places(FRONT, functions=False)
    assert len(own) > 200
    assert {name: where for name, where in own.items() if len(where) > 1 and name not in SHARED} == {}
    below = places(*OTHERS, functions=False)
    assert {name: own[name] + below[name] for name in own.keys() & below.keys() if not name.isupper()} == {}


def test_functions_that_share_a_name_are_called_by_their_module() -> None:
    """`settings.change` is unambiguous; a `change` imported by itself would not be.

    A slash command has the name that people type, and nothing imports it.
    """
    found = places(FRONT, functions=True).items()
    shared = {name for name, where in found if sum(one.name != "commands.py" for one in where) > 1}
    assert "change" in shared
    for path in FRONT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("bot.front"):
                modules = (ROOT / str(node.module).replace(".", "/")).is_dir()
                assert modules or not shared & {one.name for one in node.names}, (path, node.lineno)
