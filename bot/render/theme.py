"""Themes as data: named colours, a variant's or person's changes to them, and contrast calculations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Literal

Rgb = tuple[int, int, int]
Size = Literal["normal", "large"]
Panel = Literal["below", "beside"]

ZOOMS = range(50, 201)
"""Allowed picture sizes in percent; at 100 a standard board is about 850 pixels wide."""

READABLE = 4.5
"""Minimum contrast ratio of text to its background (WCAG 2.1, success criterion 1.4.3, level AA)."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_STRENGTHS = (2, 3, 4, 5)


@dataclass(eq=False)
class ThemeError(ValueError):
    """A theme, colour name, colour or zoom that does not exist; `name` and `value` are what was requested."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"no such theme, colour or zoom: {self.name} {self.value}".rstrip()


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of a picture, each `#rrggbb`. `letter_5` and `word_5` are for factors of five and more."""

    frame: str
    frame_ink: str
    frame_muted: str
    card: str
    card_ink: str
    card_muted: str
    accent: str
    grid: str
    plain: str
    blocked: str
    blocked_mark: str
    start: str
    points: str
    letter_2: str
    letter_3: str
    letter_4: str
    letter_5: str
    word_2: str
    word_3: str
    word_4: str
    word_5: str
    label_dark: str
    label_light: str
    tile: str
    tile_edge: str
    tile_ink: str
    new_tile: str
    new_ink: str
    new_outline: str
    blank_ink: str
    ledge: str

    def letter(self, factor: int) -> str:
        """The colour of a square that multiplies its letter by `factor` (2 or more)."""
        return (self.letter_2, self.letter_3, self.letter_4, self.letter_5)[_strength(factor)]

    def word(self, factor: int) -> str:
        """The colour of a square that multiplies its words by `factor` (2 or more)."""
        return (self.word_2, self.word_3, self.word_4, self.word_5)[_strength(factor)]

    def blank(self, ground: str) -> str:
        """The colour of a blank's ring and letter on a tile's face; the plain ink if it would be unreadable."""
        ink = self.new_ink if ground == self.new_tile else self.tile_ink
        return self.blank_ink if contrast(self.blank_ink, ground) >= READABLE else ink

    def label(self, ground: str) -> str:
        """The label colour that is most readable on `ground`."""
        return max((self.label_dark, self.label_light), key=lambda ink: contrast(ink, ground))


@dataclass(frozen=True, slots=True)
class Style:
    """A person's preferences for pictures: theme name, size, colours by name, position of the score board, zoom.

    "large" enlarges letters, points and text within the picture. "below" suits phones, "beside" wide screens, where
    previews are limited in height. `zoom` is a percentage from `ZOOMS` that only changes the number of pixels. Example
    of `colours`: (("letter_2", "#88bbee"),).
    """

    theme: str = "classic"
    size: Size = "normal"
    colours: tuple[tuple[str, str], ...] = ()
    panel: Panel = "below"
    zoom: int = 100


@dataclass(frozen=True, slots=True)
class Look:
    """A style with its names resolved: the input of drawing and the key of its caches."""

    theme: Theme
    is_large: bool = False
    zoom: int = 100

    def zoomed(self, pixels: float) -> int:
        """A length in a normal picture, converted to pixels of this one."""
        return round(pixels * self.zoom / 100)

    def scaled(self, pixels: float) -> int:
        """A font size, or a distance that grows with text, in pixels of this picture."""
        return self.zoomed(pixels * 1.25 if self.is_large else pixels)


def recolour(theme: Theme, colours: Iterable[tuple[str, str]]) -> Theme:
    """The theme with some colours replaced; inks that would become unreadable on them are replaced too.

    A new frame colour also gives cards a matching shade, unless they have a new colour themselves.

    Raises ThemeError for an unknown colour name, or a value that is not `#rrggbb`.
    """
    changes = dict(colours)
    for name, value in changes.items():
        if not is_colour(name, value):
            raise ThemeError(name, value)
    if "frame" in changes:
        ground = changes["frame"]
        changes.setdefault("card", blend(ground, _ink(ground, (ground,)), 0.12))
    return _readable(replace(theme, **changes)) if changes else theme


def is_colour(name: str, value: str) -> bool:
    """Whether a theme has a colour with this name, and the value is `#rrggbb`."""
    return name in {field.name for field in fields(Theme)} and _HEX.fullmatch(value) is not None


@lru_cache(maxsize=4096)
def rgb(colour: str) -> Rgb:
    """Red, green and blue (0 to 255) of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(ground: str, ink: str, share: float) -> str:
    """`share` of `ink` (0 to 1) over `ground`."""
    mixed = (round(g + (i - g) * share) for g, i in zip(rgb(ground), rgb(ink), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1, definition of contrast ratio)."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def text_pairs(theme: Theme) -> tuple[tuple[str, str], ...]:
    """Every (ink, background) pair used for text."""
    premiums = tuple(theme.letter(n) for n in _STRENGTHS) + tuple(theme.word(n) for n in _STRENGTHS)
    labels = tuple((theme.label(ground), ground) for ground in (*premiums, theme.points))
    return (
        (theme.frame_ink, theme.frame),
        (theme.frame_muted, theme.frame),
        (theme.accent, theme.frame),
        (theme.card_ink, theme.card),
        (theme.card_muted, theme.card),
        (theme.tile_ink, theme.tile),
        (theme.new_ink, theme.new_tile),
        (theme.start, theme.plain),
        (theme.blank(theme.tile), theme.tile),
        (theme.blank(theme.new_tile), theme.new_tile),
        *labels,
    )


def _readable(theme: Theme) -> Theme:
    """The theme with black or white for each ink whose contrast became too low."""
    grounds = {
        "frame_ink": (theme.frame,),
        "frame_muted": (theme.frame,),
        "accent": (theme.frame,),
        "card_ink": (theme.card,),
        "card_muted": (theme.card,),
        "tile_ink": (theme.tile,),
        "new_ink": (theme.new_tile,),
        "start": (theme.plain,),
    }
    inks = {name: _ink(getattr(theme, name), ground) for name, ground in grounds.items()}
    return replace(theme, **inks, label_dark="#000000", label_light="#ffffff")


def _ink(ink: str, grounds: tuple[str, ...]) -> str:
    def worst(candidate: str) -> float:
        return min(contrast(candidate, ground) for ground in grounds)

    return ink if worst(ink) >= READABLE else max(("#000000", "#ffffff"), key=worst)


def _strength(factor: int) -> int:
    return min(max(factor, 2), 5) - 2


def _luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.1, definition of relative luminance)."""
    channels = [value / 255 for value in rgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
