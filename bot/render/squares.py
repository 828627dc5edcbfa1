"""The empty board: squares, their labels and the coordinates. Drawn once per layout and look, then cached."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.model.drawn import legible
from bot.render.fonts import Face, cap_height, size_for_capitals, text_width
from bot.render.paint import indexed, middle_baseline, polygon_mask, rounded_mask, stamp, write
from bot.render.scene import BoardScene, Square
from bot.render.theme import Look

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
    """The positions of squares on the board image: side of a square, and the first one's corner, in pixels."""

    cell: int
    left: int
    top: int

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        return self.left + column * self.cell, self.top + row * self.cell


@dataclass(frozen=True, slots=True)
class _Ground:
    """Everything the empty board depends on: the cache key."""

    width: int
    height: int
    squares: tuple[Square, ...]
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]


def grid_of(scene: BoardScene, look: Look) -> Grid:
    """The positions of the squares, as large as fits a picture of about 850 pixels, within limits."""
    largest = _LARGEST_WHEN_LARGE if look.is_large else _LARGEST_CELL
    cell = min(max(_BOARD_SIDE // max(scene.width, scene.height), _SMALLEST_CELL), largest)
    cell = min(look.zoomed(cell), _MOST_PIXELS // max(scene.width, scene.height))
    size = _label_size(cell, look)
    widest = max((text_width(Face.BOLD, size, legible(label)) for label in scene.row_labels), default=0)
    left = widest + look.scaled(16) if scene.row_labels else 0
    top = cap_height(Face.BOLD, size) + look.scaled(18) if scene.column_labels else 0
    return Grid(cell, left, top)


def board_width(scene: BoardScene, look: Look) -> int:
    """How many pixels a board with its coordinates is wide."""
    grid = grid_of(scene, look)
    return scene.width * grid.cell + grid.left * (1 + _repeats(scene))


def draw_ground(scene: BoardScene, look: Look) -> Image.Image:
    """The empty board with its coordinates, in the theme's palette. The image is shared: copy it to draw on it."""
    ground = _Ground(scene.width, scene.height, scene.squares, scene.column_labels, scene.row_labels)
    return _draw_ground(ground, look, grid_of(scene, look))


@lru_cache(maxsize=8)
def _draw_ground(ground: _Ground, look: Look, grid: Grid) -> Image.Image:
    repeats = _repeats(ground)
    right = grid.left if repeats else 0
    bottom = grid.top if repeats else 0
    field = (ground.width * grid.cell, ground.height * grid.cell)
    image = Image.new("RGB", (grid.left + field[0] + right, grid.top + field[1] + bottom), look.theme.frame)
    image.paste(look.theme.grid, (grid.left, grid.top, grid.left + field[0], grid.top + field[1]))
    for index, square in enumerate(ground.squares):
        row, column = divmod(index, ground.width)
        image.paste(square_sprite(square, grid.cell, look), grid.corner(column, row))
    _write_labels(image, ground, look, grid, repeats)
    return indexed(image, look.theme)


def _repeats(board: BoardScene | _Ground) -> bool:
    """Whether the coordinates are on both sides."""
    return max(board.width, board.height) >= _REPEAT_FROM


def _write_labels(image: Image.Image, ground: _Ground, look: Look, grid: Grid, repeats: bool) -> None:
    size, ink = _label_size(grid.cell, look), look.theme.frame_ink
    rows = [grid.left / 2] + ([image.width - grid.left / 2] if repeats else [])
    columns = [grid.top / 2] + ([image.height - grid.top / 2] if repeats else [])
    for index, label in enumerate(ground.column_labels):
        x = grid.left + (index + 0.5) * grid.cell
        for centre in columns:
            at = (x, middle_baseline(Face.BOLD, size, centre))
            write(image, legible(label), Face.BOLD, size, ink, at, align=0.5)
    for index, label in enumerate(ground.row_labels):
        baseline = middle_baseline(Face.BOLD, size, grid.top + (index + 0.5) * grid.cell)
        for centre in rows:
            write(image, legible(label), Face.BOLD, size, ink, (centre, baseline), align=0.5)


def _label_size(cell: int, look: Look) -> int:
    """Font size of the coordinates: relative to the cell, but always readable in a preview."""
    return min(max(look.scaled(20), round(cell * (0.47 if look.is_large else 0.38))), round(cell * 0.55))


@lru_cache(maxsize=512)
def square_sprite(square: Square, cell: int, look: Look) -> Image.Image:
    """One square of `cell` pixels. The image is shared: copy it before drawing on it."""
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


def _bands(square: Square, look: Look) -> tuple[str, ...]:
    """The square's colours from top to bottom: one for each thing it multiplies or adds."""
    theme = look.theme
    bands = (theme.letter(square.letter_factor),) * (square.letter_factor != 1)
    bands += (theme.word(square.word_factor),) * (square.word_factor != 1)
    bands += (theme.points,) * (square.points != 0)
    return bands or (theme.plain,)


def _write_names(image: Image.Image, square: Square, look: Look, bands: tuple[str, ...]) -> None:
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
