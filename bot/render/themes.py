"""The bundled themes, and how a style finds its colours."""

from __future__ import annotations

from functools import lru_cache

from bot.render.theme import ZOOMS, Look, Style, Theme, ThemeError, recolour

# Letter premiums are blue and word premiums orange to red: the one axis that all common types of colour blindness
# preserve. Within each, a stronger factor is darker, so that strength does not depend on hue.
_CLASSIC = Theme(
    frame="#17323c",
    frame_ink="#f4f7f3",
    frame_muted="#b5c9cb",
    card="#224550",
    card_ink="#ffffff",
    card_muted="#c3d5d6",
    accent="#ffcb5c",
    grid="#9fb2ac",
    plain="#c9d6d0",
    blocked="#17323c",
    blocked_mark="#4a6f7b",
    start="#465a55",
    points="#65726e",
    letter_2="#8fc3ea",
    letter_3="#3577bd",
    letter_4="#1f4a8a",
    letter_5="#122c5c",
    word_2="#f2a98b",
    word_3="#c8412f",
    word_4="#8e1f2a",
    word_5="#560f1e",
    label_dark="#14252c",
    label_light="#ffffff",
    tile="#f8e0a4",
    tile_edge="#b78a3f",
    tile_ink="#2b1c0c",
    new_tile="#fff2cf",
    new_ink="#2b1c0c",
    new_outline="#1b1024",
    blank_ink="#8c2148",
    ledge="#8a5a2b",
)

_DARK = Theme(
    frame="#1b1d22",
    frame_ink="#f2f3f5",
    frame_muted="#b5bac1",
    card="#2b2e35",
    card_ink="#f7f8fa",
    card_muted="#bcc1c9",
    accent="#ffd166",
    grid="#17191d",
    plain="#31353d",
    blocked="#17191d",
    blocked_mark="#565c68",
    start="#a3abb6",
    points="#a3abb6",
    letter_2="#76abd3",
    letter_3="#2560a8",
    letter_4="#123875",
    letter_5="#081c42",
    word_2="#dba083",
    word_3="#bb3a2a",
    word_4="#7d1420",
    word_5="#470a14",
    label_dark="#0c0d10",
    label_light="#ffffff",
    tile="#e9dcbc",
    tile_edge="#9a8a62",
    tile_ink="#1d1810",
    new_tile="#fff8e2",
    new_ink="#1d1810",
    new_outline="#d9480f",
    blank_ink="#8c2148",
    ledge="#5a4630",
)

_PAPER = Theme(
    frame="#fbfaf6",
    frame_ink="#1c1c1a",
    frame_muted="#5a5a55",
    card="#efece3",
    card_ink="#1c1c1a",
    card_muted="#57564f",
    accent="#8a3b00",
    grid="#c9c4b6",
    plain="#fbfaf6",
    blocked="#4a4843",
    blocked_mark="#77736a",
    start="#6f6a5e",
    points="#9b978b",
    letter_2="#c5e0f5",
    letter_3="#79b2de",
    letter_4="#3973aa",
    letter_5="#1b4673",
    word_2="#f4b79d",
    word_3="#e88b6b",
    word_4="#b9432c",
    word_5="#7f2417",
    label_dark="#1c1c1a",
    label_light="#ffffff",
    tile="#fae3a6",
    tile_edge="#6d6350",
    tile_ink="#161410",
    new_tile="#fff6da",
    new_ink="#161410",
    new_outline="#161410",
    blank_ink="#8c1d40",
    ledge="#b99b6b",
)

_HIGH_CONTRAST = Theme(
    frame="#000000",
    frame_ink="#ffffff",
    frame_muted="#e6e6e6",
    card="#000000",
    card_ink="#ffffff",
    card_muted="#e6e6e6",
    accent="#ffe600",
    grid="#000000",
    plain="#ffffff",
    blocked="#000000",
    blocked_mark="#8c8c8c",
    start="#000000",
    points="#ffffff",
    letter_2="#dcdcdc",
    letter_3="#bcbcbc",
    letter_4="#9c9c9c",
    letter_5="#7c7c7c",
    word_2="#585858",
    word_3="#3a3a3a",
    word_4="#202020",
    word_5="#060606",
    label_dark="#000000",
    label_light="#ffffff",
    tile="#ffe600",
    tile_edge="#000000",
    tile_ink="#000000",
    new_tile="#000000",
    new_ink="#ffffff",
    new_outline="#ffe600",
    blank_ink="#000000",
    ledge="#ffffff",
)

HIGH_CONTRAST = "high_contrast"

THEMES = {"classic": _CLASSIC, "dark": _DARK, "paper": _PAPER, HIGH_CONTRAST: _HIGH_CONTRAST}
"""Themes by name, as in a style and a person's settings."""


@lru_cache(maxsize=64)
def look_of(style: Style, colours: tuple[tuple[str, str], ...] = ()) -> Look:
    """The colours and sizes a style asks for, on top of the variant's colours.

    High contrast ignores the variant's colours, because people who choose it need its own. Raises ThemeError for
    unknown names or values.
    """
    if style.theme not in THEMES:
        raise ThemeError(style.theme, "")
    if style.zoom not in ZOOMS:
        raise ThemeError("zoom", str(style.zoom))
    own = () if style.theme == HIGH_CONTRAST else colours
    changed = tuple((dict(own) | dict(style.colours)).items())
    return Look(recolour(THEMES[style.theme], changed), style.size == "large", style.zoom)
