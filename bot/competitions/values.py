"""Competitions, such as tournaments and leagues: a channel has one, and the bot opens its games in threads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from engine.game.state import Setup

LONGEST_NAME = 40


def short_name(typed: str) -> str:
    """A competition's name as somebody types it, without needless spaces."""
    return " ".join(typed.split())[:LONGEST_NAME]


@dataclass(frozen=True, slots=True)
class Competition(ABC):
    """What every competition has. `number` never repeats among those of its kind, `setup` is that of its games.

    `message` is the one with those who take part. `version` counts its changes, and `shown` is that of the newest one
    shown. `attempts` counts the failures in a row.
    """

    number: int
    server: int
    channel: int
    name: str
    setup: Setup
    maker: str
    director: str | None
    message: int | None = field(default=None, kw_only=True)
    version: int = field(default=0, kw_only=True)
    shown: int = field(default=-1, kw_only=True)
    attempts: int = field(default=0, kw_only=True)

    @property
    def directed_by(self) -> str:
        """Who directs it besides the moderators."""
        return self.director or self.maker

    @property
    def forgotten_at(self) -> int | None:
        """When it is thrown away; None if it is kept."""
        return None

    @abstractmethod
    def name_of(self, person: str) -> str:
        """What somebody is called who takes part, or has."""

    @property
    @abstractmethod
    def places(self) -> tuple[Any, ...]:
        """Its fixtures or boards: each has its `game`, is `is_open` until its end is known, and has a
        `correction` until the game has been told of it.
        """

    @property
    def corrected(self) -> tuple[Any, ...]:
        """The fixtures or boards whose result a director has set, which their games have not been told."""
        return tuple(one for one in self.places if one.correction is not None)
