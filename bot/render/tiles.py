"""Tiles: one sprite per face and size, for boards and racks alike."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageFilter

from bot.render.fonts import Face, cap_height, legible, size_for_capitals, text_mask
from bot.render.paint import ring_mask, rounded_mask, stamp
from bot.render.scene import Tile
from bot.render.theme import Look

_MIDDLE, _RING, _LARGE = 0.46, 0.78, 1.13
_WIDEST_POINTS = 0.74
"""Points with many digits are printed smaller, so that they fit on the tile."""


def draw_tile(
    image: Image.Image,
    tile: Tile,
    side: int,
    at: tuple[int, int],
    look: Look,
    around: str,
    is_new: bool = False,
) -> None:
    """Draws a tile of `side` pixels at `at`, its upper left corner; the area around its corners has colour `around`."""
    image.paste(_tile_sprite(tile, side, look, around, is_new), at)


@lru_cache(maxsize=1024)
def _tile_sprite(tile: Tile, side: int, look: Look, around: str, is_new: bool) -> Image.Image:
    theme = look.theme
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
    centre = side * (0.5 - 0.03 * min(len(points), 3))
    if tile.is_blank:
        _draw_ring(image, theme.blank(ground), centre, _RING - 0.06 * bool(points))
    if tile.letter:
        _write_letter(image, tile, theme.blank(ground) if tile.is_blank else ink, look, centre)
    if points:
        _write_points(image, points, ink, ground, look, (rim, foot))
    return image


def _draw_ring(image: Image.Image, colour: str, centre: float, share: float) -> None:
    side = image.width
    diameter = round(side * share)
    left, top = round(centre - diameter / 2), round(side * _MIDDLE - diameter / 2)
    stamp(image, colour, ring_mask(diameter, max(1.5, side * 0.045)), max(3, left), max(3, top))


def _write_letter(image: Image.Image, tile: Tile, colour: str, look: Look, centre: float) -> None:
    """Prints the letter as large as possible: accents clear of the edge, wide digraphs clear of sides and points."""
    side, letter = image.width, legible(tile.letter)
    crowded = len(letter) > 1 or len(tile.points) > 2
    tall = side * (_LARGE if look.is_large else 1.0) * (0.42 if tile.is_blank else 0.45 if crowded else 0.53)
    wide = side * (_RING - 0.12 if tile.is_blank else 0.76 if crowded else 0.84)
    size = size_for_capitals(Face.BOLD, tall)
    drawn = text_mask(Face.BOLD, size, letter)
    while size > 6 and (drawn.mask.width > wide or -drawn.top > side * 0.7):
        size -= 1
        drawn = text_mask(Face.BOLD, size, letter)
    middle = _MIDDLE - 0.04 * (crowded and not tile.is_blank)
    baseline = round(side * middle + cap_height(Face.BOLD, size) / 2)
    baseline = max(baseline, round(side * 0.07) - drawn.top)
    least = round(side * 0.1)
    left = min(max(round(centre - drawn.mask.width / 2), least), side - least - drawn.mask.width)
    stamp(image, colour, drawn.mask, left, baseline + drawn.top)


def _write_points(
    image: Image.Image, points: str, colour: str, ground: str, look: Look, edges: tuple[int, int]
) -> None:
    """Prints the points inside the edges (right, lower), with a halo that separates them from the letter."""
    side = image.width
    share = (0.23 if look.is_large else 0.2) * (1 if len(points) == 1 else 0.9)
    size = size_for_capitals(Face.BOLD, max(7, side * share))
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
