"""Names of computer players' levels."""

from __future__ import annotations

from bot.text.texts import NP_, Texts
from engine.game.state import Computer, Player

_NAMES = (NP_("level", "novice"), NP_("level", "casual"), NP_("level", "club"), NP_("level", "expert"))
"""The names of levels 1 and 2, 3 and 4, 5 and 6, and 7 and 8."""


def level_name(level: int, texts: Texts) -> str:
    """The name of a level from 1 to 8."""
    return texts.pgettext(*_NAMES[(level - 1) // 2])


def level_text(level: int, texts: Texts) -> str:
    """A level by number and name."""
    return texts.gettext("level {level}, {name}", level=level, name=level_name(level, texts))


def with_level(name: str, player: Player, texts: Texts) -> str:
    """The name of a player as shown; a computer player's with its level."""
    if not isinstance(player, Computer):
        return name
    return texts.gettext("{name} (level {level})", name=name, level=player.level)
