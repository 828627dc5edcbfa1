"""Faces in circles: people's avatars, or their initials, and the faces of computer players by their level."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from PIL import Image, ImageDraw

from bot.model.drawn import is_emoji, legible
from bot.model.theme import contrast, rgb
from bot.render.paint import (
    MOST_COLOURS,
    Face,
    indexed,
    middle_baseline,
    palette_colours,
    polygon_mask,
    ring_mask,
    rounded_mask,
    series_colour,
    size_for_capitals,
    stamp,
    text_width,
    write,
)
from bot.render.scene import AVATAR, Portrait, ResolvedStyle
from engine.errors import BadData
from engine.sentences import Internal

_OVERSIZE = 4
_MOST_SIDE = 1024
"""Pixels on each side of the largest avatar that is read; the smallest that Discord has are asked for."""
_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
_BEHIND = "#80848e"
"""What is seen through an avatar with holes."""
CROWN = ((0.0, 0.1), (0.26, 0.52), (0.5, 0.0), (0.74, 0.52), (1.0, 0.1), (0.88, 0.86), (0.12, 0.86))
"""The corners of a crown, as fractions of the square around it."""
_FEWEST = 16
"""Colours that faces get of a palette at least."""


def read_avatar(data: bytes) -> bytes:
    """An avatar's pixels, as in `Portrait`, from its file. For the process that reads what people send.

    Raises BadData if it is no picture, or a larger one than avatars are.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)  # before there is a size to look at
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
        if max(image.size) > _MOST_SIDE:
            raise BadData("avatar", Internal("is too large"))
        seen = image.convert("RGBA").resize((AVATAR, AVATAR), Image.Resampling.LANCZOS)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise BadData("avatar", Internal("is no picture")) from error
    behind = Image.new("RGBA", seen.size, _BEHIND)
    return Image.alpha_composite(behind, seen).convert("RGB").tobytes()


