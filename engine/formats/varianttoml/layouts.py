"""The part of a variant file that draws the board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.errors import BadData
from engine.formats.varianttoml.faults import Faults, shown
from engine.limits import MAX_FACTOR, MAX_SIDE, MOST_POINTS
from engine.model.coordinates import Cell, Direction, number_of
from engine.model.layout import STANDARD_KEY, Layout, Square, Start

_START = re.compile(r"(\d{0,3})([A-Za-z]{0,2})\Z", re.ASCII)
_LIMITS = {"letter": (0, MAX_FACTOR), "word": (0, MAX_FACTOR), "points": (-MOST_POINTS, MOST_POINTS)}


def read_layout(data: Mapping[str, Any], faults: Faults) -> Layout | None:
    """The board, or None if there were faults."""
    before = len(faults)
    table = faults.table(("layout",), data, needed=True)
    if table is None:
        return None
    faults.unknown_keys(("layout",), table, ("start", "rows", "key"))
    key = _read_key(table, faults)
    rows = _read_rows(table, key, faults)
    start = _read_start(table, rows, faults)
    if len(faults) > before or start is None:
        return None
    squares = tuple(square for row in rows for square in row)
    try:
        layout = Layout(len(rows[0]), len(rows), squares, start)
    except BadData as error:
        faults.at(("layout", "start"), "the board {reason}", reason=error.reason)
        return None
    if not has_room(layout):
        faults.at(("layout", "start"), "no word of two letters fits on the start")
        return None
    return layout


def _read_key(table: Mapping[str, Any], faults: Faults) -> dict[str, Square]:
    key = dict(STANDARD_KEY)
    for sign, square in (faults.table(("layout", "key"), table) or {}).items():
        path = ("layout", "key", sign)
        if len(sign) != 1:
            faults.at(path, "a sign of the key is one character, not {value}", value=shown(sign))
        elif not isinstance(square, dict):
            faults.at(path, "a square is written {{ letter = 2 }}, not {value}", value=shown(square))
        key[sign[:1]] = _read_square(path, square, faults) if isinstance(square, dict) else Square()
    return key


def _read_square(path: tuple[str, ...], data: Mapping[str, Any], faults: Faults) -> Square:
    faults.unknown_keys(path, data, (*_LIMITS, "blocked"))
    blocked = data.get("blocked", False)
    if not isinstance(blocked, bool):
        faults.at(path, "blocked is true or false, not {value}", value=shown(blocked))
    elif blocked and set(data) & set(_LIMITS):
        faults.at(path, "a blocked square takes no tile, so that it has no factors and no points")
    values = {
        name: faults.number((*path, name), data[name], *limits) for name, limits in _LIMITS.items() if name in data
    }
    return Square(**{name: value for name, value in values.items() if value is not None}, blocked=blocked is True)


def _read_rows(table: Mapping[str, Any], key: Mapping[str, Square], faults: Faults) -> list[list[Square]]:
    text = faults.text(("layout", "rows"), table)
    if text is None:
        return []
    rows, first = text.removesuffix("\n").split("\n"), faults.lines.inside("layout", "rows")
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        faults.at(
            ("layout", "rows"),
            "the board is {width} x {height}; sides are 1 to {most} squares",
            width=width,
            height=len(rows),
            most=MAX_SIDE,
        )
        return []
    for number, row in enumerate(rows):
        if len(row) != width or not row:
            faults.add(
                first + number,
                "row {row} has {count} squares, the first row {width}",
                row=number + 1,
                count=len(row),
                width=width,
            )
        for column, sign in enumerate(row, 1):
            if sign not in key:
                faults.add(
                    first + number,
                    "{value} in row {row}, column {column} is not in the key",
                    value=shown(sign),
                    row=number + 1,
                    column=column,
                )
    return [[key.get(sign, Square()) for sign in row] for row in rows]


def _read_start(table: Mapping[str, Any], rows: list[list[Square]], faults: Faults) -> Start | None:
    path = ("layout", "start")
    text = faults.text(path, table)
    match = _START.match(text) if text is not None else None
    if text is not None and not match:
        faults.at(path, "the start {value} is no cell like 8H, no row like 8 and no column like H", value=shown(text))
    if not match:
        return None
    column, row = number_of(match[2]) if match[2] else None, int(match[1]) - 1 if match[1] else None
    outside = (row is not None and not 0 <= row < len(rows)) or (column is not None and column >= len(rows[0]))
    if rows and outside:
        faults.at(path, "the start {value} lies outside the board", value=text)
        return None
    return Start(column, row)


def has_room(layout: Layout) -> bool:
    """Whether there are two adjacent free squares, at least one of them allowed by the start condition."""
    return any(
        layout.start.admits(cell) and not layout[cell].blocked and any(_is_free(layout, one) for one in _around(cell))
        for cell in layout.cells()
    )


def _around(cell: Cell) -> list[Cell]:
    return [cell.step(direction, by) for direction in Direction for by in (-1, 1)]


def _is_free(layout: Layout, cell: Cell) -> bool:
    return cell in layout and not layout[cell].blocked
