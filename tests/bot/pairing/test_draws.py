"""Pairs and standings of tournaments, against slow and obvious ones on small fields."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from bot.competitions.results import BYE
from bot.pairing.draws import (
    Pair,
    _ranked,
    catches,
    draw,
    hill,
    rounds_for,
    safe_and_hopeless,
    starts,
    swiss,
    swiss_costs,
)
from bot.pairing.standings import TournamentStanding, standings, table, winners
from bot.pairing.values import CAP, Entrant, Format, Pairing, Ruling, State, Tournament, TournamentPlan
from tests.support.service import setup as some_setup

Field = tuple[Entrant, ...]


def field_of(count: int) -> Field:
    """Players whose ratings fall with their numbers."""
    return tuple(Entrant(n, f"{n}", f"Player {n:02}", rating=2000 - n) for n in range(1, count + 1))


def boards_of(pairs: Sequence[Pair], number: int, luck: random.Random) -> list[Pairing]:
    """A round played: the stronger of two mostly wins."""
    found = []
    for board, (first, second) in enumerate(pairs, 1):
        points = (BYE, 0) if second is None else (400 + luck.randrange(150), 400 + luck.randrange(150))
        if second is not None and luck.random() < 0.6 and (points[0] > points[1]) != (first < second):
            points = points[::-1]
        found.append(Pairing(number, board, first, second, points=points))
    return found


def played(
    plan: TournamentPlan, entrants: Field, seed: int = 1
) -> Iterator[tuple[int, tuple[Pair, ...], list[Pairing]]]:
    """Each round: its number, its pairs and all boards before it."""
    luck, boards = random.Random(seed), []
    for number in range(1, plan.rounds + 1):
        pairs = draw(plan, entrants, boards, number)
        yield number, pairs, list(boards)
        boards += boards_of(pairs, number, luck)


def matchings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to put an even number of players in pairs."""
    if not places:
        yield []
        return
    for partner in places[1:]:
        rest = [one for one in places[1:] if one != partner]
        yield from ([(places[0], partner), *others] for others in matchings(rest))


@pytest.mark.parametrize("seed", range(12))
def test_X14_swiss_pairs_cost_as_little_as_any(seed: int) -> None:
    """All pairings of up to eight players are tried, each bye among them."""
    count = 4 + seed % 5
    for number, pairs, boards in played(TournamentPlan(Format.SWISS, 6), field_of(count), seed):
        ranked = _ranked(field_of(count), boards)
        costs = swiss_costs(ranked, boards, 7 - number)
        place = {one.entrant.number: n for n, one in enumerate(ranked)}
        chosen = [tuple(sorted((place[a], count if b is None else place[b]))) for a, b in pairs]
        every = matchings(range(count + count % 2))
        assert sum(costs[pair] for pair in chosen) == min(sum(costs[pair] for pair in one) for one in every)


@pytest.mark.parametrize("seed", range(40))
def test_X14_nobody_meets_twice_and_byes_are_fair_as_far_as_can_be(seed: int) -> None:
    """Found by trying everything, whoever comes late, leaves or does not come: first the bye, then who meets again.

    Of those with whom as few meet again as can be, the last one has the bye.
    """
    luck = random.Random(seed)
    entrants, boards = list(field_of(4 + luck.randrange(4))), list[Pairing]()
    for number in range(1, 7):
        if number > 1 and luck.random() < 0.4 and len(entrants) < 9:
            entrants.append(Entrant(len(entrants) + 1, f"{len(entrants) + 1}", "Late"))
        staying = [place for place, one in enumerate(entrants) if not one.dropped]
        if luck.random() < 0.3 and len(staying) > 3:
            gone = luck.choice(staying)
            entrants[gone] = replace(entrants[gone], dropped=True)
        pairs = draw(TournamentPlan(Format.SWISS, 9), entrants, boards, number)
        order = [one.entrant.number for one in _ranked(entrants, boards)]
        assert sorted(n for pair in pairs for n in pair if n) == sorted(order)
        had, met = Counter(one.first for one in boards if one.second is None), _met(boards)

        def cost(found: Sequence[Pair]) -> tuple[int, int]:
            again = sum(met[frozenset(pair)] ** 2 for pair in found if pair[1] is not None)  # noqa: B023
            return sum(had[pair[0]] for pair in found if pair[1] is None), again  # noqa: B023

        odd = len(order) % 2
        every = [
            [(order[a], None if b == len(order) else order[b]) for a, b in one]
            for one in matchings(range(len(order) + odd))
        ]
        least = min(map(cost, every))
        assert cost(pairs) == least
        free = [a for a, b in pairs if b is None]
        may = {pair[0] for one in every if cost(one) == least for pair in one if pair[1] is None}
        assert not odd or free == [max(may, key=order.index)]
        for one in boards_of(pairs, number, luck):
            ends: list[dict[str, Any]] = [{}, {"forfeit": True, "points": (BYE, 0)}, {"ruling": Ruling.BOTH_LOSE}]
            boards.append(replace(one, **luck.choices(ends, (8, 1, 1))[0]) if one.second else one)


