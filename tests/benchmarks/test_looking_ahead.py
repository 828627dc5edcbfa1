"""How many turns and candidates a simulation should look at, by the moves that it then chooses in the same time.

Also whether it values an exchange on an empty board as games that are played to their end do; MANY is how many.

POSITIONS names a folder with `sim_positions.jsonl`, WORDS the word list that it was made with, SECONDS the processor
time for each choice; `tests/benchmarks/test_judged_positions.py` explains the file and the regret.
"""

from __future__ import annotations

import os
from statistics import fmean
from time import process_time
from typing import Any

import pytest

from engine.computer import planning
from engine.computer.candidates import Candidate
from engine.computer.luck import Luck
from engine.computer.simulating import Simulation
from engine.computer.weighing import weigh
from engine.model.levels import level
from engine.model.tiles import KnownRack
from engine.play.generator.plays import Exchange, Play
from tests.benchmarks.test_judged_positions import FOLDER, look_at, name_of, prepared, read, regret
from tests.engine.computer.test_simulating import play_on, simulation_of
from tests.support.computers import view_of

SECONDS = float(os.environ.get("SECONDS", "0.4"))
WAYS = ((2, 15), (4, 15), (5, 15), (2, 30))
"""Turns after a candidate, and the most candidates."""
DEALS = 20
MANY = int(os.environ.get("MANY", "4000"))
HELD = "DEJNPRR"
"""A rack with which equity hardly prefers an exchange to a play, but the simulation does."""
TO_THE_END = 60
OPEN = 7
"""Positions with more tiles in the pool are simulated."""


def chosen(position: dict[str, Any], plies: int) -> tuple[Candidate, int]:
    """The best candidate after the time, and how many deals were played."""
    view, tools = look_at(prepared(), position["cgp"]), prepared()
    assert isinstance(view.rack, KnownRack)
    rack = view.rack.tiles
    candidates, records = planning.considered(weigh(view, rack, tools, level(8), Luck(b"")), view, rack, tools)
    simulation, rounds, begun = Simulation.of(view, rack, tools, candidates, records), 0, process_time()
    while process_time() - begun < SECONDS and not simulation.is_decided:
        rounds += 1
        simulation.learn(play_on(simulation, simulation.deal(rounds, DEALS), plies))
        simulation.drop()
    return simulation.ranked()[0], simulation.deals


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not FOLDER, reason="POSITIONS names no folder of judged positions")
def test_regret_by_turns_and_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean regret in per cent of each way, position by position in turns."""
    positions = [one for one in read("sim_positions.jsonl") if one["pool"] > OPEN]
    regrets: dict[tuple[int, int], list[float]] = {way: [] for way in WAYS}
    deals: dict[tuple[int, int], list[int]] = {way: [] for way in WAYS}
    for position in positions:
        for way in WAYS:
            monkeypatch.setattr(planning, "MOST", way[1])
            found, played = chosen(position, way[0])
            regrets[way].append(regret(position, name_of(found, position["cgp"])))
            deals[way].append(played)
    for way in WAYS:
        told = f"mean regret {fmean(regrets[way]):.3f} %, {fmean(deals[way]):.0f} deals"
        print(f"{way[0]} turns, {way[1]} candidates, {SECONDS} s: {told}, {len(positions)} positions")
    assert all(regrets.values())


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
def test_exchange_on_an_empty_board() -> None:
    """By how many points the best exchange is ahead of the best play: the opponent then has nothing to play to."""
    simulation = simulation_of(view_of("", HELD, pool=86), HELD)
    moves = [candidate.move for candidate in simulation.candidates]
    swap = next(place for place, move in enumerate(moves) if isinstance(move, Exchange))
    play = next(place for place, move in enumerate(moves) if isinstance(move, Play))
    simulation.active[:] = 0
    simulation.active[[swap, play]] = 1
    print(f"\nby equity {moves[swap].equity - moves[play].equity:+.1f}")
    deals = simulation.deal(1, MANY)
    for plies in (2, 5, TO_THE_END):
        learnt = play_on(simulation, deals, plies)
        ahead = (learnt[:, swap] - learnt[:, play])[:, 1]
        error = ahead.std() / MANY**0.5
        print(f"{plies} turns: {ahead.mean():+.1f}, standard error {error:.1f}")
        assert ahead.mean() > -2 * error
