"""The page "From Python" in engine/README.md: each program in it runs as it is written, and prints what it says."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import engine
from tests.support.malformed import HEAD

HOME = Path(engine.__file__).parent
PAGE = (HOME / "README.md").read_text(encoding="utf-8")
SLOW = {"A thousand games between levels"}

GAME = f"{HEAD}>a: AEINRST 8D STAINER +66 66\n>b: BDEEGQU -GQU +0 0\n>a: AABCDEK 9C BACK +33 99\n"


@dataclass(frozen=True)
class Recipe:
    """A program of the page with the heading above it and the last lines that it prints, as far as the page says."""

    heading: str
    code: str
    prints: str


def recipes() -> list[Recipe]:
    """All programs of the page."""
    text = PAGE.partition("## From Python\n")[2].partition("\n## ")[0]
    found: list[Recipe] = []
    for part in re.split(r"^### ", f"First lines\n{text}", flags=re.MULTILINE):
        heading = part.partition("\n")[0]
        blocks = re.finditer(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", part, re.DOTALL)
        found += [Recipe(heading, block[1], block[2] or "") for block in blocks]
    return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the programs read, in which they run."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "short.gcg").write_text(GAME)
    (tmp_path / "mine.txt").write_text("HELLO\nTILEWRIGHTY\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(recipe: Recipe) -> str:
    """What a program prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(recipe.code, recipe.heading, "exec"), {})
    return out.getvalue()


def plain(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize(
    "recipe",
    [pytest.param(one, id=one.heading, marks=[pytest.mark.soak] * (one.heading in SLOW)) for one in recipes()],
)
def test_X31_a_program_of_the_page_runs_as_it_is_written(recipe: Recipe, desk: Path) -> None:
    printed, told = plain(run(recipe)), plain(recipe.prints)
    assert printed[len(printed) - len(told) :] == told
    if recipe.heading == "Annotate a folder of games":
        assert "STAINER" in (desk / "noted" / "short.gcg").read_text()


def test_the_page_has_its_first_lines_and_eleven_recipes() -> None:
    found = recipes()
    assert len(found) == 12
    assert len([line for line in found[0].code.splitlines() if line]) <= 5
    assert {one.heading for one in found} >= SLOW


@pytest.mark.soak
def test_a_strict_type_checker_passes_the_programs(tmp_path: Path) -> None:
    """As for somebody who has the package and none of its settings."""
    for number, recipe in enumerate(recipes()):
        (tmp_path / f"recipe{number}.py").write_text(recipe.code)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--follow-imports", "silent"]
    done = subprocess.run(
        [*command, *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=tmp_path,
        env={"MYPYPATH": str(HOME.parent), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
