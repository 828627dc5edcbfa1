"""Who meets whom in a round, and who begins. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2

from bot.competitions.results import WIN
from bot.pairing.bracket import bracket, seeded
from bot.pairing.standings import TournamentStanding, standings
from bot.pairing.values import CAP, MOST_ROUNDS, PRIZES, Entrant, Format, Pairing, Ruling, Tournament, TournamentPlan

FAR_APART = 4
"""The product of how much more often two players have begun than not, if it is 2 for both."""
Pair = tuple[int, int | None]
"""Two entrants by their numbers, the one who begins first; or one with a bye."""


def rounds_for(plan: TournamentPlan, players: int) -> int:
    """The number of rounds, where the plan leaves it to the number of players or asks for more than there can be."""
    halvings, opponents = ceil(log2(max(players, 2))), players - 1 + players % 2
    match plan.format:
        case Format.KNOCKOUT:
            return halvings
        case Format.ROUND_ROBIN:
            return min(plan.rounds or opponents, opponents, MOST_ROUNDS)
        case Format.SWISS:
            return min(plan.rounds or min(halvings + 1, opponents), MOST_ROUNDS)
        case Format.HILL:
            return min(plan.rounds or halvings + 1, MOST_ROUNDS)


def rounds_among(one: Tournament, players: int) -> int:
    """The number of rounds once so many play, instead of those who have until now, before the first round.

    A round robin in which everyone would have met everyone stays one; others have what their director wants.
    """
    if one.plan.format is not Format.ROUND_ROBIN:
        return one.plan.rounds
    before, after = (rounds_for(TournamentPlan(Format.ROUND_ROBIN), count) for count in (len(one.active), players))
    return after if one.plan.rounds == before else min(one.plan.rounds, after)


def draw(plan: TournamentPlan, entrants: Sequence[Entrant], boards: Sequence[Pairing], number: int) -> tuple[Pair, ...]:
    """The pairs of round `number`, after the boards of all rounds before it; one with a bye comes last."""
    match plan.format:
        case Format.ROUND_ROBIN:
            return round_robin(bracket(entrants, boards).entrants, number)
        case Format.KNOCKOUT:
            meeting = [one for one in bracket(entrants, boards).coming(number) if one]
            pairs: list[Pair] = [(one[0], one[1] if len(one) > 1 else None) for one in meeting]
            return _seated(sorted(pairs, key=lambda one: one[1] is None), boards)
        case _:
            ranked, left = _ranked(entrants, boards), plan.rounds - number + 1
            if plan.format is not Format.HILL and left > plan.hill:
                return _seated(swiss(ranked, boards, left), boards)
            ranked, bye = _without_bye(ranked, boards)
            return _seated([*hill(ranked, left), *((one, None) for one in bye)], boards)


def _ranked(entrants: Sequence[Entrant], boards: Sequence[Pairing]) -> list[TournamentStanding]:
    """Those who play on, the best first; equals by their ratings."""
    seeds = {one.number: place for place, one in enumerate(seeded(entrants))}
    found = [one for one in standings(entrants, boards) if not one.entrant.dropped]
    return sorted(found, key=lambda one: (one.place, seeds[one.entrant.number]))


def _without_bye(
    ranked: list[TournamentStanding], boards: Iterable[Pairing]
) -> tuple[list[TournamentStanding], list[int]]:
    """The others, and who has the bye: the last of those with the fewest byes, if the number is odd."""
    if len(ranked) % 2 == 0:
        return ranked, []
    free = [one for one, more in zip(ranked, byes(ranked, boards), strict=True) if not more][-1]
    return [one for one in ranked if one is not free], [free.entrant.number]


def byes(ranked: Sequence[TournamentStanding], boards: Iterable[Pairing]) -> list[int]:
    """For each player, how many byes more they have had than those with the fewest."""
    had = Counter(one.first for one in boards if one.second is None)
    own = [had[one.entrant.number] for one in ranked]
    return [count - min(own) for count in own]


# --- who begins ---------------------------------------------------------------------------------------------------


def starts(boards: Iterable[Pairing]) -> Counter[int]:
    """How much more often each player has begun than not; what was not played counts for nothing."""
    found: Counter[int] = Counter()
    for one in boards:
        if was_played(one) and one.second is not None:
            found[one.first] += 1
            found[one.second] -= 1
    return found


def was_played(one: Pairing) -> bool:
    """Whether a board is a game of two that has been played, is being played, or will be."""
    return one.second is not None and not one.forfeit and one.ruling is None


def _seated(pairs: Iterable[Pair], boards: Sequence[Pairing]) -> tuple[Pair, ...]:
    """Who has begun less often begins; else who did not the last time that the two were not alike in it."""
    begun, sequences = starts(boards), _sequences(boards)

    def seat(pair: Pair) -> Pair:
        one, other = pair
        if other is None:
            return pair
        if begun[one] != begun[other]:
            return (one, other) if begun[one] < begun[other] else (other, one)
        mine, theirs = sequences.get(one, "")[::-1], sequences.get(other, "")[::-1]
        differs = next((a for a, b in zip(mine, theirs, strict=False) if a != b), "-")
        return (one, other) if differs == "-" else (other, one)

    return tuple(map(seat, pairs))


def _sequences(boards: Sequence[Pairing]) -> Mapping[int, str]:
    """For each player, + for each game begun and - for each other one, in order."""
    found: dict[int, str] = {}
    for one in sorted(boards, key=lambda board: board.round):
        if was_played(one) and one.second is not None:
            found[one.first] = found.get(one.first, "") + "+"
            found[one.second] = found.get(one.second, "") + "-"
    return found


# --- leaders who cannot be caught ---------------------------------------------------------------------------------


def catches(behind: TournamentStanding, ahead: TournamentStanding, left: int) -> bool:
    """Whether a player can still pass another one in so many rounds."""
    score, spread = ahead.score - behind.score, ahead.spread - behind.spread
    return score < left * WIN or (score == left * WIN and spread <= 2 * CAP * left)


def safe_and_hopeless(ranked: Sequence[TournamentStanding], left: int) -> tuple[int | None, frozenset[int]]:
    """The leader if nobody can catch them (gibsonised), and those who cannot reach a prize any more."""
    if len(ranked) < PRIZES + 1 or any(catches(one, ranked[0], left) for one in ranked[1:]):
        return None, frozenset()
    last = ranked[PRIZES - 1]
    hopeless = frozenset(one.entrant.number for one in ranked[PRIZES:] if not catches(one, last, left))
    return ranked[0].entrant.number, hopeless


# --- the formats --------------------------------------------------------------------------------------------------


def hill(ranked: Sequence[TournamentStanding], left: int) -> list[Pair]:
    """Neighbours meet: 1 and 2, 3 and 4; but a leader who cannot be caught meets the best without hope of a prize."""
    order = [one.entrant.number for one in ranked]
    safe, hopeless = safe_and_hopeless(ranked, left)
    if safe is not None and hopeless:
        partner = next(number for number in order if number in hopeless)
        order = [safe, partner, *(number for number in order if number not in (safe, partner))]
    return list(zip(order[::2], order[1::2], strict=True))


def round_robin(entrants: Sequence[Entrant], number: int) -> tuple[Pair, ...]:
    """Everyone meets everyone, by Berger's tables; who would meet someone who has left, or nobody, has a bye."""
    seats: list[Entrant | None] = [*seeded(entrants)]
    seats += [None] if len(seats) % 2 else []
    last = len(seats) - 1
    pairs = []
    for one in range(last):
        other = (number - 1 - one) % last
        if one < other:
            pairs.append((one, other) if (one + other) % 2 else (other, one))
        elif one == other:
            pairs.append((one, last) if one <= last // 2 else (last, one))
    return _present([(seats[one], seats[other]) for one, other in pairs])


def _present(pairs: Sequence[tuple[Entrant | None, Entrant | None]]) -> tuple[Pair, ...]:
    """The pairs without those who have left, byes last."""
    found: list[Pair] = []
    for pair in pairs:
        there = [one.number for one in pair if one is not None and not one.dropped]
        if there:
            found.append((there[0], there[1] if len(there) > 1 else None))
    return tuple(sorted(found, key=lambda one: one[1] is None))


def swiss(ranked: Sequence[TournamentStanding], boards: Iterable[Pairing], left: int) -> list[Pair]:
    """The pairs with the least cost in sum, found as a matching of maximum weight; in the order of the better ranks."""
    import networkx as nx  # it takes a second, and only draws need it

    graph = nx.Graph()
    costs = swiss_costs(ranked, boards, left)
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    places = sorted((min(pair), max(pair)) for pair in matching)
    numbers = [*(one.entrant.number for one in ranked), None]
    pairs = [(ranked[one].entrant.number, numbers[other]) for one, other in places]
    return sorted(pairs, key=lambda pair: pair[1] is None)


def swiss_costs(
    ranked: Sequence[TournamentStanding], boards: Iterable[Pairing], left: int
) -> dict[tuple[int, int], int]:
    """What it costs that two players meet, by their ranks from 0; the rank after the last is the bye, if there is one.

    Each of these outweighs all after it: how many byes more than others somebody has had who has one now; how often
    two have met; how many ranks are behind whoever has the bye; whether a leader who cannot be caught meets someone
    with hope of a prize; whether one of two would have begun three times more or less often than not; how far apart
    their scores are; whether both have begun too often, or too rarely; how far they are from meeting across the middle
    of their score group.
    """
    boards, count = list(boards), len(ranked)
    met = Counter(frozenset(one.players) for one in boards if one.second is not None and one.ruling is not Ruling.VOID)
    safe, hopeless = safe_and_hopeless(ranked, left)
    begun, groups = starts(boards), Counter(one.score for one in ranked)

    def meeting(one: int, other: int) -> tuple[int, ...]:
        mine, theirs = ranked[one], ranked[other]
        a, b = mine.entrant.number, theirs.entrant.number
        spoils = bool(hopeless) and a == safe and b not in hopeless
        gap = mine.score - theirs.score
        fold = abs(other - one - groups[mine.score] // 2) if gap == 0 else other - one
        unfair = max(0, begun[a] * begun[b])
        return 0, met[frozenset((a, b))] ** 2, 0, int(spoils), int(unfair >= FAR_APART), gap**2, unfair, fold

    found = {(one, other): meeting(one, other) for other in range(count) for one in range(other)}
    if count % 2:
        found |= {(one, count): (more, 0, count - 1 - one, *[0] * 5) for one, more in enumerate(byes(ranked, boards))}
    largest = [1 + max(column) * len(ranked) for column in zip(*found.values(), strict=True)]
    return {pair: _weighed(cost, largest) for pair, cost in found.items()}


def _weighed(costs: Sequence[int], largest: Sequence[int]) -> int:
    """One number for costs of which each outweighs what any sum of the later ones can be."""
    total = 0
    for cost, most in zip(costs, largest, strict=True):
        total = total * most + cost
    return total
