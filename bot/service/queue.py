"""Which deliveries go out next: in the order they were queued, one at a time to each target.

Of deliveries that show a state, only the newest is worth sending. Servers get equal turns (`choose`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot.service.fairness import fair_choice
from bot.service.ports import Delivery, DeliveryKind, Target

SHOWS_MORE: Mapping[DeliveryKind, frozenset[DeliveryKind]] = {
    DeliveryKind.LOBBY: frozenset({DeliveryKind.LOBBY, DeliveryKind.BOARD, DeliveryKind.END}),
    DeliveryKind.BOARD: frozenset({DeliveryKind.BOARD, DeliveryKind.END}),
    DeliveryKind.RACK: frozenset({DeliveryKind.RACK}),
    DeliveryKind.TURN: frozenset({DeliveryKind.TURN}),
}
"""For each kind of delivery: the kinds that supersede it when they come later, for the same game and target."""

SHOWS_GAME = frozenset({DeliveryKind.LOBBY, DeliveryKind.BOARD, DeliveryKind.END})
"""Kinds of posts of which only the newest keeps its buttons."""

REPLACES: Mapping[DeliveryKind, frozenset[DeliveryKind]] = {
    **dict.fromkeys(SHOWS_GAME, SHOWS_GAME),
    DeliveryKind.RACK: frozenset({DeliveryKind.RACK, DeliveryKind.TURN}),
    DeliveryKind.TURN: frozenset({DeliveryKind.TURN}),
    DeliveryKind.CHAT_QUESTION: frozenset({DeliveryKind.CHAT_QUESTION}),
}
"""The kinds of posts that have buttons or are edited, and those that a new one of the kind outdates.

A rack comes after its owner's move, so whatever prompted that move is no longer needed.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with the queue: what may be sent, what is no longer needed, and when to look again."""

    ready: tuple[Delivery, ...]
    superseded: tuple[int, ...]
    next_due: int | None


@dataclass(frozen=True, slots=True)
class Room:
    """What a process can send now: this many messages, `share` of one tenant including those `under_way`.

    `full` are targets that may not be written to before the given instants.
    """

    most: int
    share: int | None = None
    under_way: Mapping[int, int] = field(default_factory=dict)
    full: Mapping[Target, int] = field(default_factory=dict)


def choose(ready: Iterable[Delivery], room: Room) -> list[Delivery]:
    """The deliveries that may go out now; each tenant gets its turn, whatever others have waiting."""
    share = room.most if room.share is None else room.share
    return fair_choice(ready, lambda one: one.tenant, room.under_way, share, room.most)


def plan(queue: Iterable[Delivery], leased: Mapping[Target, int], now: int) -> Plan:
    """The plan for the waiting deliveries, in their order; `leased` targets are busy until the given instants.

    A delivery superseded after it was tried stays in the plan: its post may exist and has to be found.
    """
    ready: list[Delivery] = []
    superseded: list[int] = []
    instants: list[int] = []
    for target, waiting in _by_target(queue).items():
        if target in leased and leased[target] > now:
            instants.append(leased[target])
            continue
        marked = [replace(one, superseded=_is_superseded(one, waiting)) for one in waiting]
        superseded += [one.id for one in marked if one.superseded and not one.attempts]
        head = next(one for one in marked if one.attempts or not one.superseded)
        if head.due <= now or head.superseded:
            ready.append(head)
        else:
            instants.append(head.due)
    return Plan(tuple(ready), tuple(superseded), min(instants, default=None))


def _by_target(queue: Iterable[Delivery]) -> dict[Target, list[Delivery]]:
    targets: dict[Target, list[Delivery]] = {}
    for delivery in queue:
        targets.setdefault(delivery.target, []).append(delivery)
    return targets


def _is_superseded(delivery: Delivery, waiting: list[Delivery]) -> bool:
    more = SHOWS_MORE.get(delivery.kind, frozenset())
    return any(one.game == delivery.game and one.kind in more and one.id > delivery.id for one in waiting)
