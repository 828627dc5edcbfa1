"""Paint: the bundled fonts, text and smooth shapes as masks, the theme's palette, and the finished file."""

from __future__ import annotations

import io
import struct
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont
from zlib_ng import zlib_ng

from bot.model.drawn import is_emoji, is_wide
from bot.model.theme import Theme, blend, contrast, rgb, text_pairs
from bot.render.scene import Picture
from engine.loading import resource_folder

_WIDE = "DroidSansFallback.ttf"
"""The font for Chinese, Japanese and Korean, in one weight."""
_EMOJI, _EMOJI_SHARE = "NotoEmoji-Bold.ttf", 0.84
"""The font for emoji, and how large it is beside letters."""
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


def fitting(face: Face, size: int, text: str, width: float, least: int) -> int:
    """The largest font size up to `size` at which the text fits into `width` pixels, but none below `least`."""
    return next((one for one in range(size, least, -2) if text_width(face, one, text) <= width), least)


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
    return tuple(shorten(face, size, line, width) for line in _broken(face, size, text, width, lines))


def balance(face: Face, size: int, text: str, width: int, lines: int) -> tuple[str, ...]:
    """As `wrap`, but two lines are of about the same length, for text in the middle of something.

    They part behind a mark rather than elsewhere, and elsewhere not before a number, which belongs to its word.
    """
    broken = _broken(face, size, text, width, lines)
    if len(broken) == 2:
        words = text.split()
        pairs = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
        wide = {pair: max(text_width(face, size, line) for line in pair) for pair in pairs}
        if whole := [pair for pair in pairs if wide[pair] <= width]:
            first, second = min(whole, key=lambda pair: wide[pair] + width * _weight(*pair))
            broken = [first, second]
    return tuple(shorten(face, size, line, width) for line in broken)


def _weight(before: str, after: str) -> float:
    """How bad it is to part a text here, as a share of its width."""
    return -0.2 if before[-1] in ",;:.–" else 1.0 * after[0].isdigit()


def _broken(face: Face, size: int, text: str, width: int, lines: int) -> list[str]:
    """The text broken at spaces, of which the last line and single words may be too long."""
    words, broken = text.split(), list[str]()
    while words and len(broken) < lines - 1:
        count = 1
        while count < len(words) and text_width(face, size, " ".join(words[: count + 1])) <= width:
            count += 1
        broken.append(" ".join(words[:count]))
        words = words[count:]
    return [*broken, *([" ".join(words)] if words else [])]


def text_mask(face: Face, size: int, text: str) -> TextMask:
    """The text drawn at its final size. Callers share the mask and must not change it."""
    return _text_mask(face, size, text)


@lru_cache(maxsize=64)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    # Basic layout gives the same result with and without the optional shaping library.
    path = resource_folder("assets") / "fonts" / face.value
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=32)
def _other_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    path = resource_folder("assets") / "fonts" / name
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _runs(face: Face, size: int, text: str) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """The parts of a text, each with the font that draws it."""
    for name, part in groupby(text, key=_other_name):
        if name == _EMOJI:
            yield _other_font(name, max(1, round(size * _EMOJI_SHARE))), "".join(part)
        else:
            yield (_other_font(name, size) if name else _font(face, size)), "".join(part)


@lru_cache(maxsize=4096)
def _other_name(char: str) -> str:
    """The file of the font that draws a character; empty for the face's own."""
    if is_emoji(char):
        return _EMOJI
    return _WIDE if is_wide(char) else ""


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


_OVERSIZE = 4
_STEPS = 5
MOST_COLOURS = 256
"""The colours of a palette."""
QUICK, USUAL, HARD = 5, 6, 8
"""How hard strips are compressed, from 1 to 9: for one picture only, usually, and if they are kept for long."""
_NO_HEADER = -15
"""The window for strips, without the header of a stream of its own."""
_ADLER = 65521
"""The modulus of the checksum."""


@lru_cache(maxsize=256)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """A filled rectangle with round corners, as coverage."""
    large = Image.new("L", (width * _OVERSIZE, height * _OVERSIZE))
    box = (0, 0, width * _OVERSIZE - 1, height * _OVERSIZE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _OVERSIZE, fill=255)
    return large.reduce(_OVERSIZE)


