"""Which deliveries go out next: in the order they were queued, one at a time to each target.

Of deliveries that show a state, only the newest is worth sending. Servers get equal turns (`choose`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bot.fairness import fair_choice
from bot.model.deliveries import SHOWS_MORE, Delivery, Room, Target


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with the queue: what may be sent, what is no longer needed, and when to look again.

    `queued` says that something waits for the message before it in the same target.
    """

    ready: tuple[Delivery, ...]
    superseded: tuple[int, ...]
    next_due: int | None
    queued: bool = False


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
    queued = False
    for target, waiting in _by_target(queue).items():
        if target in leased and leased[target] > now:
            instants.append(leased[target])
            queued = True
            continue
        marked = [replace(one, superseded=_is_superseded(one, waiting)) for one in waiting]
        superseded += [one.id for one in marked if one.superseded and not one.attempts]
        left = [one for one in marked if one.attempts or not one.superseded]
        head, queued = left[0], queued or len(left) > 1
        if head.due <= now or head.superseded:
            ready.append(head)
        else:
            instants.append(head.due)
    return Plan(tuple(ready), tuple(superseded), min(instants, default=None), queued)


def _by_target(queue: Iterable[Delivery]) -> dict[Target, list[Delivery]]:
    targets: dict[Target, list[Delivery]] = {}
    for delivery in queue:
        targets.setdefault(delivery.target, []).append(delivery)
    return targets


def _is_superseded(delivery: Delivery, waiting: list[Delivery]) -> bool:
    more = SHOWS_MORE.get(delivery.kind, frozenset())
    return any(one.game == delivery.game and one.kind in more and one.id > delivery.id for one in waiting)
