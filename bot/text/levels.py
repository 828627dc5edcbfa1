"""Names of computer players' levels."""

from __future__ import annotations

from bot.text.texts import Texts
from engine.game.state import Computer, Player
from engine.model.levels import Rank, level
from engine.sentences import NP_

_RANKS = {
    Rank.NOVICE: NP_("level", "novice"),
    Rank.CASUAL: NP_("level", "casual"),
    Rank.CLUB: NP_("level", "club"),
    Rank.EXPERT: NP_("level", "expert"),
}


def level_name(number: int, texts: Texts) -> str:
    """The name of a level by its number. Raises `IndexError` if there is none."""
    return texts.pgettext(*_RANKS[level(number).rank])


def level_text(level: int, texts: Texts) -> str:
    """A level by number and name."""
    return texts.gettext("level {level}, {name}", level=level, name=level_name(level, texts))


def with_level(name: str, player: Player, texts: Texts) -> str:
    """The name of a player as shown; a computer player's with its level."""
    if not isinstance(player, Computer):
        return name
    return texts.gettext("{name} (level {level})", name=name, level=player.level)
