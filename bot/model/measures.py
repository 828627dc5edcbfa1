"""What the bot measures of its own work and counts in its database. Services do not know who reads the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Asking(Enum):
    """How someone asked for something."""

    COMMAND = "command"
    BUTTON = "button"
    FORM = "form"
    MESSAGE = "message"


class Measures:
    """Receives measurements and keeps none. Every method returns at once and never raises. Times are in seconds."""

    def answered(self, asking: Asking, name: str, seconds: float, *, late: bool) -> None:
        """Someone's request was answered, so long after it arrived.

        `name` is the command or the action of the button. `late` says that Discord had no answer in time.
        """

    def committed(self, seconds: float) -> None:
        """A change of a game was committed, after so long in the database."""

    def delivered(self, seconds: float) -> None:
        """A message was sent, so long after it was due."""

    def requested(self, status: int) -> None:
        """Discord answered an HTTP request with a status."""

    def paused(self, seconds: float) -> None:
        """Discord asked for a pause, because of a rate limit."""

    def lagged(self, seconds: float) -> None:
        """The event loop was so late for a regular beat."""

    def took_over(self, what: str, count: int) -> None:
        """This process took a `shard` of a dead process, or freed its `delivery`, `deadline` or `work` for all."""

    def holds_shards(self, count: int) -> None:
        """This process now holds so many of Discord's shards."""


@dataclass(frozen=True, slots=True)
class DatabaseCounts:
    """What the database holds now.

    `games` is how many games are in each phase except finished ones, `waiting` how many deliveries wait, `oldest` the
    instant at which the oldest of them was due (None if none waits), `processes` how many processes there are of each
    kind.
    """

    games: Mapping[str, int]
    waiting: int
    oldest: int | None
    processes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PoolLoad:
    """How much of something limited is in use, and how many wait for it."""

    used: int
    waiting: int
    most: int
