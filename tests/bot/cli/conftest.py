"""The command line as tests call it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import CommandLine
from tests.support.pseudo import made_up, made_up_languages

__all__ = ["made_up", "made_up_languages"]

WORDS = ("AB", "BA", "CAB", "HE", "HELLO", "HELLOS", "LO", "OS", "SO")


class Cli(CommandLine):
    """Calls the command inside this process."""

    def data(self, *arguments: str | Path, stdin: str = "") -> Any:
        """The single line of JSON that a successful call prints."""
        result = self(*arguments, stdin=stdin)
        assert result.exit_code == 0, result.stderr
        (line,) = result.stdout.splitlines()
        return json.loads(line)

    def refusal(self, *arguments: str | Path, stdin: str | bytes = "") -> str:
        """The single line on standard error that refuses a bad call."""
        result = self(*arguments, stdin=stdin)
        assert result.exit_code == 2
        (line,) = result.stderr.splitlines()
        assert line.startswith("tilewright: ")
        return line


@pytest.fixture(scope="session")
def cli() -> Cli:
    return Cli()


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A small lexicon in a file."""
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS) + "\n")
    return path


Put = Callable[[str, str | bytes], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
