"""Who meets whom in a league, who plays in which division, and which places are still possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.leagues.divisions import divisions_for, moves, place
from bot.features.leagues.possible import CurrentStanding, possible
from bot.features.leagues.schedule import schedule
from bot.features.leagues.values import LeagueMember, Spot, Terms

TERMS = Terms()
PLAYERS = "abcde"
PAIRS = list(combinations(PLAYERS, 2))


@pytest.mark.parametrize("count", range(2, 21))
def test_X15_everybody_meets_everybody_once_or_equally_many(count: int) -> None:
    """Whoever begins is balanced within one."""
    people = [f"{n}" for n in range(count)]
    pairs = schedule(people, "1/1/1")
    assert pairs == schedule(people, "1/1/1")
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    games, begun = Counter(one for pair in pairs for one in pair), Counter(first for first, _ in pairs)
    assert set(games.values()) == {min(count - 1, 14)}
    assert all(abs(2 * begun[one] - games[one]) <= 1 for one in people)


def exhaustive(now: dict[str, CurrentStanding], left: list[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """The same as `possible` by trying every outcome."""
    found: dict[str, list[int]] = {one: [] for one in now}
    games = Counter(one for pair in left for one in pair)
    for outcome in product(range(3), repeat=len(left)):
        points = {one: known.points for one, known in now.items()}
        for (first, second), gained in zip(left, outcome, strict=True):
            points[first] += gained
            points[second] += 2 - gained
        for one, own in now.items():
            rest = [other for other in now if other != one]
            equal = [other for other in rest if points[other] == points[one]]
            free = [other for other in equal if games[one] or games[other]]
            spread = sum(now[other].spread > own.spread for other in equal if other not in free)
            ahead = 1 + sum(points[other] > points[one] for other in rest) + spread
            found[one] += [ahead, ahead + len(free)]
    return {one: (min(places), max(places)) for one, places in found.items()}


@given(
    st.fixed_dictionaries({one: st.builds(CurrentStanding, st.integers(0, 6), st.integers(-2, 2)) for one in PLAYERS}),
    st.lists(st.sampled_from(PAIRS), unique=True, max_size=5),
)
def test_X15_places_still_possible_are_those_of_an_exhaustive_search(
    now: dict[str, CurrentStanding], left: list[tuple[str, str]]
) -> None:
    """In small divisions, whatever is played already."""
    assert possible(now, left) == exhaustive(now, left)


def spots(sizes: list[int], season: int = 1) -> list[Spot]:
    """Divisions of these sizes in their final order."""
    return [
        Spot(f"{division}.{at}", season, division, at, at)
        for division, size in enumerate(sizes, 1)
        for at in range(1, size + 1)
    ]


@given(
    st.lists(st.integers(13, 20), min_size=1, max_size=3),
    st.sets(st.integers(0, 50)),
    st.integers(0, 20),
    st.integers(0, 5),
)
def test_X15_everyone_has_one_division_of_a_good_size(sizes: list[int], gone: set[int], new: int, back: int) -> None:
    """Nobody who is promoted plays lower than before; a newcomer is never above someone who has stayed."""
    last = spots(sizes, 2)
    away = [Spot(f"back {n}", 1, 1, n, n) for n in range(1, back + 1)]
    people = [spot.person for at, spot in enumerate(last) if at not in gone] + [one.person for one in away]
    members = [LeagueMember(one, one) for one in [*people, *(f"new {n}" for n in range(new))]]
    if len(members) < 2:
        return
    ladder = place(members, [*last, *away], 3, TERMS)
    assert sorted(one for division in ladder for one in division) == sorted(one.person for one in members)
    assert len(ladder) == divisions_for(len(members), TERMS)
    assert max(map(len, ladder)) <= TERMS.most
    assert min(map(len, ladder)) >= min(len(members) // len(ladder), TERMS.size - 2)


def test_X15_a_sixth_is_promoted_and_relegated() -> None:
    """The lists stay as large as they were."""
    upper, lower = place([LeagueMember(one.person, "") for one in spots([15, 15])], spots([15, 15]), 2, TERMS)
    assert moves(15, 1, 2, TERMS) == (0, 3)
    assert moves(15, 2, 2, TERMS) == (3, 0)
    assert {"2.1", "2.2", "2.3"} <= set(upper)
    assert {"1.13", "1.14", "1.15"} <= set(lower)
    assert (len(upper), len(lower)) == (15, 15)


@pytest.mark.parametrize(("missed", "division"), [(0, 1), (1, 1), (3, 1), (4, 2)])
def test_X15_who_misses_up_to_three_seasons_comes_back_to_the_old_division(missed: int, division: int) -> None:
    """Later, as a newcomer."""
    last = spots([14, 15], 9)
    known = [*last, Spot("back", 9 - missed, 1, 5, 5)] if missed else [*last[:-1], Spot("back", 9, 1, 15, 9)]
    members = [LeagueMember(one.person, "") for one in last] + [LeagueMember("back", "")]
    ladder = place(members, known, 10, TERMS)
    assert "back" in ladder[division - 1]
