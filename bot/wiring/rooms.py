"""All rooms of a bot: those of the game and those of features."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot import features
from bot.front.rooms import OF_THE_GAME, Rooms


def rooms_with(names: Iterable[str] = features.NAMES) -> Rooms:
    """The rooms of a bot with the features of these names."""
    named = tuple(names)
    return Rooms(
        *OF_THE_GAME, *features.fronts(named), topics=features.topics(named), wordings=features.wordings(named)
    )


ROOMS: Final = rooms_with()
"""Those of a bot with all features."""
