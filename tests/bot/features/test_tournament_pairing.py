"""Pairs and standings of tournaments, against slow and obvious ones on small fields."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from bot.features.tournaments.pairing import (
    Pair,
    _ranked,
    _without_bye,
    catches,
    draw,
    hill,
    rounds_for,
    safe_and_hopeless,
    starts,
    swiss,
    swiss_costs,
)
from bot.features.tournaments.standings import Standing, standings
from bot.features.tournaments.values import CAP, Board, Entrant, Format, Plan
from bot.service.arranged import BYE

Field = tuple[Entrant, ...]


def field_of(count: int) -> Field:
    """Players whose ratings fall with their numbers."""
    return tuple(Entrant(n, f"{n}", f"Player {n:02}", rating=2000 - n) for n in range(1, count + 1))


def boards_of(pairs: Sequence[Pair], number: int, luck: random.Random) -> list[Board]:
    """A round played: the stronger of two mostly wins."""
    found = []
    for board, (first, second) in enumerate(pairs, 1):
        points = (BYE, 0) if second is None else (400 + luck.randrange(150), 400 + luck.randrange(150))
        if second is not None and luck.random() < 0.6 and (points[0] > points[1]) != (first < second):
            points = points[::-1]
        found.append(Board(number, board, first, second, points=points))
    return found


def played(plan: Plan, entrants: Field, seed: int = 1) -> Iterator[tuple[int, tuple[Pair, ...], list[Board]]]:
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
    """All pairings of up to eight players are tried; nobody meets twice as long as one of them allows it."""
    count = 4 + seed % 5
    for number, pairs, boards in played(Plan(Format.SWISS, 6), field_of(count), seed):
        ranked, _ = _without_bye(_ranked(field_of(count), boards), boards)
        costs = swiss_costs(ranked, boards, 7 - number)
        place = {one.entrant.number: n for n, one in enumerate(ranked)}
        chosen = [tuple(sorted((place[a], place[b]))) for a, b in pairs if b is not None]
        every = list(matchings(range(len(ranked))))
        assert sum(costs[pair] for pair in chosen) == min(sum(costs[pair] for pair in one) for one in every)
        met = {frozenset(one.players) for one in boards}
        numbers = [one.entrant.number for one in ranked]
        fresh = any(all(frozenset((numbers[a], numbers[b])) not in met for a, b in one) for one in every)
        if fresh:
            assert not {frozenset(pair) for pair in pairs if None not in pair} & met


@pytest.mark.parametrize(("count", "rounds"), [(7, 7), (9, 12), (24, 7), (31, 9)])
def test_X14_everyone_plays_once_a_round_and_byes_are_fair(count: int, rounds: int) -> None:
    """Nobody has a second bye before everyone had one."""
    byes: Counter[int] = Counter()
    for _, pairs, boards in played(Plan(Format.SWISS, rounds), field_of(count)):
        players = [one for pair in pairs for one in pair if one is not None]
        assert sorted(players) == list(range(1, count + 1))
        free = [first for first, second in pairs if second is None]
        assert len(free) == count % 2
        for one in free:
            fewest = min(byes[n] for n in range(1, count + 1))
            assert byes[one] == fewest
            candidates = [s for s in standings(field_of(count), boards) if byes[s.entrant.number] == fewest]
            assert next(s for s in candidates if s.entrant.number == one).place == candidates[-1].place
        byes.update(free)


@pytest.mark.parametrize("seed", range(6))
def test_X14_first_moves_are_balanced(seed: int) -> None:
    """Who has begun less often begins, and nobody begins much more or less often than not."""
    for _, pairs, boards in played(Plan(Format.SWISS, 12), field_of(24), seed):
        begun = starts(boards)
        assert all(abs(one) <= 2 for one in begun.values())
        assert all(begun[a] <= begun[b] for a, b in pairs if b is not None)


@pytest.mark.parametrize("count", [2, 5, 8, 9, 16])
def test_X14_in_a_round_robin_everyone_meets_everyone(count: int) -> None:
    """Once each; everyone begins as often as not, or once more or less."""
    plan = Plan(Format.ROUND_ROBIN)
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
    plan = Plan(Format.KNOCKOUT)
    plan = replace(plan, rounds=rounds_for(plan, count))
    boards: list[Board] = []
    for number in range(1, plan.rounds + 1):
        pairs = draw(plan, field_of(count), boards, number)
        out = {max(one.players) for one in boards if one.second is not None}
        assert not out & {one for pair in pairs for one in pair}
        if number == 1:
            assert {a for a, b in pairs if b is None} == set(range(1, 2**plan.rounds - count + 1))
        else:
            assert all(b is not None for _, b in pairs)
        boards += [
            Board(number, n, a, b, points=(BYE, 0) if b is None else (500, 400) if a < b else (400, 500))
            for n, (a, b) in enumerate(pairs)
        ]
    assert set(boards[-1].players) == {1, 2}


def test_X14_who_leaves_a_knockout_lets_the_other_pass() -> None:
    """Also after a win, and after a tie the better seed plays on."""
    field = field_of(4)
    boards = [Board(1, 1, 4, 1, points=(300, 400)), Board(1, 2, 2, 3, points=(400, 400))]
    assert [set(one) for one in draw(Plan(Format.KNOCKOUT, 2), field, boards, 2)] == [{1, 2}]
    gone = (replace(field[0], dropped=True), *field[1:])
    assert draw(Plan(Format.KNOCKOUT, 2), gone, boards, 2) == ((2, None),)


def standing(place: int, score: int, spread: int = 0) -> Standing:
    """Somebody's standing."""
    return Standing(place, Entrant(place, f"{place}", f"{place}"), score, 0, spread)


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
    for number, pairs, boards in played(Plan(Format.SWISS, 6, hill=2), field_of(6)):
        if number > 4 and safe_and_hopeless(_ranked(field_of(6), boards), 7 - number)[0] is None:
            order = [one.entrant.number for one in _ranked(field_of(6), boards)]
            assert {frozenset(pair) for pair in pairs} == set(map(frozenset, zip(order[::2], order[1::2], strict=True)))


