"""The pre-endgame, with two seats and one to four tiles in the pool: every split of the unseen tiles is tried.

First each candidate is simulated for each possible pool, with both sides making their best plays. Then, as far as time
allows, the candidates still in question that empty the pool are judged by searching the endgame that follows, in which
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

from engine.computer.endgame import Search
from engine.computer.simulating import ENOUGH, LANES, Run, Simulation
from engine.computer.tools import Candidate, Luck, Report
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.play.generator.encoding import encode_board, encode_rack

if TYPE_CHECKING:
    from engine.computer.kernels.simulation import Results
    from engine.play.generator.kernels.layout import Ints

MOST_TILES = 4
"""The most tiles in the pool for which this is worthwhile."""

FINALISTS = 6
"""The most candidates whose endgames are searched."""

PLIES, WIDTH = 4, 8
"""How many plies deep an endgame is searched, and how many moves at each node."""

MOVES = 3000
"""The most moves that the search of one endgame makes."""

NONE = np.empty(0, np.int32)
"""No tiles."""

BITS = 12
"""The base-2 logarithm of the number of places in the transposition table of one search."""


def is_near(view: SeatView) -> bool:
    """Whether the pool holds so few tiles that every split of the unseen tiles can be tried."""
    table = view.table
    if not 0 < table.pool <= MOST_TILES or len(table.seats) != 2 or not all(seat.in_play for seat in table.seats):
        return False
    return len(view.unseen) == table.pool + table.seats[1 - view.seat].tiles


def list_deals(unseen: Ints, pool: int, luck: Luck, held: Ints = NONE) -> tuple[Ints, NDArray[np.float64]]:
    """Every possible pool with its weight: rows as `kernels.simulation` takes them, in random order.

    The order of the tiles in each pool is random too: it matters only if a candidate leaves tiles there. The opponent
    is known to hold the tiles `held`, which are among the unseen ones.
    """
    free = (Counter(unseen.tolist()) - Counter(held.tolist())).elements()
    weights = Counter(tuple(sorted(chosen)) for chosen in combinations(free, pool))
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
    """Try every split of the unseen tiles; return the candidates, best first."""
    deals, weights = list_deals(simulation.unseen, simulation.view.table.pool, luck, simulation.held)
    at = 0
    while at < len(deals) and not simulation.is_decided and not should_stop():
        count = simulation.batch

        def work(start: int, count: int = count, at: int = at) -> Results:
            most = 0 if start > at and should_stop() else count
            return simulation.play(deals[start : start + most], simulation.active)

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
    """The endgames after candidates that empty the pool, with working arrays for each thread."""

    simulation: Simulation
    deals: Ints
    boards: Ints
    kept: list[Ints]
    rooms: list[Search]

    @staticmethod
    def of(simulation: Simulation, deals: Ints) -> Endings:
        """The endgames after a simulation's candidates."""
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
        """Search the endgames of the best candidates deal by deal, and replace the simulated results."""
        simulation = self.simulation
        best = {id(candidate.move) for candidate in simulation.finalists(FINALISTS)}
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
        """Replace simulated results by searched ones.

        Both sides play endgames better in a search than in a simulation. Candidates that leave tiles in the pool cannot
        be searched; they get the average change of the others, or else they would look too good.
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
        """Each candidate's chance and lead for a deal; NaN if it leaves tiles in the pool or has been dropped."""
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
        """The final lead after a candidate, with both racks known and the other seat on turn."""
        table, seat = self.simulation.view.table, self.simulation.view.seat
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        lead = table.seats[seat].score + int(self.simulation.moves[i, 3]) - table.seats[1 - seat].score
        room.set_up(self.boards[i], (theirs, own), swing, -lead, 0)
        room.list_root()
        return -room.best_value(PLIES, WIDTH, MOVES)
