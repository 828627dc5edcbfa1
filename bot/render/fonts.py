"""The bundled fonts: the width of text, and text as masks at its final size.

FreeType objects must not be used by several threads at once: one lock guards every use, and results are cached, so that
the two drawing threads rarely wait for each other.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont

from bot.model.drawn import is_wide
from engine.loading import resource_folder

_WIDE = "DroidSansFallback.ttf"
"""The font for Chinese, Japanese and Korean, in one weight."""
_ELLIPSIS = "…"
_LOCK = threading.RLock()


class Face(Enum):
    """The bundled faces, by file name."""

    BOLD = "TilewrightSans-Bold.otf"
    MEDIUM = "TilewrightSans-Medium.otf"


@dataclass(frozen=True, slots=True)
class TextMask:
    """Coverage of a drawn text (0 to 255), and the offset of its upper left corner from the pen on the baseline."""

    mask: Image.Image
    left: int
    top: int


def text_width(face: Face, size: int, text: str) -> int:
    """The advance width of the text, in pixels."""
    return _width(face, size, text)


def cap_height(face: Face, size: int) -> int:
    """Height of a capital H above the baseline, in pixels."""
    return _cap_height(face, size)


def size_for_capitals(face: Face, height: float) -> int:
    """The font size at which capitals are `height` pixels tall."""
    return max(1, round(height * 100 / cap_height(face, 100)))


def shorten(face: Face, size: int, text: str, width: int) -> str:
    """The text if it fits into `width` pixels, otherwise its beginning with an ellipsis."""
    if text_width(face, size, text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(face, size, text[:middle].rstrip() + _ELLIPSIS) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


def wrap(face: Face, size: int, text: str, width: int, lines: int) -> tuple[str, ...]:
    """The text in at most `lines` lines of `width` pixels, broken at spaces; the last one is shortened if necessary."""
    words, wrapped = text.split(), list[str]()
    while words and len(wrapped) < lines - 1:
        count = 1
        while count < len(words) and text_width(face, size, " ".join(words[: count + 1])) <= width:
            count += 1
        wrapped.append(shorten(face, size, " ".join(words[:count]), width))
        words = words[count:]
    if words:
        wrapped.append(shorten(face, size, " ".join(words), width))
    return tuple(wrapped)


def text_mask(face: Face, size: int, text: str) -> TextMask:
    """The text drawn at its final size. Callers share the mask and must not change it."""
    return _text_mask(face, size, text)


@lru_cache(maxsize=64)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    # Basic layout gives the same result with and without the optional shaping library.
    path = resource_folder("assets") / "fonts" / face.value
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16)
def _wide_font(size: int) -> ImageFont.FreeTypeFont:
    path = resource_folder("assets") / "fonts" / _WIDE
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _runs(face: Face, size: int, text: str) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """The parts of a text, each with the font that draws it."""
    for wide, part in groupby(text, key=is_wide):
        yield (_wide_font(size) if wide else _font(face, size)), "".join(part)


@lru_cache(maxsize=256)
def _cap_height(face: Face, size: int) -> int:
    with _LOCK:
        return -round(_font(face, size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=8192)
def _width(face: Face, size: int, text: str) -> int:
    with _LOCK:
        return round(sum(font.getlength(part) for font, part in _runs(face, size, text)))


@lru_cache(maxsize=2048)
def _text_mask(face: Face, size: int, text: str) -> TextMask:
    with _LOCK:
        runs, pens = tuple(_runs(face, size, text)), [0.0]
        for font, part in runs:
            pens.append(pens[-1] + font.getlength(part))
        boxes = [font.getbbox(part, anchor="ls") for font, part in runs] or [(0.0, 0.0, 0.0, 0.0)]
        left, right = round(boxes[0][0]), round(pens[max(0, len(runs) - 1)] + boxes[-1][2])
        top, bottom = round(min(box[1] for box in boxes)), round(max(box[3] for box in boxes))
        mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        for pen, (font, part) in zip(pens, runs, strict=False):
            ImageDraw.Draw(mask).text((round(pen) - left, -top), part, fill=255, font=font, anchor="ls")
    return TextMask(mask, left, top)
