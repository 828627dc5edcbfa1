"""How long computer players think, and how much level 8 gets done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import pytest

from engine.computer import simulating
from engine.computer.candidates import Candidate
from engine.computer.compiled import play_compiled
from engine.computer.contests import Contestant, SelfPlayResult
from engine.computer.player import choose
from engine.computer.selfplay import play_by_rules, play_game
from engine.computer.tools import ComputerTools
from tests.support.computers import tools, view_of

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Results

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
def test_games_a_second_compiled_and_by_the_rules() -> None:
    """Levels 5 to 7, alternating on one thread: only processor time counts, so that other work matters less."""
    for level in (5, 6, 7):
        players = (Contestant(level),) * 2
        games_a_second(play_compiled, players, 2)
        pairs = [
            (games_a_second(play_compiled, players, 20), games_a_second(play_by_rules, players, 3)) for _ in range(5)
        ]
        compiled, full = (median(column) for column in zip(*pairs, strict=True))
        print(f"level {level}: {compiled:.0f} games a second compiled, {full:.1f} by the rules")
        assert compiled > full


def games_a_second(
    play: Callable[[ComputerTools, tuple[Contestant, ...], int, Callable[[], float]], SelfPlayResult],
    players: tuple[Contestant, ...],
    count: int,
) -> float:
    """The number of games played per second of this process."""
    begun = process_time()
    for number in range(count):
        play(tools(), players, number, perf_counter)
    return count / (process_time() - begun)


@pytest.mark.benchmark
def test_deals_on_two_threads_against_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much more level 8 does with two threads, alternating; no candidate is dropped, so it never ends early.

    Other work on the machine takes from both in its own way. The share of time in which threads have work, and the
    deals in a second of processor time, show what they cost each other.
    """
    monkeypatch.setattr(simulating, "SURE", 1e9)
    monkeypatch.setattr(simulating, "ENOUGH", 100_000)
    with ThreadPoolExecutor(2) as pool:
        pairs = [(simulate_for_a_second(pool.map), simulate_for_a_second(map)) for _ in range(9)]
    deals, rates = ([both[i] / one[i] for both, one in pairs] for i in range(2))
    print(
        f"two threads play {median(deals):.2f} times the deals of one ({min(deals):.2f} to {max(deals):.2f}),"
        f" {median(rates):.2f} times as many in a second of processor time; they have work in"
        f" {50 * median(both[2] for both, _ in pairs):.0f} % of the time"
    )
    assert min(deals) > 0


def simulate_for_a_second(run: simulating.Run) -> tuple[int, float, float]:
    """Deals of one candidate, the same per second of processor time, and how many threads have work on average."""
    seen: list[Candidate] = []
    busy: list[float] = []

    def timed(work: Callable[[int], Results], calls: Iterable[int]) -> Iterable[Results]:
        def one(call: int) -> Results:
            began = perf_counter()
            found = work(call)
            busy.append(perf_counter() - began)
            return found

        return run(one, calls)

    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: True, strength=8)
    busy.clear()
    begun, used = perf_counter(), process_time()
    choose(view_of(BOARD, "ADEINOT"), tools(), lambda: perf_counter() > begun + 1, seen.extend, strength=8, run=timed)
    deals = seen[-1].deals
    return deals, deals / (process_time() - used), sum(busy) / (perf_counter() - begun)
