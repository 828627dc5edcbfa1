"""The empty board, line by line: squares, their labels and the coordinates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.model.drawn import legible
from bot.render.fonts import Face, cap_height, size_for_capitals, text_width
from bot.render.paint import blank, indexed, middle_baseline, polygon_mask, rounded_mask, shades, stamp, write
from bot.render.scene import BoardScene, SquareFace
from bot.render.theme import ResolvedStyle

_BOARD_SIDE = 810
_MOST_PIXELS = 2000
"""The longest side of a board in pixels, whatever the size of its squares."""
_SMALLEST_CELL, _LARGEST_CELL, _LARGEST_WHEN_LARGE = 30, 76, 88
# A row of squares at the smallest size is under 32 kB, the window in which PNG finds repetitions.
_REPEAT_FROM = 17
STAR = tuple(
    (
        0.5 + radius * math.sin(math.pi * corner / 5),
        0.52 - radius * math.cos(math.pi * corner / 5),
    )
    for corner, radius in enumerate((0.5, 0.2) * 5)
)
"""The corners of a star, as fractions of the square around it."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The positions of squares on the board image: side of a square, and the first one's corner, in pixels.

    `repeats` is whether the coordinates are on both sides.
    """

    cell: int
    left: int
    top: int
    repeats: bool

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        return self.left + column * self.cell, self.top + row * self.cell

    def width(self, columns: int) -> int:
        """How wide a board with its coordinates is."""
        return columns * self.cell + self.left * (1 + self.repeats)


def grid_of(scene: BoardScene, look: ResolvedStyle) -> Grid:
    """The positions of the squares, as large as fits a picture of about 850 pixels, within limits."""
    return _grid(max(scene.width, scene.height), bool(scene.column_labels), scene.row_labels, look)


@lru_cache(maxsize=256)
def _grid(longest: int, has_columns: bool, row_labels: tuple[str, ...], look: ResolvedStyle) -> Grid:
    largest = _LARGEST_WHEN_LARGE if look.is_large else _LARGEST_CELL
    cell = min(max(_BOARD_SIDE // longest, _SMALLEST_CELL), largest)
    cell = min(look.zoomed(cell), _MOST_PIXELS // longest)
    size = _label_size(cell, look)
    widest = max((text_width(Face.BOLD, size, legible(label)) for label in row_labels), default=0)
    left = widest + look.scaled(16) if row_labels else 0
    top = cap_height(Face.BOLD, size) + look.scaled(18) if has_columns else 0
    return Grid(cell, left, top, longest >= _REPEAT_FROM)


def board_width(scene: BoardScene, look: ResolvedStyle) -> int:
    """How many pixels a board with its coordinates is wide."""
    return grid_of(scene, look).width(scene.width)


def draw_column_labels(labels: tuple[str, ...], grid: Grid, look: ResolvedStyle) -> Image.Image:
    """The line above the squares, and below them where coordinates are on both sides, in the theme's palette."""
    places = [(grid.left + (index + 0.5) * grid.cell, label) for index, label in enumerate(labels)]
    return _write_labels(grid.width(len(labels)), grid.top, places, grid, look)


@lru_cache(maxsize=64)
def draw_squares(squares: tuple[SquareFace, ...], label: str, grid: Grid, look: ResolvedStyle) -> Image.Image:
    """A line of empty squares with its coordinates, in the theme's palette. The image is shared."""
    width = grid.width(len(squares))
    places = [(centre, label) for centre in (grid.left / 2, width - grid.left / 2)[: 1 + grid.repeats]]
    image = _write_labels(width, grid.cell, places, grid, look)
    for column, square in enumerate(squares):
        image.paste(square_face(square, grid.cell, look), (grid.corner(column, 0)[0], 0))
    return image


def _write_labels(
    width: int, height: int, places: list[tuple[float, str]], grid: Grid, look: ResolvedStyle
) -> Image.Image:
    theme, size = look.theme, _label_size(grid.cell, look)
    image, ink = blank(width, height, theme.frame, theme), shades(theme.frame_ink, theme.frame, theme)
    baseline = middle_baseline(Face.BOLD, size, height / 2)
    for centre, label in places:
        write(image, legible(label), Face.BOLD, size, ink, (centre, baseline), align=0.5)
    return image