def test_X14_standings_count_wins_then_spread_then_games_among_equals() -> None:
    """One game adds at most its cap to the spread; equals in everything share a place, in the order of names."""
    field = field_of(4)
    boards = [
        Board(1, 1, 1, 2, points=(900, 100)),
        Board(1, 2, 3, 4, points=(400, 400)),
        Board(2, 1, 2, 3, points=(450, 100)),
        Board(2, 2, 4, 1, points=(350, 700)),
    ]
    found = [(one.place, one.entrant.number, one.score, one.lost, one.spread) for one in standings(field, boards)]
    assert found == [(1, 1, 4, 0, 2 * CAP), (2, 2, 2, 2, 0), (3, 3, 1, 3, -CAP), (3, 4, 1, 3, -CAP)]
    equal = [Board(1, 1, 1, 3, points=(410, 400)), Board(1, 2, 4, 2, points=(410, 400)), Board(2, 1, 1, 2)]
    equal += [Board(3, 1, 3, 1, points=(410, 400)), Board(3, 2, 2, 4, points=(420, 400))]
    assert [one.entrant.number for one in standings(field, equal)] == [2, 1, 3, 4]
    assert standings(field[:1], [Board(1, 1, 1, None, points=(BYE, 0))])[0].spread == BYE
    direct = [Board(1, 1, 1, 2, points=(400, 390)), Board(2, 1, 2, 3, points=(420, 400))]
    direct += [Board(2, 2, 1, 4, points=(400, 420)), Board(1, 2, 3, 4, points=(400, 400))]
    names = [one.entrant.number for one in standings((field[0], replace(field[1], name="A")), direct[:1])]
    assert names == [1, 2]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (5, 4), (8, 4)])
def test_X14_swiss_has_no_more_rounds_than_there_are_opponents(players: int, rounds: int) -> None:
    """Nobody meets anyone twice, unless the director asks for more rounds."""
    assert rounds_for(Plan(Format.SWISS), players) == rounds
    assert rounds_for(Plan(Format.SWISS, 6), players) == 6
