"""Themes as data and as TOML text: named colours, contrasts, the bundled ones, and what a server keeps of its own."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any

from engine.errors import Size
from engine.formats.varianttoml.faults import Lines, TomlFaults, shown
from engine.formats.varianttoml.reader import parse, read_about, read_colours, read_name
from engine.loading import resource_folder
from engine.reading import check

Rgb = tuple[int, int, int]

READABLE = 4.5
"""Minimum contrast ratio of text to its background (WCAG 2.1, success criterion 1.4.3, level AA)."""
VISIBLE = 3.0
"""Minimum contrast ratio of a line that carries meaning to what it is on (WCAG 2.1, success criterion 1.4.11)."""

DISTINCT = 12.0
"""Minimum distance (`distance`) of two grounds that must not be confused; bundled themes keep four times as much."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_STRENGTHS = (2, 3, 4, 5)


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


BACKGROUND = ("frame", "frame_ink", "frame_muted", "card", "card_ink", "card_muted", "accent", "ledge")
"""The colours around the board: frame, texts, cards of the players, and the ledge under a rack."""
BOARD = tuple(field.name for field in fields(Theme) if field.name not in BACKGROUND)
"""The colours of the board: squares and tiles."""

GROUNDS = {
    "frame_ink": "frame",
    "frame_muted": "frame",
    "accent": "frame",
    "card_ink": "card",
    "card_muted": "card",
    "tile_ink": "tile",
    "new_ink": "new_tile",
    "start": "plain",
}
"""Each ink and the colour it is written on, by name. Both are of the same part: the board or the background."""
MULTIPLIERS = tuple(f"{kind}_{factor}" for kind in ("letter", "word") for factor in _STRENGTHS)
"""The squares that multiply, which must look different from plain ones."""
LABELLED = (*MULTIPLIERS, "points")
"""The premium squares, whose labels have the more readable of two colours."""


def combine(board: Theme, background: Theme) -> Theme:
    """The squares and tiles of one theme with the surroundings of another."""
    return replace(board, **{name: getattr(background, name) for name in BACKGROUND})


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


def distance(one: str, other: str) -> float:
    """How far apart two colours are in red, green and blue, 0 to 442."""
    return math.dist(rgb(one), rgb(other))


def text_pairs(theme: Theme) -> tuple[tuple[str, str], ...]:
    """Every (ink, background) pair used for text."""
    pairs = tuple((getattr(theme, ink), getattr(theme, ground)) for ink, ground in GROUNDS.items())
    blanks = tuple((theme.blank(ground), ground) for ground in (theme.tile, theme.new_tile))
    grounds = (getattr(theme, name) for name in LABELLED)
    return (*pairs, *blanks, *((theme.label(ground), ground) for ground in grounds))


def _strength(factor: int) -> int:
    return min(max(factor, 2), 5) - 2


