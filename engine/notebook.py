"""What notebooks show of values: boards and tables as HTML, with their colours in it and nothing else needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from engine.model.board import STANDARD, Board, Cell, Square

_LETTER = ("#bfe3ee", "#57a8cf", "#3a7bbf")
_WORD = ("#f5c5b8", "#e57b66", "#c64b3d")
"""Colours of squares that count a letter or a word twice, three times, and more often."""
_PLAIN, _BLOCKED, _POINTS, _TILE = "#f3efe3", "#4b4740", "#d9e6c3", "#f2d492"
_TABLE = "border-collapse:collapse;font:13px/1.2 sans-serif"
_CELL = "width:24px;height:24px;padding:0;text-align:center;border:1px solid #d0c8b6;color:#222"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a heading for each column."""
    top = "".join(f"<th>{escape(one)}</th>" for one in headings)
    return f"<table><tr>{top}</tr>{''.join(map(_row, rows))}</table>"


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in cells)}</tr>"


def drawing(board: Board) -> str:
    """A board with its coordinates: tiles in their letters, a blank's in a small letter, premium squares in colours."""
    width, height = board.layout.size
    names = (f"<th>{STANDARD.column_label(column, width)}</th>" for column in range(width))
    rows = (
        f"<tr><th>{STANDARD.row_label(row, height)}</th>{''.join(_cells(board, row))}</tr>" for row in range(height)
    )
    return f'<table style="{_TABLE}"><tr><th></th>{"".join(names)}</tr>{"".join(rows)}</table>'


def _cells(board: Board, row: int) -> Iterator[str]:
    for column in range(board.layout.width):
        placed, square = board[Cell(row, column)], board.layout[Cell(row, column)]
        colour, text = (_TILE, str(placed)) if placed else (_colour(square), square.label)
        strong = "font-weight:bold" if placed else "font-size:9px"
        yield f'<td style="{_CELL};background:{colour};{strong}">{escape(text)}</td>'


def _colour(square: Square) -> str:
    if square.blocked:
        return _BLOCKED
    for factor, colours in ((square.word, _WORD), (square.letter, _LETTER)):
        if factor > 1:
            return colours[min(factor, 4) - 2]
    return _POINTS if square.is_premium else _PLAIN
