"""The strongest player's choice: which moves to consider and how to find out which is best."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.computer.candidates import Candidate, Report
from engine.computer.endgame import is_known, solve
from engine.computer.exchanging import exchanges
from engine.computer.levels import Level, Part
from engine.computer.luck import Luck
from engine.computer.preendgame import is_near, try_all
from engine.computer.simulating import Run, Simulation, simulate
from engine.computer.tools import Tools
from engine.computer.weighing import Weighed, weigh, words_of
from engine.game.views import SeatView
from engine.model.tiles import Tiles

MOST, EXCHANGES = 20, 2
"""Plays and exchanges that are considered at most."""

MOST_LAST = 400
"""Plays that are considered at most when nothing is hidden any more."""

WITHIN = 25.0
"""Points of equity by which a candidate may be behind the first."""


def plan(
    view: SeatView,
    rack: Tiles,
    tools: Tools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> Candidate | None:
    """The best move found in the time given, None when nothing can be played or exchanged."""
    weighed = weigh(view, rack, tools, skill, luck)
    if is_known(view) and Part.ENDGAME in skill.plans:
        places = _allowed(weighed, view, tools)
        candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in places]
        records, whole = weighed.plays.records[places], len(weighed.plays) <= MOST_LAST
        return solve(view, rack, tools, candidates, records, should_stop, report, whole=whole)
    places = _considered(weighed, view, tools)
    candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in places]
    best = candidates[0].value if candidates else -np.inf
    swaps = [swap for swap in exchanges(view, rack, tools, EXCHANGES) if swap.value > best - WITHIN]
    order = sorted([*candidates, *swaps], key=lambda candidate: -candidate.value)
    near = is_near(view) and Part.PREENDGAME in skill.plans
    if len(order) < 2 or is_known(view) or not (near or Part.SIMULATION in skill.plans):
        return next(iter(order), None)
    simulation = Simulation.of(view, rack, tools, order, weighed.plays.records[places])
    find = try_all if near else simulate
    return find(simulation, luck, should_stop, report, run)[0]


def _allowed(weighed: Weighed, view: SeatView, tools: Tools) -> list[int]:
    """The places of the plays with no unwanted word, by falling value; rare ones behind many others are left out."""
    return [i for i in weighed.order[:MOST_LAST] if tools.allows(words_of(weighed.plays[i], view))]


def _considered(weighed: Weighed, view: SeatView, tools: Tools) -> list[int]:
    """The places of the plays that are good enough and hold no unwanted word, by falling value."""
    chosen: list[int] = []
    for i in weighed.order:
        if len(chosen) == MOST or (chosen and weighed.values[i] < weighed.values[chosen[0]] - WITHIN):
            break
        if tools.allows(words_of(weighed.plays[i], view)):
            chosen.append(i)
    return chosen
