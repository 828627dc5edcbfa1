"""Who meets whom in a round, and who begins. Pure: the same tournament always gives the same pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log2

from bot.features.tournaments.standings import Standing, standings
from bot.features.tournaments.values import CAP, MOST_ROUNDS, PRIZES, Board, Entrant, Format, Plan
from bot.service.arranged import WIN

FAR_APART = 4
"""The product of how much more often two players have begun than not, if it is 2 for both."""
Pair = tuple[int, int | None]
"""Two entrants by their numbers, the one who begins first; or one with a bye."""


def rounds_for(plan: Plan, players: int) -> int:
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


def draw(plan: Plan, entrants: Sequence[Entrant], boards: Sequence[Board], number: int) -> tuple[Pair, ...]:
    """The pairs of round `number`, after the boards of all rounds before it; one with a bye comes last."""
    match plan.format:
        case Format.ROUND_ROBIN:
            return round_robin(entrants, number)
        case Format.KNOCKOUT:
            return _seated(knockout(entrants, boards, number), boards)
        case _:
            ranked = _ranked(entrants, boards)
            ranked, bye = _without_bye(ranked, boards)
            left = plan.rounds - number + 1
            on_hill = plan.format is Format.HILL or left <= plan.hill
            pairs = hill(ranked, left) if on_hill else swiss(ranked, boards, left)
            return _seated([*pairs, *((one, None) for one in bye)], boards)


def seeded(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants, the best rated first, then who came first."""
    return sorted(entrants, key=lambda one: (-one.rating, one.number))


def _ranked(entrants: Sequence[Entrant], boards: Sequence[Board]) -> list[Standing]:
    """Those who play on, the best first; equals by their ratings."""
    seeds = {one.number: place for place, one in enumerate(seeded(entrants))}
    found = [one for one in standings(entrants, boards) if not one.entrant.dropped]
    return sorted(found, key=lambda one: (one.place, seeds[one.entrant.number]))


def _without_bye(ranked: list[Standing], boards: Iterable[Board]) -> tuple[list[Standing], list[int]]:
    """The others, and who has the bye: the last of those with the fewest byes, if the number is odd."""
    if len(ranked) % 2 == 0:
        return ranked, []
    byes = Counter(one.first for one in boards if one.second is None)
    fewest = min(byes[one.entrant.number] for one in ranked)
    free = [one for one in ranked if byes[one.entrant.number] == fewest][-1]
    return [one for one in ranked if one is not free], [free.entrant.number]


# --- who begins ---------------------------------------------------------------------------------------------------


def starts(boards: Iterable[Board]) -> Counter[int]:
    """How much more often each player has begun than not; a bye counts for nothing."""
    found: Counter[int] = Counter()
    for one in boards:
        if one.second is not None:
            found[one.first] += 1
            found[one.second] -= 1
    return found


def _seated(pairs: Iterable[Pair], boards: Sequence[Board]) -> tuple[Pair, ...]:
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


def _sequences(boards: Sequence[Board]) -> Mapping[int, str]:
    """For each player, + for each game begun and - for each other one, in order."""
    found: dict[int, str] = {}
    for one in sorted(boards, key=lambda board: board.round):
        if one.second is not None:
            found[one.first] = found.get(one.first, "") + "+"
            found[one.second] = found.get(one.second, "") + "-"
    return found


# --- leaders who cannot be caught ---------------------------------------------------------------------------------


def catches(behind: Standing, ahead: Standing, left: int) -> bool:
    """Whether a player can still pass another one in so many rounds."""
    score, spread = ahead.score - behind.score, ahead.spread - behind.spread
    return score < left * WIN or (score == left * WIN and spread <= 2 * CAP * left)


def safe_and_hopeless(ranked: Sequence[Standing], left: int) -> tuple[int | None, frozenset[int]]:
    """The leader if nobody can catch them (gibsonised), and those who cannot reach a prize any more."""
    if len(ranked) < PRIZES + 1 or any(catches(one, ranked[0], left) for one in ranked[1:]):
        return None, frozenset()
    last = ranked[PRIZES - 1]
    hopeless = frozenset(one.entrant.number for one in ranked[PRIZES:] if not catches(one, last, left))
    return ranked[0].entrant.number, hopeless


# --- the formats --------------------------------------------------------------------------------------------------


def hill(ranked: Sequence[Standing], left: int) -> list[Pair]:
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


