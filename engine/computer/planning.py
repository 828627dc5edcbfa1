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
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Tiles
from engine.play.generator.kernels.layout import MAX_TILES, Table

MOST, EXCHANGES = 15, 5
"""Moves that are played on at most, and how many of them may be exchanges.

What lies further down is hardly ever best, and would take its share of the deals all the same.
"""

MOST_LAST = 400
"""Plays that are considered at most when nothing is hidden any more."""

WITHIN = 25.0
"""Points of equity by which a candidate may be behind the first while a rack for each seat is left in the pool."""


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
    return next(iter(rank(view, rack, tools, skill, luck, should_stop, report, run)), None)


def rank(
    view: SeatView,
    rack: Tiles,
    tools: Tools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> list[Candidate | None]:
    """The moves considered, the best first, as far as that is found in the time given; None is a pass.

    With racks of more than twelve tiles nobody looks ahead: that takes all parts of every rack.
    """
    weighed = weigh(view, rack, tools, skill, luck)
    if view.table.variant.rack_size > MAX_TILES:
        return [*considered(weighed, view, rack, tools)[0]]
    if is_known(view) and Part.ENDGAME in skill.plans:
        places = _allowed(weighed, view, tools)
        candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in places]
        records, whole = weighed.plays.records[places], len(weighed.plays) <= MOST_LAST
        return solve(view, rack, tools, candidates, records, should_stop, report, whole=whole)
    order, records = considered(weighed, view, rack, tools)
    near = is_near(view) and Part.PREENDGAME in skill.plans
    if len(order) < 2 or is_known(view) or not (near or Part.SIMULATION in skill.plans):
        return [*order]
    simulation = Simulation.of(view, rack, tools, order, records)
    find = try_all if near else simulate
    return [*find(simulation, luck, should_stop, report, run)]


def _allowed(weighed: Weighed, view: SeatView, tools: Tools) -> list[int]:
    """The places of the plays with no unwanted word, by falling value; rare ones after many others are left out."""
    return [i for i in weighed.order[:MOST_LAST] if tools.allows(words_of(weighed.plays[i], view))]


def considered(weighed: Weighed, view: SeatView, rack: Tiles, tools: Tools) -> tuple[list[Candidate], Table]:
    """The moves that are good enough, by falling value, and the records of those that are plays."""
    found = [(Candidate(weighed.plays[i], weighed.values[i]), i) for i in _promising(weighed, view, tools)]
    found += [(swap, -1) for swap in exchanges(view, rack, tools, EXCHANGES)]
    found.sort(key=lambda one: -one[0].value)
    table = view.table
    many = table.pool >= len(table.seats) * table.variant.rack_size
    least = found[0][0].value - WITHIN if many and found else -np.inf
    kept = [(candidate, place) for candidate, place in found[:MOST] if candidate.value >= least]
    places = [place for _, place in kept if place >= 0]
    return [candidate for candidate, _ in kept], weighed.plays.records[places]


def _promising(weighed: Weighed, view: SeatView, tools: Tools) -> list[int]:
    """The places of the first plays that hold no unwanted word; of two that are each other's mirror image, one."""
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
    """Whether every play down has its like across: on an empty board that is the same along its diagonal."""
    board, layout = view.table.board, view.table.variant.layout
    if any(board.squares) or layout.width != layout.height or layout.start.row != layout.start.column:
        return False
    return all(layout[cell] == layout[Cell(cell.column, cell.row)] for cell in layout.cells())
