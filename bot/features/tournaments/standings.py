"""The order of the players: wins, then spread, then the games among those who are equal in both, then names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.features.tournaments.values import CAP, Board, Entrant
from bot.service.arranged import TIE, WIN


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, which equals share; `score` counts half wins, `lost` half losses, and `spread` is capped."""

    place: int
    entrant: Entrant
    score: int
    lost: int
    spread: int

    @property
    def balance(self) -> tuple[int, int]:
        """What decides between two players who have not met."""
        return self.score, self.spread


@dataclass(frozen=True, slots=True)
class Half:
    """A finished game as one of its players sees it."""

    player: int
    against: int | None
    difference: int

    @property
    def score(self) -> int:
        """Half wins."""
        return WIN if self.difference > 0 else TIE if self.difference == 0 else 0


def halves(boards: Iterable[Board]) -> list[Half]:
    """Each finished game twice, and each bye once; differences are capped."""
    found = []
    for one in boards:
        if one.points is None:
            continue
        difference = max(-CAP, min(CAP, one.points[0] - one.points[1]))
        found.append(Half(one.first, one.second, difference))
        if one.second is not None:
            found.append(Half(one.second, one.first, -difference))
    return found


def standings(entrants: Sequence[Entrant], boards: Iterable[Board]) -> tuple[Standing, ...]:
    """Everyone's standing, the best first."""
    played = halves(boards)
    sums = {one.number: [0, 0, 0] for one in entrants}
    for half in played:
        own = sums[half.player]
        own[0] += half.score
        own[1] += WIN - half.score
        own[2] += half.difference
    among = _among_equals(sums, played)
    keys = {number: (-score, -spread, -among[number]) for number, (score, _, spread) in sums.items()}
    order = sorted(entrants, key=lambda one: (keys[one.number], one.name.casefold(), one.number))
    ranks = sorted(keys.values())
    return tuple(Standing(1 + ranks.index(keys[one.number]), one, *sums[one.number]) for one in order)


def _among_equals(sums: dict[int, list[int]], played: Iterable[Half]) -> dict[int, int]:
    """The half wins of each player in games against those with the same wins and spread."""
    found: dict[int, int] = defaultdict(int)
    for half in played:
        if half.against is not None and sums[half.player] == sums[half.against]:
            found[half.player] += half.score
    return found
