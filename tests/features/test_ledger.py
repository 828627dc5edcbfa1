"""The feature ledger beside these tests explains every code in a test name."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from tests.conftest import pytest_collection_modifyitems, pytest_ignore_collect
from tests.support.later import at_gate, later

TESTS = Path(__file__).parents[1]
FAMILIES = {"N": 26, "D": 8, "C": 20, "K": 24, "M": 12, "X": 31}
CODE = re.compile(r"(?<![A-Za-z0-9])([NDCKMX][0-9]{1,2})(?![A-Za-z0-9])")
TEST = re.compile(r"((?:^@.*\n(?:[ )\]].*\n)*)*)^(?:async )?def (test_\w+)", re.MULTILINE)
"""A test's decorators and name."""
NOT_DEFAULT = re.compile(r"^(?:@|pytestmark = \[?)pytest\.mark\.(gate|soak|page|benchmark)\b(?!\()", re.MULTILINE)


class Carried(NamedTuple):
    """A code in a test name; `mark` is that which leaves the whole test out by default, or empty."""

    code: str
    test: str
    mark: str


def listed() -> list[str]:
    """The codes in the ledger, in order."""
    rows = (TESTS / "features" / "README.md").read_text(encoding="utf-8").splitlines()
    return [match[1] for row in rows if (match := re.match(r"\| ([A-Z][0-9]+) \| \S", row))]


@cache
def carried() -> tuple[Carried, ...]:
    """Each code in a test name."""
    return tuple(_carried())


def _carried() -> Iterator[Carried]:
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        whole = re.search(r"^pytestmark = .*", text, re.MULTILINE)
        for decorators, name in TEST.findall(text):
            mark = NOT_DEFAULT.search(decorators) or (whole and NOT_DEFAULT.search(whole[0]))
            for code in CODE.findall(name.replace("_", " ")):
                yield Carried(code, f"{path.relative_to(TESTS)}::{name}", mark[1] if mark else "")


def test_the_ledger_lists_every_code_once() -> None:
    """Each family counts from 1 without a gap, and no code is listed twice."""
    codes = listed()
    assert sorted(codes) == sorted(f"{family}{n}" for family, last in FAMILIES.items() for n in range(1, last + 1))


def test_every_code_in_a_test_name_is_listed() -> None:
    """A reader who sees a code in a test name can find its meaning."""
    known = set(listed())
    assert len({one.code for one in carried()}) > 50
    assert {one.test: one.code for one in carried() if one.code not in known} == {}


def test_what_the_gate_repeats_is_shown_by_default() -> None:
    """A feature of which only the gate had tests could be broken by a change that passes the default ones."""
    repeated = {one.code: one.test for one in carried() if one.mark == "gate"}
    shown = {one.code for one in carried() if not one.mark}
    assert len(repeated) > 20
    assert {code: test for code, test in repeated.items() if code not in shown} == {}


def test_what_one_parameter_makes_long_is_not_at_the_gate() -> None:
    """A case for the gate, asked of PostgreSQL too or with further seeds, would fill it with long tests."""
    left_out = (*later(["postgresql"]), *at_gate(["kill"]))
    for chosen, kept in ((left_out, {"soak"}), (left_out[:1], {"soak"}), (left_out[1:], {"gate"})):
        marks = [mark for one in chosen for mark in one.marks]
        item = marked(Path(__file__), marks, callspec=SimpleNamespace(marks=marks))
        pytest_collection_modifyitems([item])
        assert {mark.name for mark in item.own_markers} == kept


def test_no_test_is_at_the_gate_whose_file_is_not_read_there(tmp_path: Path) -> None:
    """A file that does not name the mark, which its tests have from elsewhere, is refused in every run."""
    marks = [mark for one in at_gate(["kill"]) for mark in one.marks]
    path = tmp_path / "test_borrowed.py"
    for text, left_out in (("from elsewhere import MARKED", True), ("@pytest.mark.gate", False), ("at_gate(", False)):
        path.write_text(text, encoding="utf-8")
        chosen = cast("pytest.Config", SimpleNamespace(option=SimpleNamespace(markexpr="gate")))
        assert (pytest_ignore_collect(path, chosen) or False) == left_out
        with pytest.raises(pytest.UsageError, match="test_borrowed") if left_out else nullcontext():
            pytest_collection_modifyitems([marked(path, marks)])


def marked(path: Path, marks: list[pytest.Mark], **more: Any) -> pytest.Item:
    """A test with marks, as pytest has collected it."""
    find = {mark.name: mark for mark in marks}.get
    return cast("pytest.Item", SimpleNamespace(path=path, own_markers=list(marks), get_closest_marker=find, **more))