def _met(boards: Sequence[Pairing]) -> Counter[frozenset[int]]:
    return Counter(frozenset(one.players) for one in boards if one.second is not None)


def test_X14_the_bye_goes_to_somebody_without_whom_nobody_meets_twice() -> None:
    """Round 4 of five players; 4, 5 and 6 have had no bye. With the bye for 6, 5 meets 4 again; else nobody does."""
    entrants = [Entrant(n, str(n), f"P{n}", dropped=n == 3) for n in range(1, 7)]
    played = [
        (1, 1, 4, (430, 534)), (1, 2, 5, (279, 287)), (1, 3, 6, (500, 496)),
        (2, 4, 5, (507, 507)), (2, 6, 2, (425, 350)), (2, 1, None, (50, 0)),
        (3, 4, 6, (478, 402)), (3, 5, 1, (315, 376)), (3, 2, None, (50, 0)),
    ]  # fmt: skip
    boards = [Pairing(number, at, one, other, points=points) for at, (number, one, other, points) in enumerate(played)]
    met = {frozenset(one.players) for one in boards}
    again = [
        pair for pair in draw(TournamentPlan(Format.SWISS, rounds=5), entrants, boards, 4) if frozenset(pair) in met
    ]
    assert again == []


@pytest.mark.parametrize(("count", "rounds"), [(7, 7), (9, 12), (24, 7), (31, 9)])
def test_X14_everyone_plays_once_a_round_and_byes_are_fair(count: int, rounds: int) -> None:
    """Nobody has a second bye before everyone had one."""
    byes: Counter[int] = Counter()
    for _, pairs, _ in played(TournamentPlan(Format.SWISS, rounds), field_of(count)):
        players = [one for pair in pairs for one in pair if one is not None]
        assert sorted(players) == list(range(1, count + 1))
        free = [first for first, second in pairs if second is None]
        assert len(free) == count % 2
        assert all(byes[one] == min(byes[n] for n in range(1, count + 1)) for one in free)
        byes.update(free)


@pytest.mark.parametrize("seed", range(6))
def test_X14_first_moves_are_balanced(seed: int) -> None:
    """Who has begun less often begins, and nobody begins much more or less often than not."""
    for _, pairs, boards in played(TournamentPlan(Format.SWISS, 12), field_of(24), seed):
        begun = starts(boards)
        assert all(abs(one) <= 2 for one in begun.values())
        assert all(begun[a] <= begun[b] for a, b in pairs if b is not None)


@pytest.mark.parametrize("count", [2, 5, 8, 9, 16])
def test_X14_in_a_round_robin_everyone_meets_everyone(count: int) -> None:
    """Once each; everyone begins as often as not, or once more or less."""
    plan = TournamentPlan(Format.ROUND_ROBIN)
    plan = replace(plan, rounds=rounds_for(plan, count))
    *_, (number, pairs, boards) = played(plan, field_of(count))
    boards += boards_of(pairs, number, random.Random(1))
    met = Counter(frozenset(one.players) for one in boards if one.second is not None)
    assert met == Counter(map(frozenset, combinations(range(1, count + 1), 2)))
    assert all(abs(one) <= 1 for one in starts(boards).values())
    byes = Counter(one.first for one in boards if one.second is None)
    assert set(byes.values()) == ({1} if count % 2 else set())


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 16])
def test_X14_a_knockout_has_one_winner_and_byes_for_the_best(count: int) -> None:
    """Only winners play on, and the best two meet last, if they win."""
    plan = TournamentPlan(Format.KNOCKOUT)
    plan = replace(plan, rounds=rounds_for(plan, count))
    boards: list[Pairing] = []
    for number in range(1, plan.rounds + 1):
        pairs = draw(plan, field_of(count), boards, number)
        out = {max(one.players) for one in boards if one.second is not None}
        assert not out & {one for pair in pairs for one in pair}
        if number == 1:
            assert {a for a, b in pairs if b is None} == set(range(1, 2**plan.rounds - count + 1))
        else:
            assert all(b is not None for _, b in pairs)
        boards += [
            Pairing(number, n, a, b, points=(BYE, 0) if b is None else (500, 400) if a < b else (400, 500))
            for n, (a, b) in enumerate(pairs)
        ]
    assert set(boards[-1].players) == {1, 2}


