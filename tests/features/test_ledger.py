"""The feature ledger beside these tests explains every code in a test name."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

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
