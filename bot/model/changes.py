"""Values that the store writes or reads as a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.limits import Limit, Per
from bot.model.deliveries import Delivery, NewDelivery, Post, SentMessage, Target
from bot.model.games import Cause, GameResult, GameSummary
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from engine.game.clock import Deadline
from engine.model.tiles import Tile

EventData = Mapping[str, Any]
"""An event as plain data (`engine.game.codec`)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cause has already done: its game, and the numbers of the first and last events that it led to."""

    game: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Quota:
    """A game may enter the state that `limit` counts only while an owner has fewer than `most` others in it.

    `per` says whose id `owner` is: the host's, a channel's (with its threads) or a server's. A host's games count in
    `server` (None: in direct messages), or `everywhere`. `own` says that the host makes the request.
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

    `first` is the sequence number of the first event, counted from 1. `result` is set when a game ends. `shown` is set
    when it opens: the places besides its home that show it. `brief` is set when it opens or moves in a thread: the
    channels that hear only of its lobby and its end. `quotas` are checked in the same transaction.
    """

    cause: Cause
    first: int
    events: tuple[EventData, ...]
    summary: GameSummary
    deliveries: tuple[NewDelivery, ...]
    deadline: Deadline | None
    result: GameResult | None = None
    shown: tuple[Target, ...] = ()
    brief: tuple[Target, ...] = ()
    quotas: tuple[Quota, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimedDeliveries:
    """Deliveries that this process may send now, one per target, and when to look again (None: when woken).

    `waiting` says that other deliveries need the target or the worker of a message now being sent. `outdated` is the
    newest obsolete post of each target where a message has just been marked as sent.
    """

    deliveries: tuple[Delivery, ...]
    next_due: int | None
    waiting: bool = False
    outdated: tuple[Post, ...] = ()


@dataclass(frozen=True, slots=True)
class DeliveryEnd:
    """A delivery that was completed at the instant `at`; `sent` is None if there was nothing to send."""

    delivery: Delivery
    sent: SentMessage | None
    at: int


@dataclass(frozen=True, slots=True)
class Alarm:
    """A game's deadline, as stored in the database; `attempts` counts the failed tries.

    `tenant` is the tenant of the game's place.
    """

    game: str
    deadline: Deadline
    attempts: int = 0
    tenant: int = 0


@dataclass(frozen=True, slots=True)
class ClaimedAlarms:
    """Deadlines that this process may see to now, and when the next one is due.

    `waiting` says that others may be due already, which need a worker or are held by another process at this moment.
    """

    alarms: tuple[Alarm, ...]
    next_due: int | None
    waiting: bool


@dataclass(frozen=True, slots=True)
class DeadlineFilter:
    """Which deadlines a process minds: those of computer players' moves, `others`, or both.

    A computer's move is left to other processes until it has been due for `patience` milliseconds.
    """

    others: bool = True
    patience: int = 0


EVERYTHING = DeadlineFilter()


@dataclass(frozen=True, slots=True)
class GameContext:
    """A game from outside: its summary, where it is shown, and its live posts in all these places, oldest first."""

    summary: GameSummary
    targets: tuple[Target, ...]
    posts: tuple[Post, ...]

    def posts_in(self, target: Target) -> tuple[Post, ...]:
        """The live posts in one target, oldest first."""
        return tuple(post for post in self.posts if post.target == target)


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The facts from which a message is made, apart from the game itself.

    `people` are the profiles of everyone seated, of the host and of the receiver, by id; `channel` is the profile of
    the channel that receives the message, `server` that of the server where the game lives. `rack_order` is the order
    in which the receiver has arranged the rack, empty if the receiver never has. `knows_moves` says that the person on
    turn has finished some games and needs no explanation of how to make a move. `before` is the event up to which the
    receiver's posts before the newest live one have shown the game, None if that is the first.
    """

    game: GameContext
    people: Mapping[str, PersonProfile]
    channel: ChannelProfile | None
    server: ServerProfile | None
    rack_order: tuple[Tile, ...] = ()
    knows_moves: bool = False
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What is known when a request arrives: who makes it, where, and about which game.

    `shown` are the channel's unfinished games and `own` those in which the person is seated, most recently changed
    first; `game` is the game that a button names, None if that game does not exist.
    """

    person: PersonProfile
    server: ServerProfile | None
    shown: tuple[GameSummary, ...]
    own: tuple[GameSummary, ...]
    game: GameContext | None
