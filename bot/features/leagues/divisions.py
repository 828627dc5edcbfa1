"""Who plays in which division: promotion, relegation, people who come back, and newcomers. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from math import ceil

from bot.features.leagues.values import SEASONS_REMEMBERED, LeagueMember, Spot, Terms

Ladder = list[list["_Entry"]]


class _Way(IntEnum):
    """How someone has come into a division; whoever is named first is the last to be moved down for its size."""

    PROMOTED = 0
    STAYED = 1
    RELEGATED = 2
    NEW = 3


@dataclass(frozen=True, slots=True)
class _Entry:
    person: str
    way: _Way
    rank: int

    @property
    def down(self) -> tuple[int, int]:
        """The greatest is moved down first."""
        return self.way, self.rank

    @property
    def up(self) -> tuple[int, int]:
        """The least is moved up first: nobody is promoted twice while others can be."""
        return (_Way.NEW if self.way is _Way.PROMOTED else self.way), self.rank


def divisions_for(people: int, terms: Terms) -> int:
    """How many divisions so many people make: as near to the wanted size as can be, and none too large."""
    return max(1, round(people / terms.size), ceil(people / terms.most))


def moves(size: int, division: int, divisions: int, terms: Terms) -> tuple[int, int]:
    """How many are promoted from a division, and how many relegated."""
    moving = terms.moving(size)
    return (moving if division > 1 else 0), (moving if division < divisions else 0)


def place(members: Sequence[LeagueMember], spots: Iterable[Spot], season: int, terms: Terms) -> list[list[str]]:
    """The divisions of a season from the spots of earlier ones, the highest first."""
    latest = {one.person: one for one in sorted(spots, key=lambda one: one.season) if one.season < season}
    known = {person: spot for person, spot in latest.items() if spot.season >= season - SEASONS_REMEMBERED}
    joined = {one.person for one in members if one.joined}
    last = [spot for spot in known.values() if spot.season == season - 1]
    ladder = _moved(last, joined, terms)
    away = [spot for person, spot in known.items() if spot.season < season - 1 and person in joined]
    for spot in sorted(away, key=lambda one: (one.division, one.place or one.line)):
        _return(ladder, spot, terms)
    ladder[-1] += _newcomers(members, known)
    wanted = divisions_for(len(joined), terms)
    return [[one.person for one in division] for division in _balanced(_counted(ladder, wanted), terms)]


def _moved(last: Sequence[Spot], joined: set[str], terms: Terms) -> Ladder:
    """The divisions of the last season after promotion and relegation, without those who have left."""
    count = max((spot.division for spot in last), default=1)
    ladder: Ladder = [[] for _ in range(count)]
    for number in range(1, count + 1):
        order = sorted((spot for spot in last if spot.division == number), key=lambda one: one.place or one.line)
        up, down = moves(len(order), number, count, terms)
        for rank, spot in enumerate(order):
            way = _Way.PROMOTED if rank < up else _Way.RELEGATED if rank >= len(order) - down else _Way.STAYED
            step = {_Way.PROMOTED: -1, _Way.RELEGATED: 1}.get(way, 0)
            if spot.person in joined:
                ladder[number - 1 + step].append(_Entry(spot.person, way, rank))
    return ladder


def _return(ladder: Ladder, spot: Spot, terms: Terms) -> None:
    """Let someone come back into their division, or the next one that has room."""
    lower = range(min(spot.division, len(ladder)) - 1, len(ladder))
    at = next((at for at in lower if len(ladder[at]) < terms.most), len(ladder) - 1)
    ladder[at].append(_Entry(spot.person, _Way.STAYED, spot.place or spot.line))


def _newcomers(members: Sequence[LeagueMember], known: Mapping[str, Spot]) -> list[_Entry]:
    """Those with no remembered place, the best rated first."""
    new = [one for one in members if one.joined and one.person not in known]
    order = sorted(new, key=lambda one: -one.rating)
    return [_Entry(one.person, _Way.NEW, rank) for rank, one in enumerate(order)]


def _counted(ladder: Ladder, wanted: int) -> Ladder:
    """As many divisions as wanted: the lowest ones are joined, or the lowest is divided."""
    while len(ladder) > wanted:
        ladder[-2:] = [ladder[-2] + ladder[-1]]
    if parts := wanted - len(ladder):
        last = sorted(ladder.pop(), key=lambda one: one.down)
        cuts = [round(len(last) * part / (parts + 1)) for part in range(parts + 2)]
        ladder += [last[low:high] for low, high in pairwise(cuts)]
    return ladder


def _balanced(ladder: Ladder, terms: Terms) -> Ladder:
    """The same with divisions that are neither too large nor too small."""
    least = min(sum(map(len, ladder)) // len(ladder), max(1, terms.size - 2))
    for _ in ladder:
        for upper, lower in zip(ladder[-2::-1], ladder[:0:-1], strict=False):
            while upper and (len(lower) < least or len(upper) > terms.most):
                _shift(upper, lower, max(upper, key=lambda one: one.down))
        for upper, lower in pairwise(ladder):
            while lower and (len(upper) < least or len(lower) > terms.most > len(upper)):
                _shift(lower, upper, min(lower, key=lambda one: one.up))
    return ladder


def _shift(source: list[_Entry], goal: list[_Entry], one: _Entry) -> None:
    source.remove(one)
    goal.append(one)
