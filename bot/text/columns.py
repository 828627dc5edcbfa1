"""Plain tables for code blocks, aligned by the width of characters in a fixed-width font."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

_NO_WIDTH = ("Mn", "Me", "Cf")


def width_of(text: str) -> int:
    """The columns that a text takes up: 2 for wide characters, 0 for combining ones (Unicode Standard Annex 11)."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in _NO_WIDTH for c in text)


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """The rows with aligned columns; those in `right` are right-aligned. Empty columns are left out."""
    flush = set(right)
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths, flush) for row in rows)


def _row(row: Sequence[str], widths: Sequence[int], flush: set[int]) -> str:
    cells: list[str] = []
    for number, (text, width) in enumerate(zip(row, widths, strict=True)):
        room = " " * (width - width_of(text))
        if width:
            cells.append(room + text if number in flush else text + room)
    return "  ".join(cells).rstrip()