def _luminance(colour: str) -> float:
    """Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.1, definition of relative luminance)."""
    channels = [value / 255 for value in rgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


BUNDLED = (
    "classic",
    "dark",
    "paper",
    "high_contrast",
    "felt",
    "midnight",
    "blossom",
    "lagoon",
    "harvest",
    "frost",
)
"""The names of the themes that come with the program, in the order of menus."""
MOST_CHARACTERS = 8 << 10
"""Characters of a theme's text: all colours, and a comment on each, need a quarter of it."""

_PARTS = {"background": BACKGROUND, "board": BOARD}


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """A theme with its name, and a one-line description for choosing it."""

    name: str
    about: str
    theme: Theme


def read(text: str, where: str = "theme") -> ThemeFile:
    """The theme in a text. Raises `BadFile` with all its faults at once, each with its line, and `TooLarge`.

    Letters must be readable on tiles, and texts and the labels of premium squares on their background. Squares that
    multiply must look different from plain ones.
    """
    check(where, Size.CHARACTERS, len(text), MOST_CHARACTERS)
    text = text.replace("\r\n", "\n")
    data = parse(text, where)
    faults = TomlFaults(where, text)
    faults.unknown_keys((), data, ("name", "about", "based_on", *_PARTS))
    name, about = read_name(data, faults), read_about(data, faults)
    base = _read_base(data, faults)
    colours: dict[str, str] = {}
    for part, known in _PARTS.items():
        colours |= read_colours(part, known, data, faults)
    faults.check()
    theme = Theme(**(base | colours))
    _check_contrast(theme, faults)
    _check_premiums(theme, faults)
    faults.check()
    return ThemeFile(name, about, theme)


@lru_cache(maxsize=len(BUNDLED))
def bundled(name: str) -> ThemeFile:
    """The theme with a name of `BUNDLED`."""
    return read(bundled_text(name), f"{name}.toml")


@lru_cache(maxsize=len(BUNDLED))
def bundled_text(name: str) -> str:
    """The TOML text of a bundled theme."""
    return (resource_folder("data") / "themes" / f"{name}.toml").read_text(encoding="utf-8")


def _read_base(data: Mapping[str, Any], faults: TomlFaults) -> dict[str, str]:
    """The colours that the text leaves to a bundled theme; none if it gives them all."""
    given = {name for part in _PARTS for name in _table(data, part)}
    if "based_on" not in data and given >= {*BACKGROUND, *BOARD}:
        return {}
    name = faults.text(("based_on",), data, BUNDLED[0])
    if name is not None and name not in BUNDLED:
        names = ", ".join(BUNDLED)
        faults.wrong(("based_on",), "a theme cannot be based on {value}; use {known}", value=shown(name), known=names)
        return {}
    return asdict(bundled(name).theme) if name else {}


def _table(data: Mapping[str, Any], part: str) -> Mapping[str, Any]:
    table = data.get(part)
    return table if isinstance(table, dict) else {}


def _check_contrast(theme: Theme, faults: TomlFaults) -> None:
    """Record every ink that cannot be read on its ground."""
    for ink, ground in GROUNDS.items():
        _compare(theme, ink, ground, READABLE, faults)
    for ground in LABELLED:
        best = theme.label(getattr(theme, ground))
        _compare(theme, "label_dark" if best == theme.label_dark else "label_light", ground, READABLE, faults)
    _compare(theme, "accent", "card", VISIBLE, faults)
    _compare(theme, "new_outline", "new_tile", VISIBLE, faults)


def _check_premiums(theme: Theme, faults: TomlFaults) -> None:
    """Record every square that multiplies and could be taken for a plain one."""
    for ground in MULTIPLIERS:
        colour = getattr(theme, ground)
        if distance(colour, theme.plain) < DISTINCT:
            faults.wrong(
                _line_of(ground, "plain", faults.lines),
                "{ground} {ground_colour} looks like plain {plain_colour}; premium squares must stand out",
                ground=ground,
                ground_colour=colour,
                plain_colour=theme.plain,
            )


def _compare(theme: Theme, ink: str, ground: str, least: float, faults: TomlFaults) -> None:
    colours = getattr(theme, ink), getattr(theme, ground)
    ratio = contrast(*colours)
    if ratio >= least:
        return
    faults.wrong(
        _line_of(ink, ground, faults.lines),
        "{ink} {ink_colour} on {ground} {ground_colour} has a contrast of {ratio}:1; it needs {least}:1",
        ink=ink,
        ink_colour=colours[0],
        ground=ground,
        ground_colour=colours[1],
        ratio=int(ratio * 10) / 10,
        least=least,
    )


def _line_of(ink: str, ground: str, lines: Lines) -> int:
    """The line of the ink, otherwise of the ground: one of them is in the text, as the bundled themes are readable."""
    part = "background" if ground in BACKGROUND else "board"
    table = lines.of(part)
    return next((line for name in (ink, ground) if (line := lines.of(part, name)) != table), lines.last)
