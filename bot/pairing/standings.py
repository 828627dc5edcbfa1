"""The order of the players: wins, spread, and how far each has come in a knockout. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.competitions.results import BYE, TIE, WIN
from bot.pairing.bracket import bracket, champion
from bot.pairing.values import CAP, Entrant, Format, Pairing, Ruling, Tournament


@dataclass(frozen=True, slots=True)
class TournamentStanding:
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
    """A finished game as one of its players sees it; a game that both have lost is one against nobody for each."""

    player: int
    against: int | None
    difference: int

    @property
    def score(self) -> int:
        """Half wins."""
        return WIN if self.difference > 0 else TIE if self.difference == 0 else 0


def halves(boards: Iterable[Pairing]) -> list[Half]:
    """Each finished game twice, and each bye once; differences are capped."""
    found = []
    for one in boards:
        if one.points is None or not one.counts:
            continue
        if one.ruling is Ruling.BOTH_LOSE:
            found += [Half(number, None, -BYE) for number in one.players]
            continue
        difference = max(-CAP, min(CAP, one.points[0] - one.points[1]))
        found.append(Half(one.first, one.second, difference))
        if one.second is not None:
            found.append(Half(one.second, one.first, -difference))
    return found


def standings(entrants: Sequence[Entrant], boards: Iterable[Pairing]) -> tuple[TournamentStanding, ...]:
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
    return tuple(TournamentStanding(1 + ranks.index(keys[one.number]), one, *sums[one.number]) for one in order)


def table(one: Tournament) -> tuple[TournamentStanding, ...]:
    """Everyone's standing in a tournament as it is played, the best first."""
    usual = standings(one.entrants, one.counted)
    if one.plan.format is not Format.KNOCKOUT:
        return usual
    found, first = bracket(one.entrants, one.counted), champion(one)
    passed = {entrant.number: found.passed(entrant.number) for entrant in one.entrants}
    far = {number: count + (number == first) for number, count in passed.items()}
    rows = [
        TournamentStanding(
            1 + sum(other > far[row.entrant.number] for other in far.values()),
            row.entrant,
            WIN * passed[row.entrant.number],
            WIN * found.is_out(row.entrant.number),
            row.spread,
        )
        for row in usual
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.entrant.name.casefold(), row.entrant.number)))


def winners(one: Tournament) -> tuple[TournamentStanding, ...]:
    """Who has won a tournament: those who share the first place of all who have not left it, in a knockout whoever has
    won the last round.
    """
    if not any(board.counts and board.second is not None for board in one.counted):
        return ()
    rows = table(one)
    if one.plan.format is Format.KNOCKOUT:
        return tuple(row for row in rows if row.entrant.number == champion(one))
    there = [row for row in rows if not row.entrant.dropped]
    return tuple(row for row in there if row.place == there[0].place)


def _among_equals(sums: dict[int, list[int]], played: Iterable[Half]) -> dict[int, int]:
    """The half wins of each player in games against those with the same wins and spread."""
    found: dict[int, int] = defaultdict(int)
    for half in played:
        if half.against is not None and sums[half.player] == sums[half.against]:
            found[half.player] += half.score
    return found