def test_X14_a_knockout_goes_on_with_who_won_the_games_that_were_played() -> None:
    """A result of round 1 is mended while round 2 is played; pairs stay (README), so the winners of round 2 meet.

    5stackgg/5stack-panel #357, Drarig29/brackets-manager.js #73, Foorgol/QTournament #55, arena-public #256.
    """
    entrants = [Entrant(n, str(n), f"P{n}", rating=2000 - n) for n in range(1, 9)]
    plan, boards = TournamentPlan(Format.KNOCKOUT, rounds=3), list[Pairing]()
    for number in (1, 2):
        for at, (one, other) in enumerate(draw(plan, entrants, boards, number), 1):
            assert other is not None
            boards.append(Pairing(number, at, one, other, points=(400, 300) if one < other else (300, 400)))
    mended = [Pairing(1, 1, 1, 8, points=(300, 400)) if {*one.players} == {1, 8} else one for one in boards]
    semifinals = {one.players: one.points for one in mended if one.round == 2}
    assert semifinals == {(1, 4): (400, 300), (2, 3): (400, 300)}
    assert {*draw(plan, entrants, mended, 3)[0]} == {1, 2}


def _end(one: int, other: int, luck: random.Random) -> tuple[int | None, dict[str, Any]]:
    """How a game of a knockout ends, and who plays on."""
    by_director = luck.choice((one, other))
    ends: list[tuple[int | None, dict[str, Any]]] = [
        (one, {"points": (400, 350)}),
        (other, {"points": (300, 350)}),
        (by_director, {"points": (400, 400), "advances": by_director}),
        (min(one, other), {"points": (400, 400)}),
        (one, {"points": (BYE, 0), "forfeit": True}),
        (None, {"points": (-BYE, -BYE), "ruling": Ruling.BOTH_LOSE}),
    ]
    return luck.choices(ends, (6, 6, 2, 2, 1, 1))[0]


@pytest.mark.parametrize("seed", range(80))
def test_X14_whoever_wins_the_last_game_of_a_knockout_wins_it(seed: int) -> None:
    """Whatever is tied, lost by both, left, or corrected once the next round is played: who has won plays on."""
    luck = random.Random(seed)
    count = 2 + luck.randrange(14)
    entrants, boards = list(field_of(count)), list[Pairing]()
    plan = replace(TournamentPlan(Format.KNOCKOUT), rounds=rounds_for(TournamentPlan(Format.KNOCKOUT), count))
    alive = set(range(1, count + 1))
    for number in range(1, plan.rounds + 1):
        pairs = draw(plan, entrants, boards, number)
        players = [one for pair in pairs for one in pair if one]
        assert sorted(players) == sorted(alive - {one.number for one in entrants if one.dropped})
        alive = set()
        for at, (a, b) in enumerate(pairs, 1):
            winner, facts = (a, {"points": (BYE, 0)}) if b is None else _end(a, b, luck)
            boards.append(replace(Pairing(number, at, a, b), **facts))
            alive |= {winner} if winner else set()
        for at, one in enumerate(boards):
            if one.round < number and one.second and luck.random() < 0.2:
                boards[at] = replace(one, points=(350, 400) if one.winner == one.first else (400, 350), ruling=None)
        if luck.random() < 0.3 and number < plan.rounds:
            gone = luck.randrange(count)
            entrants[gone] = replace(entrants[gone], dropped=True)
    facts = {"entrants": tuple(entrants), "boards": tuple(boards), "drawn": plan.rounds, "begun": plan.rounds}
    one = Tournament(1, 5, 7, "Cup", some_setup(), "1", None, plan, State.OVER, **facts)
    if any(board.second for board in boards):
        assert {row.entrant.number for row in winners(one)} == alive
        assert [row.place for row in winners(one)] == [1] * len(alive)
        assert len([row for row in table(one) if row.place == 1]) == 1 or not alive


