"""The endgame for two players with an empty pool: nothing is hidden, so it is searched as deep as time allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from engine.computer.tools import Candidate, ComputerTools, Report
from engine.computer.weighing import ADJUSTMENT
from engine.game.views import SeatView
from engine.model.tiles import Tiles
from engine.play.generator.encoding import encode_board, encode_rack
from engine.play.generator.kernels import layout
from engine.play.generator.kernels.layout import Ints, Table

if TYPE_CHECKING:
    from engine.computer.kernels.listing import Endgame

SLICE = 300
"""Moves that one call of the kernel makes, in about ten milliseconds."""

ENOUGH = 1_000_000
"""Moves after which the search ends in any case."""

TABLE_BITS = 15
"""The base-2 logarithm of the number of places in the transposition table."""

NARROW, NARROW_ROOT = 20, 40
"""Moves searched at each node, and at the root, before every move is searched."""

ROOM = 4096
"""The most plays that are found in the changed lines of a position."""

FORGOTTEN = -1000
"""A depth below every other: the stored value of a position no longer counts."""


def is_known(view: SeatView) -> bool:
    """Whether nothing is hidden: two seats, both in play, and an empty pool."""
    table = view.table
    if table.pool or len(table.seats) != 2 or not all(seat.in_play for seat in table.seats):
        return False
    return len(view.unseen) == table.seats[1 - view.seat].tiles


@dataclass(slots=True, eq=False)
class Search:
    """A search in progress, with the lead of the seat on turn and the passes in a row before it."""

    game: Endgame
    lead: int = 0
    idle: int = 0

    @staticmethod
    def room(tools: ComputerTools, tiles: int, squares: int, bits: int = TABLE_BITS) -> Search:
        """Working arrays for searches with racks and boards of these sizes."""
        from engine.computer.kernels import listing

        header, plies = tools.generator.arrays[0], listing.LISTS + 1
        lines = int(header[layout.LINES] * header[layout.STRIDE])
        return Search(
            listing.Endgame(
                *tools.generator.arrays,
                np.zeros(9, np.int64),
                np.zeros((plies, 11), np.int64),
                np.zeros((plies, squares), np.int32),
                np.zeros((plies, lines), np.int64),
                np.zeros((plies, layout.SECTIONS * lines), np.int32),
                np.zeros((plies, 2, tiles), np.int32),
                np.zeros((plies, 2), np.int64),
                np.zeros((2, tiles), np.int32),
                np.zeros((plies, listing.MOST_MOVES, layout.FIELDS + 1), np.int64),
                np.zeros((ROOM, layout.FIELDS), np.int64),
                np.zeros((1 << bits, 6), np.int64),
            )
        )

    @staticmethod
    def of(
        view: SeatView, rack: Tiles, tools: ComputerTools, records: Table, *, whole: bool, passing: bool = True
    ) -> Search:
        """The search of a position with the given plays, most promising first, and a pass unless it is left out.

        `whole` says whether there are no other plays.
        """
        from engine.computer.kernels import listing
        from engine.play.generator.kernels.lines import prepare
        from engine.play.generator.kernels.racks import sort_rack

        table, alphabet = view.table, tools.generator.variant.alphabet
        most = max(tools.generator.variant.rack_size, len(rack), len(view.unseen))
        search = Search.room(tools, most, len(table.board.squares))
        game = search.game
        racks = (encode_rack(rack, alphabet), encode_rack(view.unseen, alphabet))
        lead = table.seats[view.seat].score - table.seats[1 - view.seat].score
        swing = int(ADJUSTMENT[table.rules.end_adjustment])
        search.set_up(encode_board(table.board, alphabet), racks, swing, lead, min(table.scoreless, 1))
        listing.take_records(records, sort_rack(racks[0]), game.kinds[0], game.moves[0])
        prepare(game.variant, game.nodes, game.boards[0], game.masks[0], game.cells[0])
        root = game.plies[0]
        root[listing.MOVES] = root[listing.LISTED] = len(records) + passing
        root[listing.WHOLE] = whole
        return search

    def set_up(self, board: Ints, racks: tuple[Ints, Ints], swing: int, lead: int, idle: int) -> None:
        """Begins with a position: the racks, that of the seat on turn first, and that seat's lead.

        Lists the plays of the other seat but not those of the seat on turn.
        """
        from engine.computer.kernels import listing

        game = self.game
        game.facts[:] = 0
        game.facts[listing.SWING] = swing
        game.positions[:, listing.KEY_OF] = 0
        game.kinds[:] = -1
        for ply in (0, listing.LISTS):
            game.boards[ply] = board
            for seat, rack in enumerate(racks):
                game.racks[ply, seat, : len(rack)], game.sizes[ply, seat] = rack, len(rack)
                kinds = np.unique(rack)
                game.kinds[seat, : len(kinds)] = kinds
        self.lead, self.idle = lead, idle
        listing.list_moves(game, listing.LISTS, 1)

    def list_root(self) -> None:
        """List the moves of the seat on turn, in no particular order."""
        from engine.computer.kernels import listing

        listing.list_moves(self.game, 0, 0)

    def deepen(self, limit: int, width: int, should_stop: Callable[[], bool]) -> tuple[int, int] | None:
        """Search `limit` plies, with `width` moves at each node after the root.

        Returns the number of the best move and its value, or None if stopped before any was known.
        """
        from engine.computer.kernels import endgame as kernel
        from engine.computer.kernels import listing

        facts, root = self.game.facts, self.game.plies[0]
        self.begin(limit, width)
        while not facts[listing.FINISHED] and not should_stop() and facts[listing.NODES] < ENOUGH:
            kernel.search(self.game, SLICE)
        best = int(facts[listing.ROOT_BEST])
        return (best, int(root[listing.BEST])) if best >= 0 else None

    def best_value(self, plies: int, width: int, most: int) -> int:
        """The lead of the seat on turn at the end of the game, found by making at most `most` moves.

        Each pass looks one ply further; the last complete pass counts, and the first is always completed.
        """
        from engine.computer.kernels import endgame as kernel
        from engine.computer.kernels import listing

        value = 0
        root = self.game.plies[0]
        root[listing.MOVES] = min(root[listing.LISTED], width)
        listing.sort_moves(self.game.moves[0], int(root[listing.LISTED]))
        for limit in range(1, plies + 1):
            spent = int(self.game.facts[listing.NODES])
            self.begin(limit, width)
            kernel.search(self.game, ENOUGH if limit == 1 else most - spent)
            if not self.is_finished:
                break
            value = int(root[listing.BEST])
            listing.sort_moves(self.game.moves[0], int(root[listing.MOVES]))
            if self.reached_end or self.game.facts[listing.NODES] >= most:
                break
        return value

    def begin(self, limit: int, width: int) -> None:
        """Begins a pass of `limit` plies, with `width` moves at each node after the root."""
        from engine.computer.kernels import listing

        facts, root = self.game.facts, self.game.plies[0]
        facts[listing.DEPTH], facts[listing.LIMIT], facts[listing.FINISHED], facts[listing.HORIZON] = 0, limit, 0, 0
        facts[listing.ROOT_BEST], facts[listing.WIDTH], facts[listing.CUT] = -1, width, 0
        root[listing.NEXT], root[listing.BEST], root[listing.BEST_MOVE] = 0, -listing.INFINITE, -1
        root[listing.ALPHA], root[listing.BETA] = -listing.INFINITE, listing.INFINITE
        root[listing.LEAD], root[listing.IDLE] = self.lead, self.idle

    @property
    def is_finished(self) -> bool:
        """Whether the last pass ran to completion."""
        from engine.computer.kernels import listing

        return bool(self.game.facts[listing.FINISHED])

    @property
    def reached_end(self) -> bool:
        """Whether every line of play in the last pass reached the end of the game."""
        from engine.computer.kernels import listing

        return self.is_finished and not self.game.facts[listing.HORIZON]

    @property
    def is_exact(self) -> bool:
        """Whether the last pass searched every move down to the end of the game."""
        from engine.computer.kernels import listing

        whole = self.game.plies[0, listing.MOVES] == self.game.plies[0, listing.LISTED]
        return bool(self.reached_end and whole and not self.game.facts[listing.CUT])

    def sort_root(self, order: list[int], keep: int) -> list[int]:
        """Sorts the root's moves by value for the next pass, which takes the first `keep`."""
        from engine.computer.kernels import listing

        values = self.game.moves[0, : len(order), 0].copy()
        moved = sorted(range(len(order)), key=lambda i: -int(values[i]))
        self.game.moves[0, : len(order)] = self.game.moves[0, moved]
        self.game.plies[0, listing.MOVES] = min(keep, len(order))
        return [order[i] for i in moved]

    def passes(self) -> Iterator[tuple[int, int, int]]:
        """The passes to make, in order: plies, moves at each node after the root, moves at the root.

        First come ever deeper passes over the most promising moves, to the end of the game; then passes over all moves.
        """
        from engine.computer.kernels import listing

        limit = 0
        while limit < listing.MOST_PLIES - 1 and not self.reached_end:
            limit += 1
            yield limit, NARROW, listing.MOST_MOVES if limit == 1 else NARROW_ROOT
        while not self.is_exact:
            # values found over a few moves do not hold for a pass over all of them
            self.game.positions[:, listing.FAR] = FORGOTTEN
            yield limit, listing.MOST_MOVES, listing.MOST_MOVES
            if limit == listing.MOST_PLIES - 1:
                return
            limit += 1

    def solve(
        self, count: int, should_stop: Callable[[], bool], tell: Callable[[int, int], None] = lambda *_: None
    ) -> Solved:
        """Search the root's moves, of which there are `count`, until the best is proven or it should stop.

        `tell` receives each new best move and its lead.
        """
        order, first, lead = list(range(count)), 0, None
        for limit, width, keep in self.passes():
            order = self.sort_root(order, keep)
            found = self.deepen(limit, width, should_stop)
            if found is not None:
                first, lead = order[found[0]], found[1]
                tell(first, lead)
            if not self.is_finished:
                break
        return Solved(first, lead, tuple(order), self.is_exact)


