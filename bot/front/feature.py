"""What a feature offers, and what it gets to build on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.front.core.room import FrontRoom
from bot.service.games import Games
from bot.service.missed import MissedWords
from bot.store.repositories import Store
from bot.text.offers import Title

ByClass = Mapping[type[Any], Any]
"""Services by their classes: `Services.feature` finds them again."""


class Base(Protocol):
    """What the bot's process offers to features (`bot.wiring.bot.Core`), made when it is first asked for."""

    @property
    def store(self) -> Store:
        """The open database."""

    @property
    def games(self) -> Games:
        """All games."""

    @property
    def luck(self) -> random.Random:
        """What chance decides."""

    @property
    def missed_words(self) -> MissedWords:
        """Who knows the words that people missed in their games."""


def _no_services(_: Base) -> ByClass:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature, whole: `bot/features/__init__.py` switches it on.

    `front` gives its commands and buttons, and is called by the bot alone, since other processes do not load Discord's
    library. `services` makes what its commands use. `titles` name the values of its options.
    """

    front: Callable[[], FrontRoom] = FrontRoom
    services: Callable[[Base], ByClass] = _no_services
    titles: Mapping[str, Title] = field(default_factory=dict)
