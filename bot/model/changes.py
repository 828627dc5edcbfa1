"""What is written to the storage and read from it as a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.limits import Limit, Per
from bot.model.deliveries import Delivery, NewDelivery, Post, Sent, Target
from bot.model.games import Cause, GameResult, GameSummary
from engine.game.clock import Deadline

EventData = Mapping[str, Any]
"""An event as plain data (`engine.game.codec`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cause has already done: the numbers of the first and the last event of its game."""

    game: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Quota:
    """A game may enter the state that `limit` counts only while an owner has fewer than `most` others in it.

    `owner` is the id of the owner, which `per` says is a person (the host; in `server` or its direct messages, or
    `everywhere`), a channel with its threads, or a server. `own` says that the owner is the asker.
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
    with its beginning: the places besides its home that show it. `quotas` are checked in the same transaction.
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
    """Deliveries that this process may send now, one per target, and when to look again (None: when woken).

    `waiting` says that others wait for a message under way to end: for its target, or for its worker. `outdated` is the
    newest obsolete post of each target where a message has just been marked as sent.
    """

    deliveries: tuple[Delivery, ...]
    next_due: int | None
    waiting: bool = False
    outdated: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """A delivery that has been made at an instant; `sent` is None if there was nothing to tell."""

    delivery: Delivery
    sent: Sent | None
    at: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """The deadline of a game as it waits in the database; `attempts` counts the failed tries.

    `tenant` is that of the game's place.
    """

    game: str
    deadline: Deadline
    attempts: int = 0
    tenant: int = 0
