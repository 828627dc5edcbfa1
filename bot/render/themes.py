"""The bundled themes, and how a style finds its colours."""

from __future__ import annotations

from functools import lru_cache

from bot.model.theme import BACKGROUND, Theme, combine
from bot.model.themefile import BUNDLED, bundled
from bot.render.theme import ZOOMS, ResolvedStyle, Style, ThemeError, recolour

HIGH_CONTRAST = "high_contrast"

THEMES = {name: bundled(name).theme for name in BUNDLED}
"""Themes by name, as in a style and a person's settings."""


@lru_cache(maxsize=64)
def look_of(style: Style, colours: tuple[tuple[str, str], ...] = ()) -> ResolvedStyle:
    """The colours and sizes a style asks for, on top of the variant's colours.

    High contrast ignores the variant's colours, because people who choose it need its own, and a background that was
    chosen stays. Raises ThemeError for unknown names or values.
    """
    if style.zoom not in ZOOMS:
        raise ThemeError("zoom", str(style.zoom))
    board = _theme(style.theme)
    theme = board if style.background is None else combine(board, _theme(style.background))
    fixed = () if style.background is None else BACKGROUND
    own = () if style.theme == HIGH_CONTRAST else [one for one in colours if one[0] not in fixed]
    return ResolvedStyle(recolour(theme, (*own, *style.colours)), style.size == "large", style.zoom)


def _theme(theme: str | Theme) -> Theme:
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ThemeError(theme, "")
    return THEMES[theme]