def draw_crowned(
    image: Image.Image, one: Portrait, side: int, at: tuple[int, int], look: ResolvedStyle, around: str
) -> None:
    """The face of somebody who has won, in a ring, with a crown that is half as wide above `at`."""
    line, (left, top), crown = max(2, side // 22), at, side // 2
    outer = side + 4 * line
    image.paste(draw_portrait(one, side, look, around), at)
    stamp(image, look.theme.accent, ring_mask(outer, line), left - 2 * line, top - 2 * line)
    above = top - 2 * line - round(crown * 0.94)
    stamp(image, look.theme.accent, polygon_mask(crown, CROWN), left + (side - crown) // 2, above)


@dataclass(frozen=True, slots=True)
class Gallery:
    """Faces in the palette of one picture, and the colours that they add to it."""

    faces: tuple[Image.Image, ...]
    inks: tuple[str, ...]


@lru_cache(maxsize=64)
def gallery(
    portraits: tuple[Portrait, ...], side: int, look: ResolvedStyle, around: str, inks: tuple[str, ...] = ()
) -> Gallery:
    """Faces `side` pixels wide on the colour `around`, in the theme's palette with `inks` and with what they need."""
    if not portraits:
        return Gallery((), inks)
    drawn = [draw_portrait(one, side, look, around) for one in portraits]
    sheet = Image.new("RGB", (side * len(drawn), side))
    for number, face in enumerate(drawn):
        sheet.paste(face, (number * side, 0))
    free = max(MOST_COLOURS - len({*palette_colours(look.theme), *inks}), _FEWEST)
    channels = sheet.quantize(free, Image.Quantize.MEDIANCUT).getpalette() or []
    own = [
        "#{:02x}{:02x}{:02x}".format(*channels[at : at + 3]) for at in range(0, 3 * free, 3) if channels[at : at + 3]
    ]
    every = (*inks, *own)
    hung = indexed(sheet, look.theme, every)
    return Gallery(tuple(hung.crop((left, 0, left + side, side)) for left in range(0, sheet.width, side)), every)


def draw_portrait(one: Portrait, side: int, look: ResolvedStyle, around: str) -> Image.Image:
    """A face `side` pixels wide in a circle on the colour `around`, in full colour."""
    image = Image.new("RGB", (side, side), around)
    if one.level:
        face = _computer(one.level, side)
    elif one.pixels:
        avatar = Image.frombytes("RGB", (AVATAR, AVATAR), one.pixels)
        face = avatar.resize((side, side), Image.Resampling.LANCZOS)
    else:
        number = crc32((one.person or one.name).encode()) if one.number is None else one.number
        face = _initials(one, side, series_colour(number, look.theme.card))
    image.paste(face, (0, 0), rounded_mask(side, side, side // 2))
    return image


def _initials(one: Portrait, side: int, ground: str) -> Image.Image:
    image = Image.new("RGB", (side, side), ground)
    ink = max(("#101418", "#ffffff"), key=lambda colour: contrast(colour, ground))
    text = initials(one.name)
    if not text:
        stamp(image, ink, kind_mask(round(side * 0.6), is_computer=False), round(side * 0.2), round(side * 0.2))
        return image
    size = size_for_capitals(Face.BOLD, side * (0.42 if len(text) == 1 else 0.34))
    while size > 6 and text_width(Face.BOLD, size, text) > side * 0.78:
        size -= 1
    write(image, text, Face.BOLD, size, ink, (side / 2, middle_baseline(Face.BOLD, size, side / 2)), align=0.5)
    return image


def initials(name: str) -> str:
    """The first letters of a name's first and last words that begin with one, else its first emoji, if any."""
    shown = legible(name)
    firsts = [word[0].upper() for word in shown.split() if word[0].isalnum()]
    return "".join((firsts[0], *firsts[1:][-1:])) if firsts else next(filter(is_emoji, shown), "")


_GROUNDS = ("#8fbf5a", "#4c9f70", "#35a7a0", "#3f88c5", "#5c6bc0", "#8e5bb5", "#c2496b", "#23252e")
_METAL, _GOLD, _DARK, _LIGHT = "#e8edf2", "#ffcf5c", "#26303a", "#9be7ff"


@lru_cache(maxsize=64)
def _computer(level: int, side: int) -> Image.Image:
    """A robot's face on the colour of its level: the stronger, the sharper. The strongest is of gold.

    Two levels share a shape: a round head, a square one, one with a visor, and one with corners and a crest.
    """
    place = min(max(level, 1), len(_GROUNDS)) - 1
    big = side * _OVERSIZE
    image = Image.new("RGB", (big, big), _GROUNDS[place])
    draw = ImageDraw.Draw(image)
    head = rgb(_GOLD if place == len(_GROUNDS) - 1 else _METAL)

    def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return left * big, top * big, right * big, bottom * big

    shape, is_second = divmod(place, 2)
    _antennas(draw, big, 1 + is_second if shape < 3 else 3, head)
    match shape:
        case 0:
            draw.ellipse(box(0.2, 0.27, 0.8, 0.85), fill=head)
        case 1:
            draw.rounded_rectangle(box(0.2, 0.28, 0.8, 0.82), big * 0.1, fill=head)
        case 2:
            draw.rounded_rectangle(box(0.19, 0.28, 0.81, 0.82), big * 0.2, fill=head)
            draw.rounded_rectangle(box(0.14, 0.42, 0.86, 0.6), big * 0.08, fill=rgb(_DARK))
        case _:
            corners = ((0.3, 0.26), (0.7, 0.26), (0.84, 0.5), (0.66, 0.86), (0.34, 0.86), (0.16, 0.5))
            draw.polygon([(x * big, y * big) for x, y in corners], fill=head)
    for x in (0.37, 0.63):
        if shape < 2:
            draw.ellipse(box(x - 0.08, 0.43, x + 0.08, 0.59), fill=rgb(_DARK))
            draw.ellipse(box(x - 0.01, 0.46, x + 0.04, 0.51), fill=head)
        elif shape == 2:
            draw.ellipse(box(x - 0.055, 0.455, x + 0.055, 0.565), fill=rgb(_LIGHT))
        else:
            inner = 0.06 if x < 0.5 else -0.06
            eye = ((x - 2 * inner, 0.42), (x + 1.2 * inner, 0.54), (x - 1.4 * inner, 0.56))
            draw.polygon([(a * big, b * big) for a, b in eye], fill=rgb(_DARK))
    if shape == 0:
        draw.arc(box(0.38, 0.56, 0.62, 0.75), 20, 160, fill=rgb(_DARK), width=round(big * 0.035))
    else:
        draw.rounded_rectangle(box(0.4, 0.69, 0.6, 0.69 + 0.025 * (1 + shape)), big * 0.02, fill=rgb(_DARK))
    return image.reduce(_OVERSIZE)


def _antennas(draw: ImageDraw.ImageDraw, big: int, count: int, colour: tuple[int, int, int]) -> None:
    middle = (count - 1) / 2
    for number in range(count):
        foot, tip = 0.5 + (number - middle) * 0.16, 0.5 + (number - middle) * 0.22
        height = 0.12 + 0.03 * abs(number - middle)
        draw.line((foot * big, 0.32 * big, tip * big, height * big), fill=colour, width=round(big * 0.035))
        draw.ellipse(
            ((tip - 0.045) * big, (height - 0.045) * big, (tip + 0.045) * big, (height + 0.045) * big), fill=colour
        )


def kind_mask(side: int, is_computer: bool) -> Image.Image:
    """The icon of a person or computer, as coverage."""
    return _computer_mask(side) if is_computer else _person_mask(side)


@lru_cache(maxsize=8)
def _person_mask(side: int) -> Image.Image:
    """A head above shoulders."""
    big = side * 4
    image = Image.new("L", (big, big))
    draw = ImageDraw.Draw(image)
    draw.ellipse((big * 0.29, big * 0.04, big * 0.71, big * 0.46), fill=255)
    draw.ellipse((big * 0.08, big * 0.54, big * 0.92, big * 1.5), fill=255)
    draw.rectangle((0, big * 0.95, big, big), fill=0)
    return image.reduce(4)


@lru_cache(maxsize=8)
def _computer_mask(side: int) -> Image.Image:
    """A robot's head: antenna, eyes, mouth."""
    big = side * 4
    image = Image.new("L", (big, big))
    draw = ImageDraw.Draw(image)
    draw.rectangle((big * 0.46, big * 0.08, big * 0.54, big * 0.3), fill=255)
    draw.ellipse((big * 0.4, 0, big * 0.6, big * 0.2), fill=255)
    draw.rounded_rectangle((big * 0.06, big * 0.26, big * 0.94, big * 0.95), big * 0.16, fill=255)
    for x in (0.31, 0.69):
        draw.ellipse((big * (x - 0.1), big * 0.42, big * (x + 0.1), big * 0.62), fill=0)
    draw.rectangle((big * 0.3, big * 0.73, big * 0.7, big * 0.8), fill=0)
    return image.reduce(4)
