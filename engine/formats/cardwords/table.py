"""The card table: `width*height`, the start `(column, row)`, the squares, and a pair outside the table to end it.

Columns and rows count from 0 at the upper left. A square is `(column, row)`, attributes and `;`: `B` blocked, `C p`
points, `L f` and `W f` factors. A start column or row outside the table sets no condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import BadData
from engine.formats.cardwords.source import Source, whole_number
from engine.formats.varianttoml.layouts import has_room
from engine.limits import MAX_FACTOR, MAX_SIDE, MOST_POINTS
from engine.model.layout import BLOCKED, PLAIN, Layout, Square, Start
from engine.reading import shortened

_SIZE = re.compile(r"\s*(\d{1,9})\s*\*\s*(\d{1,9})\s*", re.ASCII)
_PAIR = re.compile(r"\s*\(\s*([-+]?\d{1,9})\s*,\s*([-+]?\d{1,9})\s*\)", re.ASCII)
_SOMETHING = re.compile(r"\S[^\n]{0,29}")
_ATTRIBUTES = {"C": ("points", -MOST_POINTS, MOST_POINTS), "L": ("letter", 0, MAX_FACTOR), "W": ("word", 0, MAX_FACTOR)}


@dataclass(frozen=True, slots=True)
class _Pair:
    column: int
    row: int
    line: int
    end: int


def read_table(source: Source) -> Layout | None:
    """The board, or None if there were faults."""
    size = _SIZE.match(source.text)
    if not size:
        source.add(1, "the table begins with its size, such as 18*10")
        return None
    width, height = int(size[1]), int(size[2])
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        source.add(1, f"the table is {width} x {height}; sides are 1 to {MAX_SIDE}")
        return None
    start = _read_pair(source, size.end())
    if start is None:
        source.add(source.line_at(size.end()), "the start (column, row) is missing behind the size")
        return None
    squares = _read_squares(source, start.end, width, height)
    if source.faults:
        return None
    condition = Start(
        start.column if 0 <= start.column < width else None, start.row if 0 <= start.row < height else None
    )
    return _make(source, width, height, squares, condition, start.line)


def _make(
    source: Source, width: int, height: int, squares: dict[tuple[int, int], Square], start: Start, line: int
) -> Layout | None:
    kinds = tuple(squares.get((column, row), PLAIN) for row in range(height) for column in range(width))
    try:
        layout = Layout(width, height, kinds, start)
    except BadData as error:
        source.add(line, f"the table {error.reason}")
        return None
    if not has_room(layout):
        source.add(line, "no word of two letters fits on the start")
        return None
    return layout


def _read_pair(source: Source, position: int) -> _Pair | None:
    match = _PAIR.match(source.text, position)
    if not match:
        return None
    return _Pair(int(match[1]), int(match[2]), source.line_at(match.start(1)), match.end())


def _read_squares(source: Source, position: int, width: int, height: int) -> dict[tuple[int, int], Square]:
    squares: dict[tuple[int, int], Square] = {}
    for pair, attributes in _cells(source, position, width, height):
        place = (pair.column, pair.row)
        if min(place) < 0:
            source.add(pair.line, f"({pair.column}, {pair.row}) lies outside the table")
        elif place in squares:
            source.add(pair.line, f"the square ({pair.column}, {pair.row}) has been described already")
        squares[place] = _read_attributes(source, pair.line, attributes.split())
    return squares


def _cells(source: Source, position: int, width: int, height: int) -> Iterator[tuple[_Pair, str]]:
    """Each square and the text of its attributes, up to the pair that ends the table."""
    while not source.is_full:
        pair = _read_pair(source, position)
        something = _SOMETHING.search(source.text, position)
        if pair and (pair.column >= width or pair.row >= height):
            return
        if not something:
            source.add(len(source.text.rstrip().splitlines()), "the end of the table, a pair outside it, is missing")
            return
        semicolon = source.text.find(";", position)
        following = source.text.find("(", pair.end if pair else position)
        if semicolon < 0 or (pair and 0 <= following < semicolon):
            source.add(source.line_at(something.start()), "a ; is missing behind a square")
            semicolon = following - 1 if following >= 0 else len(source.text)
        if pair:
            yield pair, source.text[pair.end : semicolon if semicolon >= pair.end else len(source.text)]
        else:
            shown = something[0].rstrip()
            source.add(source.line_at(something.start()), f"{shown!r} is no square (column, row)")
        position = max(semicolon + 1, position + 1)


def _read_attributes(source: Source, line: int, tokens: list[str]) -> Square:
    found: dict[str, int] = {}
    blocked = False
    if not tokens:
        source.add(line, "the square has no attribute: B, C, L or W")
    rest = iter(tokens)
    for token in rest:
        if token == "B":
            blocked = True
        elif token in _ATTRIBUTES:
            _read_value(source, line, token, next(rest, ""), found)
        else:
            source.add(line, f"{shortened(token)} is no attribute of a square: B, C, L or W")
    if blocked:
        return BLOCKED
    return Square(found.get("letter", 1), found.get("word", 1), found.get("points", 0))


def _read_value(source: Source, line: int, token: str, text: str, found: dict[str, int]) -> None:
    name, low, high = _ATTRIBUTES[token]
    value = whole_number(text)
    if name in found:
        source.add(line, f"{token} is given twice")
    elif value is None:
        source.add(line, f"a number is missing behind {token}, where {shortened(text)} stands")
    elif not low <= value <= high:
        source.add(line, f"{token} is {low} to {high}, not {value}")
    else:
        found[name] = value
