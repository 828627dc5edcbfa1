"""One to four tiles in the pool and two seats: every way in which the unseen tiles may lie is tried.

First each candidate is played on for each content of the pool, by the best plays of both. Then, as far as time allows,
those that are still in question and leave the pool empty are judged by a search of the ending that follows, in which
nothing is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.computer.candidates import Candidate, Report
from engine.computer.endgame import Search
from engine.computer.luck import Luck
from engine.computer.simulating import ENOUGH, LANES, Run, Simulation
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.play.generator.encoding import encode_board, encode_rack

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Results
    from engine.play.generator.kernels.layout import Ints

MOST_TILES = 4
"""With more tiles than this in the pool it is not worth while."""

FINALISTS = 6
"""Candidates whose endings are searched, at most."""

PLIES, WIDTH = 4, 8
"""How deep endings are searched in turn, and how many moves of a node."""

MOVES = 3000
"""Moves that are made in the search of one ending at most."""

BITS = 12
"""The table of positions of such a search has two to the power of this many places."""


def is_near(view: SeatView) -> bool:
    """Whether the pool holds so few tiles that every way in which they may lie can be tried."""
    table = view.table
    if not 0 < table.pool <= MOST_TILES or len(table.seats) != 2 or not all(seat.in_play for seat in table.seats):
        return False
    return len(view.unseen) == table.pool + table.seats[1 - view.seat].tiles


def list_deals(unseen: Ints, pool: int, luck: Luck) -> tuple[Ints, NDArray[np.float64]]:
    """Every content of the pool with its weight: rows as `kernels.simulation` wants them, in a random order.

    The order of the tiles in the pool is random too: it matters only where a candidate leaves tiles in it.
    """
    weights = Counter(tuple(sorted(chosen)) for chosen in combinations(unseen.tolist(), pool))
    rows = sorted(weights, key=lambda row: luck.chance("content", row))
    rest = Counter(unseen.tolist())
    deals = [
        [*sorted(row, key=lambda code: luck.chance("drawn", row, code)), *(rest - Counter(row)).elements()]
        for row in rows
    ]
    return np.array(deals[:ENOUGH], np.int32), np.array([weights[row] for row in rows[:ENOUGH]], np.float64)


def try_all(
    simulation: Simulation, luck: Luck, should_stop: Callable[[], bool], report: Report, run: Run
) -> list[Candidate]:
    """Tries all ways in which the unseen tiles may lie; the candidates, the best first."""
    deals, weights = list_deals(simulation.unseen, simulation.view.table.pool, luck)
    at = 0
    while at < len(deals) and not simulation.is_decided and not should_stop():
        count = simulation.batch

        def work(start: int, count: int = count, at: int = at) -> Results:
            return simulation.play(deals[start : start + (0 if start > at and should_stop() else count)])

        starts = range(at, min(at + LANES * count, len(deals)), count)
        for start, learnt in zip(starts, run(work, starts), strict=True):
            simulation.learn(learnt, weights[start : start + len(learnt)])
        at = simulation.deals
        simulation.drop()
        report(simulation.ranked())
    if at == len(deals):
        Endings.of(simulation, deals).search(should_stop, report, run)
    return simulation.ranked()


@dataclass(slots=True, eq=False)
class Endings:
    """The endings after the candidates that empty the pool; one room for searches for each lane."""

    simulation: Simulation
    deals: Ints
    boards: Ints
    kept: list[Ints]
    rooms: list[Search]

    @staticmethod
    def of(simulation: Simulation, deals: Ints) -> Endings:
        """The endings after a simulation's candidates."""
        from engine.computer.kernels import replies as kernel
        from engine.computer.kernels.assessing import keep_of
        from engine.play.generator.kernels.racks import sort_rack

        tools, table = simulation.tools, simulation.view.table
        alphabet, most = tools.generator.variant.alphabet, tools.generator.variant.rack_size
        board, rack = encode_board(table.board, alphabet), encode_rack(simulation.rack, alphabet)
        boards = np.zeros((len(simulation.moves), len(board)), np.int32)
        slots = sort_rack(rack)
        kernel.lay_candidates(*tools.generator.arrays[:2], board, slots, simulation.moves, boards)
        kept = [keep_of(slots, int(key_2)) for key_2 in simulation.moves[:, 2]]
        rooms = [Search.room(tools, max(most, len(rack), deals.shape[1]), len(board), BITS) for _ in range(LANES)]
        return Endings(simulation, deals, boards, kept, rooms)

    def search(self, should_stop: Callable[[], bool], report: Report, run: Run) -> None:
        """Searches endings deal by deal for the best candidates, and puts what is found in place of the rest."""
        simulation = self.simulation
        best = {id(candidate.move) for candidate in simulation.ranked()[:FINALISTS]}
        simulation.active[[id(candidate.move) not in best for candidate in simulation.candidates]] = 0
        for start in range(0, len(self.deals), LANES):
            if simulation.is_decided or should_stop():
                return

            def work(row: int) -> Results:
                return self._values(row, self.rooms[row % LANES], should_stop)

            rows = range(start, min(start + LANES, len(self.deals)))
            found = list(run(work, rows))
            if should_stop():
                return
            for row, values in zip(rows, found, strict=True):
                self._correct(row, values[0])
            simulation.drop()
            report(simulation.ranked())

    def _correct(self, row: int, searched: Results) -> None:
        """Puts what was searched in the place of what was played on.

        Both sides play endings better than they were played on. Candidates that leave tiles in the pool cannot be
        searched; what the others lose or gain on the average is taken for theirs, or else they would look too good.
        """
        learnt = self.simulation.learnt[row]
        better = ~np.isnan(searched[:, 0])
        if not better.any():
            return
        change = float((searched[better, 1] - learnt[better, 1]).mean())
        learnt[~better, 1] += change
        learnt[~better, 0] = (np.sign(np.round(learnt[~better, 1])) + 1) / 2
        learnt[better] = searched[better]

    def _values(self, row: int, room: Search, should_stop: Callable[[], bool]) -> Results:
        """Chance and lead of the candidates with a deal, NaN for those that do not empty the pool or are dropped."""
        values = np.full((1, len(self.kept), 2), np.nan)
        pool = self.simulation.view.table.pool
        drawn, theirs = self.deals[row, :pool], self.deals[row, pool:]
        most = self.simulation.tools.generator.variant.rack_size
        for i in map(int, np.flatnonzero(self.simulation.active)):
            if should_stop():
                break
            if self.simulation.moves[i, 1] >= 0 and most - len(self.kept[i]) >= pool:
                lead = self._lead(i, np.concatenate((self.kept[i], drawn)), theirs, room)
                values[0, i] = (0.5 if lead == 0 else float(lead > 0), lead)
        return values

    def _lead(self, i: int, own: Ints, theirs: Ints, room: Search) -> int:
        """The lead at the end of the game after a candidate, with both racks known and the other seat on turn."""
        table, seat = self.simulation.view.table, self.simulation.view.seat
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        lead = table.seats[seat].score + int(self.simulation.moves[i, 3]) - table.seats[1 - seat].score
        room.set_up(self.boards[i], (theirs, own), swing, -lead, 0)
        room.list_root()
        return -room.best_value(PLIES, WIDTH, MOVES)