def test_X14_who_leaves_a_knockout_lets_the_other_pass() -> None:
    """Also after a win, and after a tie the better seed plays on."""
    field = field_of(4)
    boards = [Pairing(1, 1, 4, 1, points=(300, 400)), Pairing(1, 2, 2, 3, points=(400, 400))]
    assert [set(one) for one in draw(TournamentPlan(Format.KNOCKOUT, 2), field, boards, 2)] == [{1, 2}]
    gone = (replace(field[0], dropped=True), *field[1:])
    assert draw(TournamentPlan(Format.KNOCKOUT, 2), gone, boards, 2) == ((2, None),)


def standing(place: int, score: int, spread: int = 0) -> TournamentStanding:
    """Somebody's standing."""
    return TournamentStanding(place, Entrant(place, f"{place}", f"{place}"), score, 0, spread)


def test_X14_a_leader_who_cannot_be_caught_meets_somebody_without_hope() -> None:
    """In the last rounds of both kinds."""
    field = [standing(n, score) for n, score in enumerate((12, 8, 8, 6, 4, 2), 1)]
    assert not catches(field[1], field[0], 1)
    assert catches(field[1], field[0], 2)
    assert safe_and_hopeless(field, 1) == (1, frozenset({5, 6}))  # the fourth can still pass the third
    assert safe_and_hopeless(field, 2) == (None, frozenset())
    assert {1, 5} in [set(pair) for pair in swiss(field, (), 1)]
    assert [set(pair) for pair in hill(field, 1)] == [{1, 5}, {2, 3}, {4, 6}]
    assert [set(pair) for pair in hill(field, 3)] == [{1, 2}, {3, 4}, {5, 6}]


def test_X14_the_last_rounds_can_pair_neighbours() -> None:
    """They may have met before."""
    for number, pairs, boards in played(TournamentPlan(Format.SWISS, 6, hill=2), field_of(6)):
        if number > 4 and safe_and_hopeless(_ranked(field_of(6), boards), 7 - number)[0] is None:
            order = [one.entrant.number for one in _ranked(field_of(6), boards)]
            assert {frozenset(pair) for pair in pairs} == set(map(frozenset, zip(order[::2], order[1::2], strict=True)))


def test_X14_standings_count_wins_then_spread_then_games_among_equals() -> None:
    """One game adds at most its cap to the spread; equals in everything share a place, in the order of names."""
    field = field_of(4)
    boards = [
        Pairing(1, 1, 1, 2, points=(900, 100)),
        Pairing(1, 2, 3, 4, points=(400, 400)),
        Pairing(2, 1, 2, 3, points=(450, 100)),
        Pairing(2, 2, 4, 1, points=(350, 700)),
    ]
    found = [(one.place, one.entrant.number, one.score, one.lost, one.spread) for one in standings(field, boards)]
    assert found == [(1, 1, 4, 0, 2 * CAP), (2, 2, 2, 2, 0), (3, 3, 1, 3, -CAP), (3, 4, 1, 3, -CAP)]
    equal = [Pairing(1, 1, 1, 3, points=(410, 400)), Pairing(1, 2, 4, 2, points=(410, 400)), Pairing(2, 1, 1, 2)]
    equal += [Pairing(3, 1, 3, 1, points=(410, 400)), Pairing(3, 2, 2, 4, points=(420, 400))]
    assert [one.entrant.number for one in standings(field, equal)] == [2, 1, 3, 4]
    assert standings(field[:1], [Pairing(1, 1, 1, None, points=(BYE, 0))])[0].spread == BYE
    direct = [Pairing(1, 1, 1, 2, points=(400, 390)), Pairing(2, 1, 2, 3, points=(420, 400))]
    direct += [Pairing(2, 2, 1, 4, points=(400, 420)), Pairing(1, 2, 3, 4, points=(400, 400))]
    names = [one.entrant.number for one in standings((field[0], replace(field[1], name="A")), direct[:1])]
    assert names == [1, 2]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4)])
def test_X14_swiss_has_no_more_rounds_than_there_are_opponents(players: int, rounds: int) -> None:
    """Nobody meets anyone twice, unless the director asks for more rounds."""
    assert rounds_for(TournamentPlan(Format.SWISS), players) == rounds
    assert rounds_for(TournamentPlan(Format.SWISS, 6), players) == 6
