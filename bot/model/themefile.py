"""Themes as TOML text: the bundled ones, reading one with all its faults, and what a server keeps of its own.

A file names a theme and gives colours of the background and of the board; `based_on` says which bundled theme has the
others:

    name = "seaside"              # small letters, digits, - and _
    about = "Sand and sea."       # one line, optional
    based_on = "paper"            # optional: classic
    [background]                  # bot.model.theme.BACKGROUND
    frame = "#0b3c49"
    [board]                       # bot.model.theme.BOARD
    plain = "#cfe8e4"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from bot.model.theme import (
    BACKGROUND,
    BOARD,
    DISTINCT,
    GROUNDS,
    LABELLED,
    MULTIPLIERS,
    READABLE,
    VISIBLE,
    Theme,
    contrast,
    distance,
)
from engine.errors import Size
from engine.formats.varianttoml.faults import Lines, TomlFaults, shown
from engine.formats.varianttoml.reader import parse, read_about, read_colours, read_name
from engine.loading import resource_folder
from engine.reading import check

BUNDLED = ("classic", "dark", "paper", "high_contrast")
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
    """Records every ink that cannot be read on its ground."""
    for ink, ground in GROUNDS.items():
        _compare(theme, ink, ground, READABLE, faults)
    for ground in LABELLED:
        best = theme.label(getattr(theme, ground))
        _compare(theme, "label_dark" if best == theme.label_dark else "label_light", ground, READABLE, faults)
    _compare(theme, "accent", "card", VISIBLE, faults)
    _compare(theme, "new_outline", "new_tile", VISIBLE, faults)


def _check_premiums(theme: Theme, faults: TomlFaults) -> None:
    """Records every square that multiplies and could be taken for a plain one."""
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
