"""Part of the board, enlarged: one square and its surroundings."""

from __future__ import annotations

from dataclasses import replace

from bot.render.board import draw_board
from bot.render.scene import BoardScene, Picture
from bot.render.theme import ZOOMS, Style

AROUND = 3
"""Squares shown on each side of the chosen one."""

_LARGER = 150


def draw_zoom(scene: BoardScene, cell: tuple[int, int], style: Style) -> Picture:
    """The surroundings of an outlined square, (column, row) from the upper left, at 1.5 times the usual size.

    Near an edge the part extends further to the other side, so that its size is constant. Shows only the board and its
    coordinates. Raises ValueError for a square off the board, ThemeError as `draw_board` does.
    """
    zoom = min(style.zoom * _LARGER // 100, ZOOMS[-1])
    return draw_board(part_of(scene, cell), replace(style, zoom=zoom))


def part_of(scene: BoardScene, cell: tuple[int, int]) -> BoardScene:
    """The scene of the squares around an outlined one. Raises ValueError for a square off the board."""
    if not (0 <= cell[0] < scene.width and 0 <= cell[1] < scene.height):
        raise ValueError(f"square {cell[0]}, {cell[1]} is off the board")
    columns, rows = _window(cell[0], scene.width), _window(cell[1], scene.height)
    return cut(replace(scene, cursor=cell), columns, rows)


def cut(scene: BoardScene, columns: range, rows: range) -> BoardScene:
    """The scene of some columns and rows of a board, with their coordinates and the cursor."""
    cursor = scene.cursor
    return BoardScene(
        len(columns),
        len(rows),
        tuple(scene.squares[row * scene.width + column] for row in rows for column in columns),
        tuple(
            replace(placed, column=placed.column - columns.start, row=placed.row - rows.start)
            for placed in scene.tiles
            if placed.column in columns and placed.row in rows
        ),
        scene.column_labels[columns.start : columns.stop],
        scene.row_labels[rows.start : rows.stop],
        cursor=(cursor[0] - columns.start, cursor[1] - rows.start) if cursor else None,
        colours=scene.colours,
    )


def _window(middle: int, size: int) -> range:
    """The indexes around a line, within `size` lines, as many as fit."""
    count = min(2 * AROUND + 1, size)
    first = min(max(middle - AROUND, 0), size - count)
    return range(first, first + count)
