"""The puzzles that come with the program: one packed file for each board and language."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadData
from engine.limits import MOST_PUZZLES
from engine.loading.folders import resource_folder
from engine.loading.unpacking import read_file, unpack
from engine.sentences import Internal


def puzzle_languages() -> tuple[str, ...]:
    """The languages that have puzzles on the standard board, sorted."""
    return tuple(sorted(path.name.split("-", 1)[1].split(".")[0] for path in _folder().glob("standard-*.jsonl.xz")))


def load_puzzle_lines(language: str) -> tuple[str, ...]:
    """The lines of a language's puzzles, which `engine.puzzles.text` reads; none if it has none.

    Raises `BadData` for a damaged file, and `TooLarge`.
    """
    path = _folder() / f"standard-{language}.jsonl.xz"
    if language not in puzzle_languages():
        return ()
    data = unpack(read_file(path, MOST_PUZZLES), path.name, MOST_PUZZLES)
    try:
        return tuple(data.decode("utf-8").splitlines())
    except UnicodeDecodeError:
        raise BadData(path.name, Internal("is not UTF-8")) from None


def _folder() -> Path:
    return resource_folder("data") / "puzzles"