@dataclass(frozen=True, slots=True)
class Solved:
    """The number of the best move, the lead that it leads to, and all numbers, most promising first.

    The lead is None if the search was stopped before any was known, and `exact` says that it is proven.
    """

    first: int
    lead: int | None
    order: tuple[int, ...]
    exact: bool


def solve(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    candidates: list[Candidate],
    records: Table,
    should_stop: Callable[[], bool],
    report: Report,
    *,
    whole: bool = True,
) -> list[Candidate | None]:
    """The plays by the value that the search finds, None for a pass; `records` are those of the candidates.

    Only the first carries its lead: all that is known of the others is that they are no better. Candidates come best
    first, and `whole` says whether there are no other plays.
    """
    search = Search.of(view, rack, tools, records, whole=whole)
    moves: list[Candidate | None] = [*candidates, None]

    def tell(found: int, lead: int) -> None:
        chosen = moves[found]
        report([_with_lead(chosen, lead)] if chosen else [])

    solved = search.solve(len(moves), should_stop, tell)
    best = moves[solved.first]
    if best and solved.lead is not None:
        best = replace(_with_lead(best, solved.lead), proven=solved.exact)
    return [best, *(moves[i] for i in solved.order if i != solved.first)]


def _with_lead(candidate: Candidate, lead: int) -> Candidate:
    return replace(candidate, lead=float(lead), chance=0.5 if lead == 0 else float(lead > 0))