def _label_size(cell: int, look: ResolvedStyle) -> int:
    """Font size of the coordinates: relative to the cell, but always readable in a preview."""
    return min(max(look.scaled(20), round(cell * (0.47 if look.is_large else 0.38))), round(cell * 0.55))


@lru_cache(maxsize=512)
def square_face(square: SquareFace, cell: int, look: ResolvedStyle) -> Image.Image:
    """One square of `cell` pixels, in the theme's palette. The image is shared: copy it before drawing on it."""
    return indexed(draw_square(square, cell, look), look.theme)


def draw_square(square: SquareFace, cell: int, look: ResolvedStyle) -> Image.Image:
    """One square of `cell` pixels, in full colour."""
    theme = look.theme
    if square.is_blocked:
        image = Image.new("RGB", (cell, cell), theme.blocked)
        _draw_cross(image, theme.blocked_mark)
        return image
    image = Image.new("RGB", (cell, cell), theme.grid)
    bands = _bands(square, look)
    side = cell - 2
    face = Image.new("RGB", (side, side))
    for index, colour in enumerate(bands):
        face.paste(colour, (0, round(index * side / len(bands)), side, side))
    image.paste(face, (1, 1), rounded_mask(side, side, max(2, cell // 14)))
    if square.is_start and not square.label:
        _draw_star(image, theme.start, round(cell * 0.66), cell / 2)
    else:
        _write_names(image, square, look, bands)
    return image


def _bands(square: SquareFace, look: ResolvedStyle) -> tuple[str, ...]:
    """The square's colours from top to bottom: one for each thing it multiplies or adds."""
    theme = look.theme
    bands = (theme.letter(square.letter_factor),) * (square.letter_factor != 1)
    bands += (theme.word(square.word_factor),) * (square.word_factor != 1)
    bands += (theme.points,) * (square.points != 0)
    return bands or (theme.plain,)


def _write_names(image: Image.Image, square: SquareFace, look: ResolvedStyle, bands: tuple[str, ...]) -> None:
    """Prints the label line by line, each readable on its band; a start square has a star first."""
    lines = [""] * square.is_start + legible(square.label).split()
    if not lines:
        return
    cell = image.width
    height = cell * (0.36 if look.is_large else 0.31) * (1.0, 0.86, 0.68)[min(len(lines), 3) - 1]
    size = size_for_capitals(Face.BOLD, height)
    while size > 6 and max(text_width(Face.BOLD, size, line) for line in lines) > cell - 6:
        size -= 1
    for index, line in enumerate(lines):
        middle = (cell - 2) * (index + 0.5) / len(lines) + 1
        middle += (0.5 - (index + 0.5) / len(lines)) * cell * 0.14 if len(bands) == 1 else 0
        ink = look.theme.label(bands[int((index + 0.5) / len(lines) * len(bands))])
        at = (cell / 2, middle_baseline(Face.BOLD, size, middle))
        write(image, line, Face.BOLD, size, ink, at, align=0.5)
        if square.is_start and index == 0:
            _draw_star(image, ink, round(height * 1.2), middle)


def _draw_star(image: Image.Image, colour: str, side: int, centre: float) -> None:
    stamp(image, colour, polygon_mask(side, STAR), (image.width - side) // 2, round(centre - side / 2))


def _draw_cross(image: Image.Image, colour: str) -> None:
    """A cross from corner to corner, so that blocked squares are recognizable by shape too."""
    cell = image.width
    a, b = 0.3, 0.7
    width = 0.035
    for flip in (False, True):
        line = ((a - width, a + width), (a + width, a - width), (b + width, b - width), (b - width, b + width))
        points = tuple((1 - x, y) if flip else (x, y) for x, y in line)
        stamp(image, colour, polygon_mask(cell, points), 0, 0)
