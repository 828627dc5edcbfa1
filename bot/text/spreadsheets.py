"""Tables as files for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def spreadsheet(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; no text in it is taken for a formula."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(map(_safe, row) for row in rows)
    return written.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@") else cell
