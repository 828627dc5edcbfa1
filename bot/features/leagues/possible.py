"""The best and the worst place that each player of a division can still have. Pure.

All outcomes of the games that are left are considered; each game has two points to give. Between players with equal
points the spread decides, and as long as one of them has a game left, it can still decide for either: nobody knows how
high a game will be won. Looking for the place is looking for the largest set of players who all stay behind (or all
get ahead): the games within the set must not give anybody more points than that player may have (or lose), and games
with others are lost (or won).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.service.arranged import WIN

EFFORT = 300
"""How many sets are tried for one place; beyond that it is a bound: the place can be no better, or no worse."""


@dataclass(frozen=True, slots=True)
class CurrentStanding:
    """Where a player stands: points and spread."""

    points: int
    spread: int


def possible(now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Everyone's best and worst place, from where they stand and the pairs of the games left."""
    return {person: (_best(person, now, left), _worst(person, now, left)) for person in now}


def _best(person: str, now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> int:
    """The place if the person wins every game, and the others' games end as well as can be."""
    own, open_, rest, others = now[person], _open(left), _without(person, left), _others(person, now)
    most = own.points + WIN * open_[person]
    ahead = sum(_is_ahead(now[one], most, own, done=not (open_[one] or open_[person])) for one in others)
    behind = [one for one in others if now[one].points <= most]
    room = {one: most - now[one].points for one in behind if open_[one]}
    return 1 + ahead + len(room) - largest(room, rest)


def _worst(person: str, now: Mapping[str, CurrentStanding], left: Sequence[tuple[str, str]]) -> int:
    """The place if the person loses every game, and the others' games end as badly as can be."""
    own, open_, rest, others = now[person], _open(left), _without(person, left), _others(person, now)
    gained = Counter(one for pair in left if person in pair for one in pair if one != person)
    ahead, room, games = 0, {}, _open(rest)
    for one in others:
        points = now[one].points + WIN * gained[one]
        done = not (open_[one] or open_[person])
        if done or points >= own.points:
            ahead += points >= own.points if not done else _is_ahead(now[one], own.points, own, done=True)
        elif points + WIN * games[one] >= own.points:
            room[one] = points + WIN * games[one] - own.points
    return 1 + ahead + largest(room, rest)


def _is_ahead(other: CurrentStanding, points: int, own: CurrentStanding, *, done: bool) -> bool:
    """Whether someone is ahead of so many points already; the spread decides only between those who are done."""
    return other.points > points or (done and other.points == points and other.spread > own.spread)


def _others(person: str, now: Mapping[str, CurrentStanding]) -> list[str]:
    return [one for one in now if one != person]


def _open(left: Iterable[tuple[str, str]]) -> Counter[str]:
    return Counter(one for pair in left for one in pair)


def _without(person: str, left: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [pair for pair in left if person not in pair]


def largest(room: Mapping[str, int], games: Sequence[tuple[str, str]]) -> int:
    """The size of the largest set of players whose games among themselves give nobody more points than there is room.

    Whoever must be left out is looked for with ever more of them; in a set that is too full, at least one must be.
    """
    people = frozenset(room)
    for out in range(len(people)):
        search = _Search(room, games)
        if search.fits(people, frozenset(), out):
            return len(people) - out
        if search.effort > EFFORT:
            return len(people) - out
    return 0


@dataclass
class _Search:
    room: Mapping[str, int]
    games: Sequence[tuple[str, str]]
    effort: int = field(default=0)

    def fits(self, people: frozenset[str], kept: frozenset[str], out: int) -> bool:
        """Whether a set fits once at most `out` of its players are left out, none of them of those `kept`."""
        self.effort += 1
        full = overfull(self.room, [pair for pair in self.games if people.issuperset(pair)], people)
        if not full or self.effort > EFFORT:
            return not full
        inner = Counter(one for pair in self.games if full.issuperset(pair) for one in pair)
        relief = {one: WIN * inner[one] - self.room[one] for one in full - kept}
        order = sorted(relief, key=lambda one: (-relief[one], one))
        excess = WIN * inner.total() // 2 - sum(self.room[one] for one in full)
        if sum(max(0, relief[one]) for one in order[:out]) < excess:
            return False
        return any(self.fits(people - {one}, kept.union(order[:at]), out - 1) for at, one in enumerate(order))


def overfull(room: Mapping[str, int], games: Sequence[tuple[str, str]], people: frozenset[str]) -> frozenset[str]:
    """Some of these players whose games among themselves give more points than they have room for; none if all fit."""
    given: dict[str, Counter[str]] = {one: Counter() for one in people}
    load = dict.fromkeys(people, 0)
    for pair in games:
        for _ in range(WIN):
            one, other = sorted(pair, key=lambda player: load[player] - room[player])
            given[one][other] += 1
            load[one] += 1
    for one in sorted(people):
        while load[one] > room[one]:
            reached = _pass_on(one, given, load, room)
            if reached:
                return reached
    return frozenset()


def _pass_on(one: str, given: dict[str, Counter[str]], load: dict[str, int], room: Mapping[str, int]) -> frozenset[str]:
    """Pass a point on to someone with room, over games that can end otherwise; whoever is reached if nobody has any."""
    came: dict[str, str] = {one: ""}
    queue = deque([one])
    while queue:
        at = queue.popleft()
        if load[at] < room[at]:
            load[one] -= 1
            load[at] += 1
            while came[at]:
                given[came[at]][at] -= 1
                given[at][came[at]] += 1
                at = came[at]
            return frozenset()
        for other, points in sorted(given[at].items()):
            if points and other not in came:
                came[other] = at
                queue.append(other)
    return frozenset(came)
