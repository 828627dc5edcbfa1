"""Names are unambiguous: no class shares one with another, no module of the front with another of the front.

And each module says what it is about.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
FRONT = ROOT / "bot" / "front"
OTHERS = tuple(ROOT / part for part in ("bot/model", "bot/render", "bot/service", "bot/store", "bot/text", "engine"))
SHARED = frozenset({"FRONT", "LOG"})
"""What every room offers has one name, so that one place can collect it, and so has a module's logger."""


DEFINED = re.compile(
    r"^(?:(?P<function>(?:async )?def)|class) (?P<named>\w+)|^(?P<value>\w+)(?:: [^=\n]+)? = ", re.MULTILINE
)
LATER = re.compile(r"\b(?:TODO|FIXME)\b")
FIXTURE = re.compile(r"^@pytest\.fixture(?P<options>\([^\n]*\))?\n(?:async )?def (?P<name>\w+)", re.MULTILINE)
IMPORTED = re.compile(r"^ *from (bot\.front[\w.]*) import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def defined(path: Path) -> Iterator[tuple[str, bool]]:
    """The public names that a module defines, and whether each is a function."""
    for one in DEFINED.finditer(path.read_text(encoding="utf-8")):
        name = one["named"] or one["value"]
        if len(name) > 1 and not name.startswith("_"):
            yield name, one["function"] is not None


def places(*folders: Path, functions: bool) -> Mapping[str, list[Path]]:
    """The files that define each function, or each class and constant."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in (one for folder in folders for one in folder.rglob("*.py")):
        for name, is_function in defined(path):
            if is_function is functions:
                found[name].append(path.relative_to(ROOT))
    return found


KERNELS = ROOT / "engine" / "computer" / "kernels"
"""Files of kernels are compiled, kept by what they say, and call their arrays by what these hold."""


def test_every_module_says_what_it_is_about() -> None:
    """In a sentence, where nothing stands that was to be written later."""
    for path in (one for folder in ("bot", "engine") for one in (ROOT / folder).rglob("*.py")):
        if text := path.read_text(encoding="utf-8"):
            told = re.match(r'"""(.+?)"""', text, re.DOTALL)
            assert told and len(told[1].split()) > 1, path
            assert not LATER.search(text), path


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads one in an error or looks for it finds one thing, wherever it is; nor has an alias its name."""
    found: dict[str, list[str]] = defaultdict(list)
    aliases: dict[str, list[str]] = defaultdict(list)
    for path in (one for folder in ("bot", "engine") for one in (ROOT / folder).rglob("*.py")):
        where, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for name in re.findall(r"^class (\w+)", text, re.MULTILINE):
            found[name].append(where)
        for name in re.findall(r"^([A-Z][a-z]\w*)(?:: [^=\n]+)? = ", text, re.MULTILINE):
            if KERNELS not in path.parents:
                aliases[name].append(where)
    assert len(found) > 800
    assert len(aliases) > 100
    assert {name: where for name, where in found.items() if len(where) > 1} == {}
    assert {name: found[name] + aliases[name] for name in found.keys() & aliases.keys()} == {}


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
        for module, *names in IMPORTED.findall(path.read_text(encoding="utf-8")):
            if not (ROOT / module.replace(".", "/")).is_dir():
                assert not shared & set(re.findall(r"\w+", " ".join(names))), path


def test_no_fixture_replaces_one_that_all_tests_have() -> None:
    """A folder's own fixture of that name would be made for each of its tests, and the other one not at all."""
    found: dict[str, list[Path]] = defaultdict(list)
    everywhere: list[tuple[str, Path]] = []
    for path in (ROOT / "tests").rglob("*.py"):
        for one in FIXTURE.finditer(path.read_text(encoding="utf-8")):
            found[one["name"]].append(path)
            if path.name == "conftest.py" and "autouse=True" in (one["options"] or ""):
                everywhere.append((one["name"], path))
    assert everywhere
    for name, path in everywhere:
        assert [one for one in found[name] if one.is_relative_to(path.parent)] == [path], name