@lru_cache(maxsize=64)
def ring_mask(diameter: int, thickness: float) -> Image.Image:
    """A circular outline entirely within the diameter, as coverage."""
    side = diameter * _OVERSIZE
    large = Image.new("L", (side, side))
    ImageDraw.Draw(large).ellipse((0, 0, side - 1, side - 1), outline=255, width=round(thickness * _OVERSIZE))
    return large.reduce(_OVERSIZE)


@lru_cache(maxsize=256)
def polygon_mask(side: int, points: tuple[tuple[float, float], ...]) -> Image.Image:
    """A filled polygon in a square of `side` pixels, with points as fractions of the side, as coverage."""
    large = Image.new("L", (side * _OVERSIZE, side * _OVERSIZE))
    scaled = [(x * side * _OVERSIZE, y * side * _OVERSIZE) for x, y in points]
    ImageDraw.Draw(large).polygon(scaled, fill=255)
    return large.reduce(_OVERSIZE)


def blank(width: int, height: int, colour: str, theme: Theme) -> Image.Image:
    """An area in a colour of the theme, in the theme's palette."""
    image = Image.new("P", (width, height), shades(colour, colour, theme)[0])
    image.putpalette(_channels(theme, ()))
    return image


@lru_cache(maxsize=512)
def shades(ink: str, ground: str, theme: Theme) -> bytes:
    """An ink on a ground as the number of a colour in the palette for each coverage, to stamp on images in it."""
    every = Image.frombytes("L", (256, 1), bytes(range(256)))
    image = Image.new("RGB", every.size, ground)
    stamp(image, ink, every, 0, 0)
    return indexed(image, theme).tobytes()


def stamp(image: Image.Image, ink: str | bytes, mask: Image.Image, left: int, top: int) -> None:
    """Paints a colour, or the shades of one, on the image through a mask whose upper left corner is given."""
    if isinstance(ink, str):
        image.paste(rgb(ink), (left, top), mask)
    else:
        image.paste(_shaded(mask, ink), (left, top))


def _shaded(mask: Image.Image, ink: bytes) -> Image.Image:
    return Image.frombytes("P", mask.size, mask.tobytes().translate(ink))


@lru_cache(maxsize=512)
def _shaded_text(face: Face, size: int, text: str, ink: bytes) -> Image.Image:
    return _shaded(text_mask(face, size, text).mask, ink)


def write(
    image: Image.Image,
    text: str,
    face: Face,
    size: int,
    ink: str | bytes,
    at: tuple[float, float],
    align: float = 0.0,
) -> None:
    """Write one line: `at` is (x, baseline y), `align` the fraction of the width to the left of x."""
    if not text:
        return
    drawn = text_mask(face, size, text)
    pen = round(at[0] - align * text_width(face, size, text))
    left, top = pen + drawn.left, round(at[1]) + drawn.top
    if isinstance(ink, str):
        stamp(image, ink, drawn.mask, left, top)
    else:
        image.paste(_shaded_text(face, size, text, ink), (left, top))


def middle_baseline(face: Face, size: int, centre: float) -> float:
    """The baseline that centres capitals vertically on `centre`."""
    return centre + cap_height(face, size) / 2


@dataclass(frozen=True, slots=True)
class Strip:
    """Some lines of a finished picture, compressed so that they can stand in any other of the same width and palette.

    `check` is the Adler-32 checksum of what was compressed.
    """

    width: int
    height: int
    data: bytes
    check: int


def strip(image: Image.Image, theme: Theme, inks: tuple[str, ...] = (), level: int = USUAL) -> Strip:
    """The lines of an image in the theme's palette plus the colours in `inks`, compressed as hard as `level` says."""
    lines = Image.new("P", (image.width + 1, image.height))  # each line begins with 0, for no filter
    lines.paste(indexed(image, theme, inks), (1, 0))
    raw = lines.tobytes()
    packer = zlib_ng.compressobj(level, zlib_ng.DEFLATED, _NO_HEADER)
    data = packer.compress(raw) + packer.flush(zlib_ng.Z_FULL_FLUSH)  # ends with a whole byte and refers to nothing
    return Strip(image.width, image.height, data, zlib_ng.adler32(raw))


def finish(image: Image.Image, theme: Theme, inks: tuple[str, ...] = ()) -> Picture:
    """The picture as a PNG file in the theme's palette plus the colours in `inks`."""
    return join((strip(image, theme, inks),), theme, inks)


