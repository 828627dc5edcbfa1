"""All rooms of the bot: those of the game and those of features."""

from __future__ import annotations

from typing import Final

from bot import features
from bot.front.rooms import OF_THE_GAME, Rooms

ROOMS: Final = Rooms(*OF_THE_GAME, *features.fronts())
