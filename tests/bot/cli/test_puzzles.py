"""`tilewright puzzles make`: what was found is kept, whatever ends the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import puzzles
from engine.loading import load_variant
from engine.loading.puzzles import load_puzzle_lines
from engine.puzzles import text
from engine.puzzles.values import Puzzle
from tests.bot.cli.conftest import Cli

LINES = load_puzzle_lines("en")[:5]


def stops_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game have one puzzle, and an interrupt come during the game after so many."""

    def made(*_: object) -> Iterator[tuple[int, list[Puzzle]]]:
        for number, line in enumerate(LINES, 1):
            if number > games:
                raise KeyboardInterrupt
            yield number, [text.read(line, load_variant)]

    monkeypatch.setattr(puzzles, "_tools", lambda *_: None)
    monkeypatch.setattr(puzzles, "_made", made)


def test_X8_an_interrupt_keeps_what_was_found(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code tells; without a puzzle, an existing file stays as it was."""
    path = tmp_path / "puzzles.jsonl"
    stops_after(3, monkeypatch)
    told = cli("puzzles", "make", path, "--games", "5", "--json")
    assert (told.exit_code, json.loads(told.stdout)["puzzles"]) == (puzzles.INTERRUPTED, 3)
    assert tuple(path.read_text().splitlines()) == LINES[:3]
    stops_after(0, monkeypatch)
    assert cli("puzzles", "make", path, "--yes").exit_code == puzzles.INTERRUPTED
    assert tuple(path.read_text().splitlines()) == LINES[:3]
    stops_after(9, monkeypatch)
    assert cli("puzzles", "make", path, "--yes").exit_code == 0
    assert tuple(path.read_text().splitlines()) == LINES
