"""People as circles with their initials, and the crown of those who have won."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from zlib import crc32

from PIL import Image

from bot.model.drawn import legible
from bot.model.theme import blend
from bot.render.contest import Portrait
from bot.render.paint import Face, middle_baseline, polygon_mask, ring_mask, rounded_mask, stamp, write
from bot.render.panel import kind_mask

INK = "#ffffff"
COLOURS = ("#2b7a69", "#86651c", "#a04a36", "#4d61b3", "#75479c", "#ad3f6d", "#3a6c94", "#4a752b")
"""The colours of people, on each of which the ink of initials can be read."""
_STEPS = 4
_CROWN = ((0.02, 0.26), (0.28, 0.5), (0.5, 0.12), (0.72, 0.5), (0.98, 0.26), (0.9, 0.86), (0.1, 0.86))


def colour_of(one: Portrait) -> str:
    """Somebody's own colour, the same in every picture."""
    return COLOURS[crc32((one.key or one.name).encode()) % len(COLOURS)]


def initial(name: str) -> str:
    """The first letter of a name that has one."""
    return next((char.upper() for char in legible(name) if char.isalnum()), "")


def portrait_inks(shown: Iterable[Portrait], *grounds: str) -> tuple[str, ...]:
    """The colours of portraits and of their soft edges on some grounds, which are not in a theme's palette."""
    colours = dict.fromkeys(map(colour_of, shown))
    steps = [step / _STEPS for step in range(1, _STEPS)]
    edges = [blend(ground, one, step) for one in colours for ground in (*grounds, INK) for step in steps]
    return tuple(dict.fromkeys((*colours, INK, *edges)))


def draw_portrait(image: Image.Image, one: Portrait, side: int, at: tuple[int, int]) -> None:
    """Somebody's circle of `side` pixels; `at` is its upper left corner."""
    letter, (left, top) = "" if one.is_computer else initial(one.name), at
    stamp(image, colour_of(one), _disc(side), left, top)
    if not letter:
        small = round(side * 0.5)
        stamp(image, INK, kind_mask(small, one.is_computer), left + (side - small) // 2, top + (side - small) // 2)
        return
    size = max(8, round(side * 0.5))
    write(image, letter, Face.BOLD, size, INK, (left + side / 2, middle_baseline(Face.BOLD, size, top + side / 2)), 0.5)


def draw_crowned(image: Image.Image, one: Portrait, side: int, at: tuple[int, int], accent: str) -> None:
    """Somebody who has won: the circle in a ring, below a crown, which is half as wide and above `at`."""
    line, (left, top) = max(2, side // 22), at
    draw_portrait(image, one, side, at)
    outer = side + 4 * line
    stamp(image, accent, ring_mask(outer, line), left - 2 * line, top - 2 * line)
    crown = side // 2
    draw_crown(image, crown, (left + (side - crown) // 2, top - 2 * line - round(crown * 0.94)), accent)


def draw_crown(image: Image.Image, side: int, at: tuple[int, int], accent: str) -> None:
    """A crown in a square of `side` pixels."""
    stamp(image, accent, polygon_mask(side, _CROWN), *at)


@lru_cache(maxsize=16)
def _disc(side: int) -> Image.Image:
    return rounded_mask(side, side, side // 2)