def join(strips: Sequence[Strip], theme: Theme, inks: tuple[str, ...] = ()) -> Picture:
    """Strip of the same width and palette below each other, as a PNG file (https://www.w3.org/TR/png-3/, 5 and 11).

    Pillow would compress it with the system's zlib, which takes three times as long.
    """
    size = strips[0].width, sum(one.height for one in strips)
    header = struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", _channels(theme, inks)), (b"IDAT", _stream(strips)), (b"IEND", b""))
    return Picture(b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, chunks)), "image/png", *size)


def _stream(strips: Sequence[Strip]) -> bytes:
    """The strips as one zlib stream (RFC 1950): header, blocks, an empty last block, and the checksum of all lines."""
    low, high = 1, 0
    for one in strips:
        count = (one.width + 1) * one.height
        high = (high + (one.check >> 16) + count * (low - 1)) % _ADLER
        low = (low + (one.check & 0xFFFF) - 1) % _ADLER
    return b"".join((b"\x78\x9c", *(one.data for one in strips), b"\x03\x00", struct.pack(">HH", high, low)))


def _chunk(one: tuple[bytes, bytes]) -> bytes:
    kind, data = one
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib_ng.crc32(kind + data))


def finish_animation(
    images: list[Image.Image], theme: Theme, milliseconds: list[int], inks: tuple[str, ...] = ()
) -> Picture:
    """The pictures in sequence, each shown for its duration, as a GIF that plays once."""
    first, *others = [indexed(image, theme, inks) for image in images]
    stream = io.BytesIO()
    first.save(stream, "GIF", save_all=True, append_images=others, duration=milliseconds, optimize=False)
    return Picture(stream.getvalue(), "image/gif", first.width, first.height)


def indexed(image: Image.Image, theme: Theme, inks: tuple[str, ...] = ()) -> Image.Image:
    """The image in the theme's palette plus the colours in `inks`, unless it is in a palette already."""
    if image.mode == "P":
        return image
    return image.quantize(palette=_palette(theme, inks), dither=Image.Dither.NONE)


# Based on Okabe and Ito's palette for all kinds of colour vision, in a lighter and a darker set.
_ON_DARK = ("#ffc94d", "#6cc5ff", "#ff9d7a", "#7fe0b5", "#d9b3ff", "#ffffff", "#f7f06d", "#9fb0ff", "#ff9ecb")
_ON_LIGHT = ("#a34700", "#0b5fa5", "#a8261c", "#00694c", "#6b3fa0", "#333333", "#6e6200", "#3340a8", "#a0246b")

_SHADES = 4


def series_colour(number: int, ground: str) -> str:
    """The colour of a seat's line on a background, by the seat's number."""
    colours = max((_ON_DARK, _ON_LIGHT), key=lambda some: contrast(some[0], ground))
    return colours[number % len(colours)]


def series_inks(count: int, ground: str) -> tuple[str, ...]:
    """The colours of `count` lines and of their soft edges, which are not in a theme's palette."""
    colours = [series_colour(number, ground) for number in range(count)]
    return tuple(blend(ground, colour, step / _SHADES) for colour in colours for step in range(1, _SHADES + 1))


def in_palette(image: Image.Image, theme: Theme, inks: tuple[str, ...]) -> Image.Image:
    """The image, in the theme's palette, with the colours in `inks` known besides, which parts of it may have."""
    if image.mode == "P" and inks:
        image.putpalette(_channels(theme, inks))
    return image


def palette_colours(theme: Theme) -> list[str]:
    """The colours of finished pictures: the theme's own, then the steps from each ink to its background."""
    flat = dict.fromkeys(getattr(theme, field.name) for field in fields(theme))
    pairs = (*text_pairs(theme), (theme.accent, theme.card))
    steps = dict.fromkeys(blend(ground, ink, step / _STEPS) for ink, ground in pairs for step in range(1, _STEPS))
    return list(flat | steps)


@lru_cache(maxsize=32)
def _palette(theme: Theme, inks: tuple[str, ...]) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_channels(theme, inks))
    return image


@lru_cache(maxsize=32)
def _channels(theme: Theme, inks: tuple[str, ...]) -> bytes:
    """Red, green and blue of each colour in a palette."""
    colours = list(dict.fromkeys((*palette_colours(theme), *inks)))[:MOST_COLOURS]
    return bytes(channel for colour in colours for channel in rgb(colour))
