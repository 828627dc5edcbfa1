"""Plain tables: for code blocks, aligned by the width of characters, and as files for spreadsheets."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence

_NO_WIDTH = ("Mn", "Me", "Cf")


def width_of(text: str) -> int:
    """The columns that a text takes up: 2 for wide characters, 0 for combining ones (Unicode Standard Annex 11)."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.category(c) in _NO_WIDTH for c in text)


WIDEST = 39
"""The most characters of a line that a phone shows in a code block without scrolling."""
_LEAST_NAME, _SHORTEST = 8, 6
_GAPS = (2, 1)


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), names: int | None = None) -> str:
    """The rows with aligned columns; those in `right` are right-aligned. Empty columns are left out.

    The column `names` is shortened so that a phone shows whole lines; if that leaves too little of it, the columns
    also move together.
    """
    flush = set(right)
    gap, shown = _fitted(rows, names) if rows and names is not None else (_GAPS[0], rows)
    widths = [max(map(width_of, column)) for column in zip(*shown, strict=True)]
    return "\n".join(_row(row, widths, flush, gap) for row in shown)


def _fitted(rows: Sequence[Sequence[str]], names: int) -> tuple[int, Sequence[Sequence[str]]]:
    """The gap between columns, and the rows with a column shortened as far as it may be."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    others = [width for number, width in enumerate(widths) if number != names and width]
    rooms = [(gap, WIDEST - sum(others) - gap * len(others)) for gap in _GAPS]
    gap, room = next((one for one in rooms if one[1] >= min(_LEAST_NAME, widths[names])), rooms[-1])
    most = max(room, _SHORTEST)
    return gap, [[_cut(text, most) if at == names else text for at, text in enumerate(row)] for row in rows]


def _cut(text: str, most: int) -> str:
    """The text in at most so many columns; one that is cut ends with an ellipsis."""
    if width_of(text) <= most:
        return text
    while width_of(text) >= most:
        text = text[:-1]
    return text.rstrip() + "…"


def _row(row: Sequence[str], widths: Sequence[int], flush: set[int], gap: int) -> str:
    cells: list[str] = []
    for number, (text, width) in enumerate(zip(row, widths, strict=True)):
        room = " " * (width - width_of(text))
        if width:
            cells.append(room + text if number in flush else text + room)
    return (" " * gap).join(cells).rstrip()


def spreadsheet(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; no text in it is taken for a formula."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(map(_safe, row) for row in rows)
    return written.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@") else cell
