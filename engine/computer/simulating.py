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
    from engine.computer.kernels.simulation import Results
    from engine.play.generator.kernels.layout import Bytes, Table

Run = Callable[[Callable[[int], "Results"], Iterable[int]], Iterable["Results"]]
"""Applies a function to numbers, as `map` does, and perhaps on several threads at once."""

SLICE = 240
"""Continuations that one call of the kernel plays, with racks of seven: about ten milliseconds."""

LANES = 2
"""Calls of the kernel in a round; more threads than that are of no use."""

ENOUGH, FEWEST = 4000, 20
"""Deals after which the choice is made anyhow, and before which no candidate is dropped."""

SURE = 2.6
"""Standard errors by which a candidate must be behind to be dropped: about 99 % confidence."""

SMALLEST = 1e-6
"""The variance of a difference is taken for at least this."""

NEAR_END, LONG = 0, 60
"""With so few tiles in the pool games are played on to their end, within so many turns."""

TIE = 1 / 4000
"""What a point of lead counts beside the chance to win, so that of equal chances the greater lead is taken."""


@dataclass(slots=True, eq=False)
class Simulation:
    """Candidates being played on. `learnt` has the results of a round in each entry: chances and leads by deal."""

    view: SeatView
    rack: Tiles
    tools: Tools
    candidates: list[Candidate]
    moves: Table
    active: Bytes
    learnt: Results
    deals: int = 0
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
        active, learnt = np.ones(len(moves), np.uint8), np.full((2 * ENOUGH, len(moves), 2), np.nan)
        return Simulation(view, rack, tools, candidates, moves, active, learnt)

    def play_round(self, luck: Luck, run: Run) -> None:
        """Plays the candidates on that are still in question, some tens of milliseconds on each of the threads."""
        from engine.computer.kernels import simulation as kernel

        table, variant = self.view.table, self.tools.generator.variant
        seats = table.seats
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        facts = np.array([table.pool, self.view.seat, len(seats), self._plies(), swing], np.int64)
        board, rack = encode_board(table.board, variant.alphabet), encode_rack(self.rack, variant.alphabet)
        unseen = encode_rack(self.view.unseen, variant.alphabet)
        sizes = np.array([seat.tiles for seat in seats], np.int64)
        scores = np.array([seat.score for seat in seats], np.float64)
        # a rack of one tile more has twice the parts
        deals = max(1, min(SLICE >> max(0, variant.rack_size - 7), SLICE) // int(self.active.sum()))

        def work(lane: int) -> Results:
            learnt = np.full((deals, len(self.moves), 2), np.nan)
            random = np.array([luck.pick(1 << 52, "deals", self.rounds, lane)], np.int64)
            kernel.simulate(
                *self.tools.generator.arrays,
                self.tools.leaves.entries,
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
            kept = learnt[: len(self.learnt) - self.deals]
            self.learnt[self.deals : self.deals + len(kept)] = kept
            self.deals += len(kept)
        self.rounds += 1

    def _plies(self) -> int:
        """Turns to play behind a candidate: until it is this seat's turn again, near the end to the end."""
        table = self.view.table
        return LONG if table.pool <= NEAR_END else len(table.seats)

    def drop(self) -> None:
        """Drops the candidates that are surely behind the best one: compared deal by deal, with the same tiles."""
        if self.deals < FEWEST:
            return
        merits = self.learnt[: self.deals, :, 0] + TIE * self.learnt[: self.deals, :, 1]
        still = np.flatnonzero(self.active)
        means = merits[:, still].mean(axis=0)
        behind = merits[:, still[[int(np.argmax(means))]]] - merits[:, still]
        errors = np.sqrt(np.maximum(behind.var(axis=0), SMALLEST) / self.deals)
        self.active[still[behind.mean(axis=0) > SURE * errors]] = 0

    @property
    def is_decided(self) -> bool:
        """Whether one candidate is left, or enough has been tried."""
        return bool(self.active.sum() <= 1 or self.deals >= ENOUGH)

    def ranked(self) -> list[Candidate]:
        """The candidates with what was learnt of them: those still in question first, the best of them in front."""
        found = [self._candidate(i) for i in range(len(self.moves))]
        order = sorted(range(len(found)), key=lambda i: (-int(self.active[i]), -_merit(found[i]), i))
        return [found[i] for i in order]

    def _candidate(self, i: int) -> Candidate:
        learnt = self.learnt[: self.deals, i]
        learnt = learnt[~np.isnan(learnt[:, 0])]
        if not len(learnt):
            return self.candidates[i]
        chance, lead = learnt.mean(axis=0)
        return replace(self.candidates[i], chance=float(chance), lead=float(lead), deals=len(learnt))


def _merit(candidate: Candidate) -> float:
    return (candidate.chance or 0.0) + TIE * (candidate.lead or 0.0)


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
