"""What surrounds the game: each folder is a feature that can be taken out, with its line here.

A feature has whatever it needs of `values`, `store`, services, `text`, `messages` and `actions`, one `ROOM`
(`bot/front/feature.py`) in its `__init__`, and one `FRONT` (`bot/front/interaction/room.py`) in its `commands`. It
builds on the rest of the bot and knows no other feature.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bot.front.feature import Feature
from bot.text import option_titles
from bot.text.help import TOPICS
from bot.text.refusals import WORDINGS

if TYPE_CHECKING:
    from bot.front.interaction.room import FrontRoom

NAMES = (
    "study",
    "statistics",
    "analysis",
    "puzzles",
    "duplicate",
    "review",
    "chat",
    "seeks",
    "away",
    "ahead",
    "tournaments",
    "leagues",
    "calendar",
    "digest",
    "milestones",
)

ROOMS: tuple[Feature, ...] = tuple(import_module(f"{__name__}.{name}").ROOM for name in NAMES)


def fronts() -> list[FrontRoom]:
    """The commands and buttons of all features, for the bot: other processes do not load Discord's library."""
    return [import_module(f"{__name__}.{name}.commands").FRONT for name in NAMES]


for _room in ROOMS:
    option_titles.TITLES.update(_room.titles)
    TOPICS.update(_room.topics)
    WORDINGS.update(_room.wordings)
