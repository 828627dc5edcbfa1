"""Choosing by simulation: the candidates with the best equity are played on against random racks until one wins."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.computer.tools import Candidate, ComputerTools, Luck, Report
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.model.tiles import Tile, Tiles
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.generator import ScoredExchange

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Results
    from engine.play.generator.kernels.layout import Bytes, Ints, Table

T = TypeVar("T")


class Run(Protocol):
    """Applies a function to numbers, as `map` does, perhaps on several threads at once."""

    def __call__(self, work: Callable[[int], T], numbers: Iterable[int], /) -> Iterable[T]:
        """The results, in order."""


SLICE, LONG = 160, 4
"""Continuations that one call of the kernel plays with racks of seven, in about ten milliseconds; and how many times
longer each takes near the end of the game, as it then runs to the end."""

LANES = 2
"""Threads that work at the same time; more would not help."""

SHARE, LONGEST = 8, 8
"""A round adds one deal for every `SHARE` so far, in at most `LONGEST` calls of the kernel for each thread.

What a round has shown is looked at between rounds, and a short round would hardly change the averages.
"""

AHEAD = 2
"""Rounds that are under way at a time, so that no thread waits for another to finish a round: a round plays the
candidates that were in question two rounds before."""

ENOUGH, FEWEST = 12_000, 20
"""Deals after which the choice is made in any case, and before which no candidate is dropped."""

DROPPED_BEYOND = 2.0
"""How far behind a candidate must be to be dropped, in standard errors; more after few deals, which say less of them.

