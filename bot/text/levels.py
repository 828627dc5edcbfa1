"""Names of computer players' levels."""

from __future__ import annotations

from bot.text.texts import N_, Texts

_NAMES = (N_("novice"), N_("casual"), N_("club"), N_("expert"))
"""For levels 1 and 2, 3 and 4, 5 and 6, 7 and 8."""


def level_name(level: int, texts: Texts) -> str:
    """The name of a level from 1 to 8."""
    return texts.gettext(_NAMES[(level - 1) // 2])


def level_text(level: int, texts: Texts) -> str:
    """A level by number and name."""
    return texts.gettext("level {level}, {name}", level=level, name=level_name(level, texts))
