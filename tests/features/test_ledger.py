"""The feature ledger beside these tests explains every code in a test name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
FAMILIES = {"N": 26, "D": 8, "C": 20, "K": 24, "M": 12, "X": 23}
CODE = re.compile(r"(?<![A-Za-z0-9])([NDCKMX][0-9]{1,2})(?![A-Za-z0-9])")


def listed() -> list[str]:
    """The codes in the ledger, in order."""
    rows = (TESTS / "features" / "README.md").read_text(encoding="utf-8").splitlines()
    return [match[1] for row in rows if (match := re.match(r"\| ([A-Z][0-9]+) \| \S", row))]


def carried() -> Iterator[tuple[str, str]]:
    """Each code in a test name, with the test."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for code in CODE.findall(node.name.replace("_", " ")):
                    yield code, f"{path.relative_to(TESTS)}::{node.name}"


def test_the_ledger_lists_every_code_once() -> None:
    """Each family counts from 1 without a gap, and no code is listed twice."""
    codes = listed()
    assert sorted(codes) == sorted(f"{family}{n}" for family, last in FAMILIES.items() for n in range(1, last + 1))


def test_every_code_in_a_test_name_is_listed() -> None:
    """A reader who sees a code in a test name can find its meaning."""
    known = set(listed())
    found = dict(carried())
    assert len(found) > 50
    assert {code: test for code, test in found.items() if code not in known} == {}
