"""Tiles and the empty board: one sprite per face and size, squares, their labels and the coordinates."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageFilter

from bot.model.drawn import legible
from bot.render.paint import (
    Face,
    blank,
    cap_height,
    indexed,
    middle_baseline,
    polygon_mask,
    ring_mask,
    rounded_mask,
    shades,
    size_for_capitals,
    stamp,
    text_mask,
    text_width,
    write,
)
from bot.render.scene import BoardScene, ResolvedStyle, SquareFace, TileFace

_MIDDLE, _RING, _LARGE = 0.46, 0.78, 1.13
_WIDE = 0.6
"""Letters that are wider than this share of the tile leave no room beside them for points of two digits."""
_WIDEST_POINTS = 0.74
"""Points with many digits are printed smaller, so that they fit on the tile."""
_POINTS, _POINTS_WHEN_LARGE, _TIGHT, _MOST_POINTS = 0.2, 0.23, 0.22, 0.27
"""Height of points as a share of the tile: the usual ones, those that make the letter give way, and the most."""

PHONE = 340
"""Width of a picture in points on a phone that is 390 wide; message and margins take the rest."""
LEAST_DIGIT = 7
"""Pixels that a digit needs in height: those of a dot matrix of 5 by 7."""
_PER_POINT = 2
"""Pixels of a phone's screen for each of its points, at least."""


def least_points(side: int, width: int) -> float:
    """The least height of points on tiles of `side` pixels in a picture `width` pixels wide; 0 to leave them out.

    They must be large enough to read on a phone, where `LEAST_DIGIT` pixels of its screen are 3.5 of its points. From
    16 x 16 squares on, that takes larger points than usual. Above 21 x 21 there is no room for them beside the letter,
    and no points are better than points that nobody can read.
    """
    shown = min(1.0, PHONE * _PER_POINT / width)
    least = LEAST_DIGIT / shown
    return least if least <= side * _MOST_POINTS else 0.0


def draw_tile(
    image: Image.Image,
    tile: TileFace,
    side: int,
    at: tuple[int, int],
    look: ResolvedStyle,
    around: str,
    is_new: bool = False,
    least: float = LEAST_DIGIT,
) -> None:
    """Draws a tile of `side` pixels at `at`, its upper left corner; the area around its corners has colour `around`.

    `least` is the least height of its points in pixels, 0 to leave them out (`least_points`).
    """
    image.paste(_tile_sprite(tile, side, look, around, is_new, least), at)


@lru_cache(maxsize=1024)
def _tile_sprite(
    tile: TileFace, side: int, look: ResolvedStyle, around: str, is_new: bool, least: float
) -> Image.Image:
    return indexed(draw_face(tile, side, look, around, is_new, least), look.theme)


def draw_face(tile: TileFace, side: int, look: ResolvedStyle, around: str, is_new: bool, least: float) -> Image.Image:
    """A tile as `draw_tile` draws it, in full colour."""
    theme, tile = look.theme, tile if least else tile._replace(points="")
    ground = theme.new_tile if is_new else theme.tile
    ink = theme.new_ink if is_new else theme.tile_ink
    image = Image.new("RGB", (side, side), around)
    edge = theme.new_outline if is_new else theme.tile_edge
    stamp(image, edge, rounded_mask(side, side, _radius(side)), 0, 0)
    rim = max(2, round(side * 0.065)) if is_new else 1
    foot = rim if is_new else max(2, side // 16)
    face = rounded_mask(side - 2 * rim, side - rim - foot, max(1, _radius(side) - rim // 2))
    stamp(image, ground, face, rim, rim)
    points = legible(tile.points)
    tight = bool(points) and least > side * _TIGHT
    centre = side * (0.5 - 0.03 * min(len(points), 3) - 0.02 * tight)
    if tile.is_blank:
        _draw_ring(image, theme.blank(ground), centre, _RING - 0.06 * bool(points))
    if tile.letter:
        _write_letter(image, tile, theme.blank(ground) if tile.is_blank else ink, look, centre, tight)
    if points:
        _write_points(image, points, ink, ground, max(least, _usual_points(side, points, look)), (rim, foot))
    return image


def _draw_ring(image: Image.Image, colour: str, centre: float, share: float) -> None:
    side = image.width
    diameter = round(side * share)
    left, top = round(centre - diameter / 2), round(side * _MIDDLE - diameter / 2)
    stamp(image, colour, ring_mask(diameter, max(1.5, side * 0.045)), max(3, left), max(3, top))


def _write_letter(
    image: Image.Image, tile: TileFace, colour: str, look: ResolvedStyle, centre: float, tight: bool
) -> None:
    """Print the letter as large as possible: accents clear of the edge, wide digraphs clear of sides and points.

    Where points are `tight`, it is smaller and higher.
    """
    side, letter = image.width, legible(tile.letter)
    usual = text_mask(Face.BOLD, size_for_capitals(Face.BOLD, side * 0.53), letter).mask.width
    crowded = len(letter) > 1 or len(tile.points) > 2 or (len(tile.points) > 1 and usual > side * _WIDE)
    tall = (
        side
        * (_LARGE if look.is_large else 1.0)
        * (0.42 if tile.is_blank else 0.45 if crowded else 0.49 if tight else 0.53)
    )
    wide = side * (_RING - 0.12 if tile.is_blank else 0.76 if crowded else 0.84)
    size = size_for_capitals(Face.BOLD, tall)
    drawn = text_mask(Face.BOLD, size, letter)
    while size > 6 and (drawn.mask.width > wide or -drawn.top > side * 0.7):
        size -= 1
        drawn = text_mask(Face.BOLD, size, letter)
    middle = _MIDDLE - 0.04 * ((crowded or tight) and not tile.is_blank)
    baseline = round(side * middle + cap_height(Face.BOLD, size) / 2)
    baseline = max(baseline, round(side * 0.07) - drawn.top)
    least = round(side * 0.1)
    left = min(max(round(centre - drawn.mask.width / 2), least), side - least - drawn.mask.width)
    stamp(image, colour, drawn.mask, left, baseline + drawn.top)


def _usual_points(side: int, points: str, look: ResolvedStyle) -> float:
    return side * (_POINTS_WHEN_LARGE if look.is_large else _POINTS) * (1 if len(points) == 1 else 0.9)


def _write_points(
    image: Image.Image, points: str, colour: str, ground: str, height: float, edges: tuple[int, int]
) -> None:
    """Print the points inside the edges (right, lower), with a halo that separates them from the letter."""
    side = image.width
    size = size_for_capitals(Face.BOLD, height)
    drawn = text_mask(Face.BOLD, size, points)
    while size > 5 and drawn.mask.width > side * _WIDEST_POINTS:
        size -= 1
        drawn = text_mask(Face.BOLD, size, points)
    spread = 2 if side > 30 else 1
    inset = max(spread, round(side * 0.04))
    left = side - edges[0] - inset - drawn.mask.width
    top = side - edges[1] - inset - 1 + drawn.top
    halo = Image.new("L", (drawn.mask.width + 2 * spread, drawn.mask.height + 2 * spread))
    halo.paste(drawn.mask, (spread, spread))
    stamp(image, ground, halo.filter(ImageFilter.MaxFilter(2 * spread + 1)), left - spread, top - spread)
    stamp(image, colour, drawn.mask, left, top)


def _radius(side: int) -> int:
    return max(3, side // 9)


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
    return min(max(look.zoomed(24), round(cell * (0.47 if look.is_large else 0.38))), round(cell * 0.55))


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
    """Print the label line by line, each readable on its band; a start square has a star first."""
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
