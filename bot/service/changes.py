"""What is written to the storage and read from it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.limits import Limit, Per
from bot.service.ports import Cause, Delivery, GameResult, GameSummary, NewDelivery, Target
from engine.game.clock import Deadline

EventData = Mapping[str, Any]
"""An event as plain data (`engine.game.codec`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cause has done already: the numbers of the first and the last event of its game."""

    game: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Quota:
    """A game may become what `limit` counts only while fewer than `most` others of an owner are so.

    The owner, whose id is `owner`, is a person (the host; in `server` or its direct messages, or `everywhere`), a
    channel with its threads, or a server, as `per` says. `own` says that the owner is who asks.
    """

    limit: Limit
    per: Per
    owner: str
    server: int | None
    most: int
    everywhere: bool = False
    own: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one accepted command changes; it is written as a whole or not at all.

    `first` is the sequence number of the first event, counted from 1. `result` comes with the end of a game, `shown`
    with its beginning: where it is shown besides its home. `quotas` are checked where it is written.
    """

    cause: Cause
    first: int
    events: tuple[EventData, ...]
    summary: GameSummary
    deliveries: tuple[NewDelivery, ...]
    deadline: Deadline | None
    result: GameResult | None = None
    shown: tuple[Target, ...] = ()
    quotas: tuple[Quota, ...] = ()


@dataclass(frozen=True, slots=True)
class Claimed:
    """Deliveries that this process may send now, one per target, and when to look again (None: when woken)."""

    deliveries: tuple[Delivery, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Alarm:
    """The deadline of a game as it waits in the database; `attempts` counts the tries that failed.

    `tenant` is that of the game's place.
    """

    game: str
    deadline: Deadline
    attempts: int = 0
    tenant: int = 0
