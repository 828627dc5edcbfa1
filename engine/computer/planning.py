"""The strongest player's choice: which moves to consider, and how to find the best of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.computer.candidates import Candidate, Report
from engine.computer.endgame import is_known, solve
from engine.computer.exchanging import exchanges
from engine.computer.luck import Luck
from engine.computer.preendgame import is_near, try_all
from engine.computer.simulating import Run, Simulation, simulate
from engine.computer.tools import ComputerTools
from engine.computer.weighing import Weighed, weigh, words_of
from engine.game.views import SeatView
from engine.model.coordinates import Cell, Direction
from engine.model.levels import Level, SearchPart
from engine.model.tiles import Tiles
from engine.play.generator.kernels.layout import MAX_TILES, Table

MOST, EXCHANGES = 15, 5
"""The most moves that are simulated, and how many of them may be exchanges.

Moves further down the list are hardly ever best but would take their share of the deals all the same.
"""

MOST_LAST = 400
"""The most plays that are considered once nothing is hidden."""

WITHIN = 25.0
"""How far behind the first a candidate's equity may be, in points, while the pool holds a rack for each seat."""


def plan(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> Candidate | None:
    """The best move found in the time allowed, or None if nothing can be played or exchanged."""
    return next(iter(rank(view, rack, tools, skill, luck, should_stop, report, run)), None)


def rank(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> list[Candidate | None]:
    """The moves considered, best first as far as time allows; None is a pass.

    Players do not look ahead with racks of more than twelve tiles, since that would need every subset of every rack.
    """
    weighed = weigh(view, rack, tools, skill, luck)
    if view.table.variant.rack_size > MAX_TILES:
        return [*considered(weighed, view, rack, tools)[0]]
    if is_known(view) and SearchPart.ENDGAME in skill.plans:
        places = _allowed(weighed, view, tools)
        candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in places]
        records, whole = weighed.plays.records[places], len(weighed.plays) <= MOST_LAST
        return solve(view, rack, tools, candidates, records, should_stop, report, whole=whole)
    order, records = considered(weighed, view, rack, tools)
    near = is_near(view) and SearchPart.PREENDGAME in skill.plans
    if len(order) < 2 or is_known(view) or not (near or SearchPart.SIMULATION in skill.plans):
        return [*order]
    simulation = Simulation.of(view, rack, tools, order, records)
    find = try_all if near else simulate
    return [*find(simulation, luck, should_stop, report, run)]


def _allowed(weighed: Weighed, view: SeatView, tools: ComputerTools) -> list[int]:
    """The places of the plays without unwanted words, by falling value, among the best `MOST_LAST`."""
    return [i for i in weighed.order[:MOST_LAST] if tools.allows(words_of(weighed.plays[i], view))]


def considered(weighed: Weighed, view: SeatView, rack: Tiles, tools: ComputerTools) -> tuple[list[Candidate], Table]:
    """The moves that are good enough, by falling value, and the records of the plays among them."""
    found = [(Candidate(weighed.plays[i], weighed.values[i]), i) for i in _promising(weighed, view, tools)]
    found += [(swap, -1) for swap in exchanges(view, rack, tools, EXCHANGES)]
    found.sort(key=lambda one: -one[0].value)
    table = view.table
    many = table.pool >= len(table.seats) * table.variant.rack_size
    least = found[0][0].value - WITHIN if many and found else -np.inf
    kept = [(candidate, place) for candidate, place in found[:MOST] if candidate.value >= least]
    places = [place for _, place in kept if place >= 0]
    return [candidate for candidate, _ in kept], weighed.plays.records[places]


def _promising(weighed: Weighed, view: SeatView, tools: ComputerTools) -> list[int]:
    """The places of the first plays without unwanted words, taking only one of each mirrored pair."""
    mirrored = is_mirrored(view)
    chosen: list[int] = []
    for i in weighed.order:
        if len(chosen) == MOST:
            break
        play = weighed.plays[i]
        doubled = mirrored and play.placement.direction is Direction.DOWN
        if not doubled and tools.allows(words_of(play, view)):
            chosen.append(i)
    return chosen


def is_mirrored(view: SeatView) -> bool:
    """Whether every play down has its mirror image across: on an empty board that is symmetric about its diagonal."""
    board, layout = view.table.board, view.table.variant.layout
    if any(board.squares) or layout.width != layout.height or layout.start.row != layout.start.column:
        return False
    return all(layout[cell] == layout[Cell(cell.column, cell.row)] for cell in layout.cells())