More confidence takes longer and chooses no better: those dropped by mistake are nearly as good as the best.
"""

SMALLEST = 1e-6
"""The least variance assumed for a difference."""

TIE = 1 / 4000
"""The worth of a point of lead against the chance to win, so that the greater lead decides between equal chances."""


@dataclass(slots=True, eq=False)
class Simulation:
    """Candidates under simulation.

    `learnt` has a row for each deal, with the chance and the lead of each candidate, NaN if it was not simulated;
    `weights` holds the weight of each deal.
    """

    view: SeatView
    rack: Tiles
    tools: ComputerTools
    candidates: list[Candidate]
    moves: Table
    active: Bytes
    learnt: Results
    weights: NDArray[np.float64]
    deals: int = 0

    @classmethod
    def of(cls, view: SeatView, rack: Tiles, tools: ComputerTools, candidates: list[Candidate], records: Table) -> Self:
        """A simulation of candidates; `records` holds those of the plays among them, in order."""
        from engine.play.generator.encoding import sort_slots

        moves = np.zeros((len(candidates), 4), np.int64)
        slots, row = sort_slots(rack, tools.generator.variant), 0
        for i, candidate in enumerate(candidates):
            if isinstance(candidate.move, ScoredExchange):
                moves[i] = (0, -1, slot_set(candidate.move.tiles, slots), candidate.move.score)
            else:
                moves[i] = records[row]
                row += 1
        active, learnt = np.ones(len(moves), np.uint8), np.full((ENOUGH, len(moves), 2), np.nan)
        return cls(view, rack, tools, candidates, moves, active, learnt, np.ones(ENOUGH))

    @property
    def unseen(self) -> Ints:
        """The codes of the unseen tiles."""
        return encode_rack(self.view.unseen, self.tools.generator.variant.alphabet)

    def deal(self, random: int, count: int) -> Ints:
        """That many random deals of the unseen tiles, as `kernels.simulation` takes them."""
        from engine.computer.kernels.simulation import deal_tiles

        return deal_tiles(np.array([random], np.int64), self.unseen, count)

    @property
    def held(self) -> Ints:
        """The codes of unseen tiles that the only opponent is known to hold."""
        return np.empty(0, np.int32)

    def finalists(self, count: int) -> list[Candidate]:
        """The candidates that are worth a closer look, at least the best `count`."""
        return self.ranked()[:count]

    @property
    def batch(self) -> int:
        """How many deals one call of the kernel may play without taking long."""
        # each further tile doubles the subsets of a rack
        most = self.tools.generator.variant.rack_size
        continuations = SLICE >> max(0, most - 7)
        if self.view.table.pool < len(self.view.table.seats) * most:
            continuations //= LONG
        return int(max(1, continuations // int(self.active.sum())))

    @property
    def turns(self) -> int:
        """How many turns are played after a candidate before the position is assessed, unless the game ends earlier.

        In the same time, more turns find worse moves, because fewer deals are played.
        """
        return len(self.view.table.seats)

    @property
    def calls(self) -> int:
        """How many calls of the kernel make up the next round."""
        return LANES * max(1, min(LONGEST, self.deals // (SHARE * LANES * self.batch)))

    @property
    def nothing(self) -> Results:
        """The results of no deals."""
        return np.empty((0, len(self.moves), 2))

    def play(self, deals: Ints, active: Bytes) -> Results:
        """Plays on from the active candidates with each of these deals; see `kernels.simulation`."""
        from engine.computer.kernels import simulation as kernel
        from engine.computer.kernels.replies import Tools

        table, variant = self.view.table, self.tools.generator.variant
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        learnt = np.full((len(deals), len(self.moves), 2), np.nan)
        kernel.simulate(
            Tools(*self.tools.generator.arrays, self.tools.leaves.entries),
            np.array([table.pool, self.view.seat, len(table.seats), self.turns, swing], np.int64),
            encode_board(table.board, variant.alphabet),
            encode_rack(self.rack, variant.alphabet),
            np.array([seat.tiles for seat in table.seats], np.int64),
            np.array([seat.score for seat in table.seats], np.float64),
            self.moves,
            active,
            deals,
            learnt,
        )
        return learnt

    def learn(self, learnt: Results, weights: NDArray[np.float64] | None = None) -> None:
        """Add the results of deals, as far as there is room."""
        kept = learnt[: len(self.learnt) - self.deals]
        rows = slice(self.deals, self.deals + len(kept))
        self.learnt[rows] = kept
        if weights is not None:
            self.weights[rows] = weights[: len(kept)]
        self.deals += len(kept)

    def drop(self) -> None:
        """Drop the candidates that are clearly worse than the best, compared deal by deal with the same tiles."""
        if self.deals < FEWEST:
            return
        still = np.flatnonzero(self.active)
        merits = self.learnt[: self.deals, still, 0] + TIE * self.learnt[: self.deals, still, 1]
        shares = self.weights[: self.deals, None] / self.weights[: self.deals].sum()
        behind = merits[:, [int(np.argmax((shares * merits).sum(axis=0)))]] - merits
        means = (shares * behind).sum(axis=0)
        variances = np.maximum((shares * (behind - means) ** 2).sum(axis=0), SMALLEST)
        sure = DROPPED_BEYOND * np.sqrt(1 + FEWEST / self.deals)
        self.active[still[means > sure * np.sqrt(variances * (shares**2).sum())]] = 0

    @property
    def is_decided(self) -> bool:
        """Whether one of several candidates is left or enough deals have been tried."""
        return bool(self.active.sum() <= 1 < len(self.candidates) or self.deals >= ENOUGH)

    def ranked(self) -> list[Candidate]:
        """The candidates with their results: those still in question first, best first."""
        found = [self.measured(i) for i in range(len(self.moves))]
        order = sorted(range(len(found)), key=lambda i: (-int(self.active[i]), -_merit(found[i]), i))
        return [found[i] for i in order]

    def measured(self, i: int) -> Candidate:
        """The candidate at a place, with its results so far."""
        rows = np.flatnonzero(~np.isnan(self.learnt[: self.deals, i, 0]))
        if not len(rows):
            return self.candidates[i]
        chance, lead = np.average(self.learnt[rows, i], axis=0, weights=self.weights[rows])
        return replace(self.candidates[i], chance=float(chance), lead=float(lead), deals=len(rows))


def _merit(candidate: Candidate) -> float:
    return (candidate.chance or 0.0) + TIE * (candidate.lead or 0.0)


def slot_set(tiles: Tiles, slots: tuple[Tile, ...]) -> int:
    """The rack slots that hold these tiles, as bits."""
    chosen = 0
    for tile in tiles:
        chosen |= next(1 << i for i, slot in enumerate(slots) if slot == tile and not chosen >> i & 1)
    return chosen


def simulate(
    simulation: Simulation, luck: Luck, should_stop: Callable[[], bool], report: Report, run: Run
) -> list[Candidate]:
    """Plays rounds until the choice is decided or time is up; returns the candidates, best first."""
    ahead: deque[Iterable[Results]] = deque()
    rounds, decided = 0, Event()

    def is_due() -> bool:
        return decided.is_set() or should_stop()

    while not simulation.is_decided and not should_stop():
        while len(ahead) < AHEAD:
            ahead.append(_round(simulation, luck, rounds, is_due, run))
            rounds += 1
        _learn(simulation, ahead.popleft(), report)
    if simulation.is_decided:
        decided.set()
    else:
        for rest in ahead:
            _learn(simulation, rest, report)
    return simulation.ranked()


def _round(
    simulation: Simulation, luck: Luck, number: int, should_stop: Callable[[], bool], run: Run
) -> Iterable[Results]:
    """A round of deals, which threads may play at once; once it should stop, all that is left of it gives nothing."""
    count, active = simulation.batch, simulation.active.copy()

    def work(call: int) -> Results:
        if (number or call) and should_stop():
            return simulation.nothing
        return simulation.play(simulation.deal(luck.pick(1 << 52, "deals", number, call), count), active)

    return run(work, range(simulation.calls))


def _learn(simulation: Simulation, results: Iterable[Results], report: Report) -> None:
    """Take in the results of a round, as soon as they are there, and report what they show."""
    before = simulation.deals
    for learnt in results:
        simulation.learn(learnt)
    if simulation.deals > before:
        simulation.drop()
        report(simulation.ranked())
