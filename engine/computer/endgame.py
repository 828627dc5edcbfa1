"""The end of a game of two with an empty pool: nothing is hidden, so it is searched as deep as time allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.computer.candidates import Candidate, Report
from engine.computer.tools import Tools
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.model.tiles import Tiles
from engine.play.generator.encoding import encode_board, encode_rack

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Ints, Longs, Table

SLICE = 150
"""Positions that one call of the kernel opens: some tens of milliseconds."""

ENOUGH = 20_000
"""Positions after which the search ends anyhow."""

TABLE_BITS = 15
"""The table of positions has two to the power of this many places."""

NARROW, NARROW_ROOT = 20, 40
"""Moves of a node, and of the root, that are searched before all of them are."""


def is_known(view: SeatView) -> bool:
    """Whether nothing is hidden any more: two seats, both in play, and an empty pool."""
    table = view.table
    if table.pool or len(table.seats) != 2 or not all(seat.in_play for seat in table.seats):
        return False
    return len(view.unseen) == table.seats[1 - view.seat].tiles


@dataclass(slots=True, eq=False)
class Search:
    """A search under way; its arrays are explained in `kernels.endgame`."""

    tools: Tools
    facts: Longs
    plies: Table
    boards: Ints
    racks: Ints
    sizes: Table
    moves: NDArray[np.int64]
    positions: Table
    listed: int
    lead: int
    idle: int

    @staticmethod
    def of(view: SeatView, rack: Tiles, tools: Tools, records: Table) -> Search:
        """The search of a position whose plays are given, the most promising first."""
        from engine.computer.kernels import endgame as kernel

        table, variant = view.table, tools.generator.variant
        plies, most = kernel.MOST_PLIES, max(variant.rack_size, len(rack), len(view.unseen))
        boards = np.zeros((plies + 1, len(table.board.squares)), np.int32)
        boards[0] = encode_board(table.board, variant.alphabet)
        racks = np.zeros((plies + 1, 2, most), np.int32)
        sizes = np.zeros((plies + 1, 2), np.int64)
        for seat, held in enumerate((rack, view.unseen)):
            racks[0, seat, : len(held)] = encode_rack(held, variant.alphabet)
            sizes[0, seat] = len(held)
        moves = np.zeros((plies + 1, kernel.MOST_MOVES, 4), np.int64)
        moves[0, : len(records)] = records
        moves[0, len(records), 1] = kernel.PASS
        moves[0, : len(records) + 1, 0] = -np.arange(len(records) + 1)
        search = Search(
            tools,
            np.zeros(9, np.int64),
            np.zeros((plies + 1, 9), np.int64),
            boards,
            racks,
            sizes,
            moves,
            np.zeros((1 << TABLE_BITS, 6), np.int64),
            len(records) + 1,
            table.seats[view.seat].score - table.seats[1 - view.seat].score,
            min(table.scoreless, 1),
        )
        search.facts[kernel.SWING] = int(ADJUSTMENT[table.rules.end_adjustment])
        search.plies[0, kernel.MOVES] = len(records) + 1
        return search

    def deepen(self, limit: int, width: int, should_stop: Callable[[], bool]) -> tuple[int, int] | None:
        """Searches so many plies, behind the root so many moves each.

        Gives the number of the best move and its value; None when stopped before any was known.
        """
        from engine.computer.kernels import endgame as kernel

        facts, root = self.facts, self.plies[0]
        facts[kernel.DEPTH], facts[kernel.LIMIT], facts[kernel.FINISHED], facts[kernel.HORIZON] = 0, limit, 0, 0
        facts[kernel.ROOT_BEST], facts[kernel.WIDTH], facts[kernel.CUT] = -1, width, 0
        root[kernel.NEXT], root[kernel.BEST], root[kernel.BEST_MOVE] = 0, -kernel.INFINITE, -1
        root[kernel.ALPHA], root[kernel.BETA] = -kernel.INFINITE, kernel.INFINITE
        root[kernel.LEAD], root[kernel.IDLE] = self.lead, self.idle
        while not facts[kernel.FINISHED] and not should_stop() and facts[kernel.NODES] < ENOUGH:
            kernel.search(
                *self.tools.generator.arrays,
                facts,
                self.plies,
                self.boards,
                self.racks,
                self.sizes,
                self.moves,
                self.positions,
                SLICE,
            )
        best = int(facts[kernel.ROOT_BEST])
        return (best, int(root[kernel.BEST])) if best >= 0 else None

    @property
    def is_finished(self) -> bool:
        """Whether the last pass was not stopped."""
        from engine.computer.kernels import endgame as kernel

        return bool(self.facts[kernel.FINISHED])

    @property
    def reached_end(self) -> bool:
        """Whether no line of the last pass was longer than it looked."""
        from engine.computer.kernels import endgame as kernel

        return self.is_finished and not self.facts[kernel.HORIZON]

    @property
    def is_exact(self) -> bool:
        """Whether the last pass looked at everything down to the end of the game."""
        from engine.computer.kernels import endgame as kernel

        return self.reached_end and not self.facts[kernel.CUT] and self.plies[0, kernel.MOVES] == self.listed

    def sort_root(self, order: list[int], keep: int) -> list[int]:
        """Puts the root's moves into the order of their values, for the next pass, which takes the first `keep`."""
        from engine.computer.kernels import endgame as kernel

        values = self.moves[0, : len(order), 0]
        moved = sorted(range(len(order)), key=lambda i: -int(values[i]))
        self.moves[0, : len(order)] = self.moves[0, moved]
        self.plies[0, kernel.MOVES] = min(keep, len(order))
        return [order[i] for i in moved]

    def passes(self) -> Iterator[tuple[int, int, int]]:
        """The passes to make, one after the other: plies, moves of a node behind the root, moves of the root.

        First deeper and deeper over the most promising moves, to the end of the game; then over all moves.
        """
        from engine.computer.kernels import endgame as kernel

        limit = 0
        while limit < kernel.MOST_PLIES - 1 and not self.reached_end:
            limit += 1
            yield limit, NARROW, kernel.MOST_MOVES if limit == 1 else NARROW_ROOT
        while not self.is_exact:
            # what was found over few moves says nothing of a pass over all
            self.positions[:, kernel.FAR] = -1
            yield limit, kernel.MOST_MOVES, kernel.MOST_MOVES
            if limit == kernel.MOST_PLIES - 1:
                return
            limit += 1


def solve(
    view: SeatView,
    rack: Tiles,
    tools: Tools,
    candidates: list[Candidate],
    records: Table,
    should_stop: Callable[[], bool],
    report: Report,
) -> Candidate | None:
    """The best of the plays, None where passing is better; records are those of the candidates, best first."""
    search = Search.of(view, rack, tools, records)
    order = list(range(len(candidates) + 1))
    chosen = candidates[0] if candidates else None
    for limit, width, keep in search.passes():
        order = search.sort_root(order, keep)
        found = search.deepen(limit, width, should_stop)
        if found is not None:
            number, value = order[found[0]], found[1]
            chosen = _with_lead(candidates[number], value) if number < len(candidates) else None
            report([chosen] if chosen else [])
        if not search.is_finished:
            break
    return chosen


def _with_lead(candidate: Candidate, lead: int) -> Candidate:
    return replace(candidate, lead=float(lead), chance=0.5 if lead == 0 else float(lead > 0))
