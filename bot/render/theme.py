"""How pictures look: the preferences of a person or channel, and a variant's changes to a theme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.model.theme import GROUNDS, READABLE, Theme, blend, contrast, is_colour

Size = Literal["normal", "large"]
Panel = Literal["below", "beside"]

ZOOMS = range(50, 201)
"""Allowed picture sizes in percent; at 100 a standard board is about 850 pixels wide."""


@dataclass(eq=False)
class ThemeError(ValueError):
    """A theme, colour name, colour or zoom that does not exist; `name` and `value` are what was requested."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"no such theme, colour or zoom: {self.name} {self.value}".rstrip()


@dataclass(frozen=True, slots=True)
class Style:
    """A person's preferences for pictures: theme, size, colours by name, position of the score board, zoom.

    A theme is given by its name or as it is; `background` is the theme of the surroundings, None for the same one.
    "large" enlarges letters, points and text within the picture. "below" suits phones, "beside" wide screens, where
    previews are limited in height. `zoom` is a percentage from `ZOOMS` that only changes the number of pixels. Example
    of `colours`: (("letter_2", "#88bbee"),).
    """

    theme: str | Theme = "classic"
    size: Size = "normal"
    colours: tuple[tuple[str, str], ...] = ()
    panel: Panel = "below"
    zoom: int = 100
    background: str | Theme | None = None


@dataclass(frozen=True, slots=True)
class ResolvedStyle:
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


def _readable(theme: Theme) -> Theme:
    """The theme with black or white for each ink whose contrast became too low."""
    inks = {ink: _ink(getattr(theme, ink), (getattr(theme, ground),)) for ink, ground in GROUNDS.items()}
    return replace(theme, **inks, label_dark="#000000", label_light="#ffffff")


def _ink(ink: str, grounds: tuple[str, ...]) -> str:
    def worst(candidate: str) -> float:
        return min(contrast(candidate, ground) for ground in grounds)

    return ink if worst(ink) >= READABLE else max(("#000000", "#ffffff"), key=worst)
