"""Tiles: one sprite per face and size, for boards and racks alike."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageFilter

from bot.model.drawn import legible
from bot.render.fonts import Face, cap_height, size_for_capitals, text_mask
from bot.render.paint import indexed, ring_mask, rounded_mask, stamp
from bot.render.scene import TileFace
from bot.render.theme import ResolvedStyle

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
    """Prints the letter as large as possible: accents clear of the edge, wide digraphs clear of sides and points.

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
    """Prints the points inside the edges (right, lower), with a halo that separates them from the letter."""
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