def knockout(entrants: Sequence[Entrant], boards: Iterable[Board], number: int) -> list[Pair]:
    """The winners of neighbouring pairs meet; the best seeds have the byes. After a tie, the better seed plays on."""
    seeds = seeded(entrants)
    size = 2 ** ceil(log2(max(len(seeds), 2)))
    slots: list[Entrant | None] = [seeds[place] if place < len(seeds) else None for place in _bracket(size)]
    won = {(one.round, frozenset(one.players)): _winner(one) for one in boards}
    for played in range(1, number):
        slots = [_survivor(pair, played, seeds, won) for pair in zip(slots[::2], slots[1::2], strict=True)]
    return list(_present(list(zip(slots[::2], slots[1::2], strict=True))))


def _bracket(size: int) -> list[int]:
    """The seeds from top to bottom, counted from 0: the best two can only meet in the last round."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def _winner(board: Board) -> int | None:
    """Who has won; None after a tie."""
    if board.second is None or board.points is None:
        return board.first
    one, other = board.points
    return None if one == other else board.first if one > other else board.second


def _survivor(
    pair: tuple[Entrant | None, Entrant | None],
    played: int,
    seeds: Sequence[Entrant],
    won: Mapping[tuple[int, frozenset[int]], int | None],
) -> Entrant | None:
    """Who of two plays on after a round."""
    there = [one for one in pair if one is not None]
    if len(there) < 2:
        return there[0] if there else None
    winner = won.get((played, frozenset(one.number for one in there)))
    if winner is None:  # a tie, or one had left before the round
        staying = [one for one in there if not one.dropped] or there
        return min(staying, key=seeds.index)
    return next(one for one in there if one.number == winner)


def _present(pairs: Sequence[tuple[Entrant | None, Entrant | None]]) -> tuple[Pair, ...]:
    """The pairs without those who have left, byes last."""
    found: list[Pair] = []
    for pair in pairs:
        there = [one.number for one in pair if one is not None and not one.dropped]
        if there:
            found.append((there[0], there[1] if len(there) > 1 else None))
    return tuple(sorted(found, key=lambda one: one[1] is None))


def swiss(ranked: Sequence[Standing], boards: Iterable[Board], left: int) -> list[Pair]:
    """The pairs with the least cost in sum, found as a matching of maximum weight; in the order of the better ranks."""
    import networkx as nx  # it takes a second, and only draws need it

    costs = swiss_costs(ranked, boards, left)
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, -cost) for (one, other), cost in costs.items())
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    places = sorted((min(pair), max(pair)) for pair in matching)
    return [(ranked[one].entrant.number, ranked[other].entrant.number) for one, other in places]


def swiss_costs(ranked: Sequence[Standing], boards: Iterable[Board], left: int) -> dict[tuple[int, int], int]:
    """What it costs that two players meet, by their ranks from 0.

    Each of these outweighs all after it: how often they have met; whether a leader who cannot be caught meets someone
    with hope of a prize; whether one of them would have begun three times more or less often than not; how far apart
    their scores are; whether both have begun too often, or too rarely; how far they are from
    meeting across the middle of their score group.
    """
    boards = list(boards)
    met = Counter(frozenset(one.players) for one in boards if one.second is not None)
    safe, hopeless = safe_and_hopeless(ranked, left)
    begun, groups = starts(boards), Counter(one.score for one in ranked)

    def costs(one: int, other: int) -> tuple[int, ...]:
        mine, theirs = ranked[one], ranked[other]
        a, b = mine.entrant.number, theirs.entrant.number
        spoils = bool(hopeless) and a == safe and b not in hopeless
        gap = mine.score - theirs.score
        fold = abs(other - one - groups[mine.score] // 2) if gap == 0 else other - one
        unfair = max(0, begun[a] * begun[b])
        return met[frozenset((a, b))] ** 2, int(spoils), int(unfair >= FAR_APART), gap**2, unfair, fold

    found = {(one, other): costs(one, other) for other in range(len(ranked)) for one in range(other)}
    largest = [1 + max(column) * len(ranked) for column in zip(*found.values(), strict=True)]
    return {pair: _weighed(cost, largest) for pair, cost in found.items()}


def _weighed(costs: Sequence[int], largest: Sequence[int]) -> int:
    """One number for costs of which each outweighs what any sum of the later ones can be."""
    total = 0
    for cost, most in zip(costs, largest, strict=True):
        total = total * most + cost
    return total
