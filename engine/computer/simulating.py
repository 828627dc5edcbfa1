"""Choosing by simulation: candidates by equity, played on against random racks until one stands out (REFERENCE 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.computer.candidates import Candidate, Report
from engine.computer.luck import Luck
from engine.computer.tools import Tools
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.model.tiles import Tile, Tiles
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.plays import Exchange

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Sums
    from engine.play.generator.kernels.layout import Bytes, Table

Run = Callable[[Callable[[int], "Sums"], Iterable[int]], Iterable["Sums"]]
"""Applies a function to numbers, as `map` does, and perhaps on several threads at once."""

PLIES = 2
"""Turns that are played behind a candidate."""

SLICE = 120
"""Continuations that one call of the kernel plays: some tens of milliseconds."""

LANES = 2
"""Calls of the kernel in a round; more threads than that are of no use."""

ENOUGH, FEWEST = 1000, 24
"""Deals for each candidate after which the choice is made anyhow, and before which none is dropped."""

SURE = 2.6
"""Standard errors by which a candidate must be behind to be dropped: about 99 % confidence."""

TIE = 1 / 4000
"""What a point of lead counts beside the chance to win, so that of equal chances the greater lead is taken."""


@dataclass(slots=True, eq=False)
class Simulation:
    """Candidates being played on. `learnt` has a row for each, explained in `kernels.simulation`."""

    view: SeatView
    rack: Tiles
    tools: Tools
    candidates: list[Candidate]
    moves: Table
    active: Bytes
    learnt: Sums
    rounds: int = 0

    @staticmethod
    def of(view: SeatView, rack: Tiles, tools: Tools, candidates: list[Candidate], records: Table) -> Simulation:
        """A simulation of candidates, of which those that are plays have a record each, in order."""
        from engine.play.generator.generator import sort_slots

        moves = np.zeros((len(candidates), 4), np.int64)
        slots, row = sort_slots(rack, tools.generator.variant), 0
        for i, candidate in enumerate(candidates):
            if isinstance(candidate.move, Exchange):
                moves[i] = (0, -1, _slot_set(candidate.move.tiles, slots), candidate.move.score)
            else:
                moves[i] = records[row]
                row += 1
        return Simulation(
            view, rack, tools, candidates, moves, np.ones(len(moves), np.uint8), np.zeros((len(moves), 4), np.float64)
        )

    def play_round(self, luck: Luck, run: Run) -> None:
        """Plays the candidates on that are still in question, some tens of milliseconds on each of the threads."""
        from engine.computer.kernels import simulation as kernel

        table, variant = self.view.table, self.tools.generator.variant
        seats = table.seats
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        facts = np.array([table.pool, self.view.seat, len(seats), PLIES, swing], np.int64)
        board, rack = encode_board(table.board, variant.alphabet), encode_rack(self.rack, variant.alphabet)
        unseen = encode_rack(self.view.unseen, variant.alphabet)
        sizes = np.array([seat.tiles for seat in seats], np.int64)
        scores = np.array([seat.score for seat in seats], np.float64)
        deals = max(1, SLICE // int(self.active.sum()))

        def work(lane: int) -> Sums:
            learnt = np.zeros_like(self.learnt)
            random = np.array([luck.pick(1 << 52, "deals", self.rounds, lane)], np.int64)
            kernel.simulate(
                *self.tools.generator.arrays,
                self.tools.leaves.keys,
                self.tools.leaves.table,
                facts,
                board,
                rack,
                unseen,
                sizes,
                scores,
                self.moves,
                self.active,
                deals,
                random,
                learnt,
            )
            return learnt

        for learnt in run(work, range(LANES)):
            self.learnt += learnt
        self.rounds += 1

    def drop(self) -> None:
        """Drops the candidates that are surely behind the best one."""
        deals, chances, squares, _ = self.learnt.T
        if deals.max() < FEWEST:
            return
        counts = np.maximum(deals, 1)
        means = chances / counts
        errors = np.maximum(squares / counts - means**2, 1e-6) / counts
        best = int(np.argmax(np.where(self.active, self._merits(), -np.inf)))
        behind = means[best] - means > SURE * np.sqrt(errors + errors[best])
        self.active[behind] = 0

    @property
    def is_decided(self) -> bool:
        """Whether one candidate is left, or enough has been tried."""
        return bool(self.active.sum() <= 1 or self.learnt[:, 0].max() >= ENOUGH)

    def _merits(self) -> Sums:
        deals, chances, _, leads = self.learnt.T
        merits: Sums = (chances + TIE * leads) / np.maximum(deals, 1)
        return merits

    def ranked(self) -> list[Candidate]:
        """The candidates with what was learnt of them: those still in question first, the best of them in front."""
        merits = self._merits()
        order = sorted(range(len(self.moves)), key=lambda i: (-int(self.active[i]), -float(merits[i]), i))
        return [self._candidate(i) for i in order]

    def _candidate(self, i: int) -> Candidate:
        deals, chances, _, leads = (float(number) for number in self.learnt[i])
        if not deals:
            return self.candidates[i]
        return replace(self.candidates[i], chance=chances / deals, lead=leads / deals, deals=int(deals))


def _slot_set(tiles: Tiles, slots: tuple[Tile, ...]) -> int:
    """Rack slots that hold these tiles, as bits."""
    chosen = 0
    for tile in tiles:
        chosen |= next(1 << i for i, slot in enumerate(slots) if slot == tile and not chosen >> i & 1)
    return chosen


def simulate(
    simulation: Simulation, luck: Luck, should_stop: Callable[[], bool], report: Report, run: Run
) -> list[Candidate]:
    """Plays rounds until one candidate is left, enough has been tried or time is up; the candidates, the best first."""
    while not simulation.is_decided and not should_stop():
        simulation.play_round(luck, run)
        simulation.drop()
        report(simulation.ranked())
    return simulation.ranked()
