"""How long computer players think, and how much level 8 gets done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, process_time

import pytest

from engine.computer import simulating
from engine.computer.candidates import Candidate
from engine.computer.flatgames import play_flat
from engine.computer.player import choose
from engine.computer.selfplay import Contestant, Outcome, play_by_rules, play_game
from engine.computer.tools import Tools
from tests.support.computers import tools, view_of

BOARD = "\n" * 7 + ".......CARE"


@pytest.mark.benchmark
def test_milliseconds_of_a_move_by_level() -> None:
    """Levels 1 to 7, over six games each."""
    play_game(tools(), (Contestant(7), Contestant(7)), 0, perf_counter)
    for level in range(1, 8):
        outcomes = [play_game(tools(), (Contestant(level),) * 2, number, perf_counter) for number in range(6)]
        seconds = sum(sum(one.seconds) for one in outcomes)
        moves = sum(sum(one.moves) for one in outcomes)
        print(f"level {level}: {1000 * seconds / moves:.2f} ms a move")
        assert moves


@pytest.mark.benchmark
def test_games_a_second_on_arrays_and_by_the_rules() -> None:
    """Levels 5 to 7, alternating on one thread: only processor time counts, so that other work matters less."""
    for level in (5, 6, 7):
        players = (Contestant(level),) * 2
        games_a_second(play_flat, players, 2)
        pairs = [(games_a_second(play_flat, players, 20), games_a_second(play_by_rules, players, 3)) for _ in range(5)]
        flat, full = (median(column) for column in zip(*pairs, strict=True))
        print(f"level {level}: {flat:.0f} games a second on arrays, {full:.1f} by the rules, {flat / full:.1f} times")
        assert flat > full


def games_a_second(
    play: Callable[[Tools, tuple[Contestant, ...], int, Callable[[], float]], Outcome],
    players: tuple[Contestant, ...],
    count: int,
) -> float:
    """The number of games played per second of this process."""
    begun = process_time()
    for number in range(count):
        play(tools(), players, number, perf_counter)
    return count / (process_time() - begun)


@pytest.mark.benchmark
def test_deals_in_half_a_second() -> None:
    """How many deals level 8 plays out for its best candidate in half a second on one thread."""
    seen: list[Candidate] = []
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: True, strength=8)
    end = perf_counter() + 0.5
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: perf_counter() > end, seen.extend, strength=8)
    print(f"{seen[-1].deals} deals of the best candidate, chance {seen[-1].chance}")
    assert seen[-1].deals > 10


@pytest.mark.benchmark
def test_deals_on_two_threads_against_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much more level 8 does with two threads, alternating; no candidate is dropped, so it never ends early."""
    monkeypatch.setattr(simulating, "SURE", 1e9)
    monkeypatch.setattr(simulating, "ENOUGH", 100_000)
    with ThreadPoolExecutor(2) as pool:
        ratios = [deals_in_a_second(pool.map) / deals_in_a_second(map) for _ in range(9)]
    print(f"two threads play {median(ratios):.2f} times the deals of one ({min(ratios):.2f} to {max(ratios):.2f})")
    assert min(ratios) > 0


def deals_in_a_second(run: simulating.Run) -> int:
    """Deals of one candidate."""
    seen: list[Candidate] = []
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: True, strength=8)
    end = perf_counter() + 1
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: perf_counter() > end, seen.extend, strength=8, run=run)
    return seen[-1].deals
