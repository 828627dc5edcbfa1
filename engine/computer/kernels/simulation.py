"""Comparing moves by playing games on from a position, with random deals of the unseen tiles.

Within a deal, every candidate meets the same racks and the same order of the pool. A candidate is a record of a play
(`generator.kernels.layout`) or an exchange: the first key of an exchange is `EXCHANGE`, its second is the set of rack
slots exchanged, and its score is what the exchange scores.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.assessing import (
    POOL,
    SEAT,
    SEATS,
    Floats,
    chance_to_win,
    draw_next,
    name_leaves,
    or_exchange,
)
from engine.computer.kernels.continuing import Playout, make_candidate, new_game, play_on, set_up
from engine.computer.kernels.games import deal, keep_rest
from engine.computer.kernels.replies import Hand, Tools, best_of, is_changed, new_hand, prepare_candidates
from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    KEY,
    KEY_2,
    LINES,
    NOTHING,
    RACK,
    SECTIONS,
    STRIDE,
    Bytes,
    Ints,
    Longs,
    Table,
)

Results = NDArray[np.float64]

CHANCE, LEAD = range(2)
"""Results of a candidate in a deal: the chance of winning, and the lead in points."""

KNOWN, FEW = 4, 3
"""The number of replies to the present board found in advance, and the most candidates for which none are.

If one of these replies is in a line that a candidate leaves unchanged, only the changed lines are searched after it.
"""


@bundle("int64[:,::1], uint8[::1], int32[:,::1], int64[:,::1], int32[:,::1], uint8[:,::1], int64[::1], int64[::1]")
class Candidates(NamedTuple):
    """The moves to compare, with data that are the same in every deal; only the active moves are played on.

    `boards`, `masks` and `cells` have a row for the prepared board after each move, and a last row for the present
    board; `changed` marks the lines that each move changes. `kept` identifies the tiles that each move keeps, and
    `order` puts moves that keep the same tiles next to each other.
    """

    moves: Table
    active: Bytes
    boards: Ints
    masks: Table
    cells: Ints
    changed: Bytes
    kept: Longs
    order: Longs


@kernel("Candidates(Tools, int32[::1], int64[:,::1], int64[:,::1], uint8[::1])")
def line_up(tools: Tools, board: Ints, slots: Table, moves: Table, active: Bytes) -> Candidates:
    """The candidates for a sorted rack, with their boards prepared."""
    variant, count = tools.variant, moves.shape[0]
    size = variant[LINES] * variant[STRIDE]
    boards = np.empty((count + 1, len(board)), np.int32)
    masks, cells = np.empty((count + 1, size), np.int64), np.empty((count + 1, SECTIONS * size), np.int32)
    changed = np.empty((count, variant[LINES]), np.uint8)
    prepare_candidates(variant, tools.nodes, board, slots, moves, boards, masks, cells, changed)
    kept = name_leaves(slots, moves)
    return Candidates(moves, active, boards, masks, cells, changed, kept, np.argsort(kept))


@kernel("int32[:,::1](int64[::1], int32[::1], int64)")
def deal_tiles(random: Longs, unseen: Ints, count: int) -> Ints:
    """Random deals of the unseen tiles, one in each of `count` rows."""
    tiles, deals = unseen.copy(), np.empty((count, len(unseen)), np.int32)
    for number in range(count):
        deal(random, tiles, len(tiles), len(tiles))
        deals[number] = tiles
    return deals


@kernel("void(int64[::1], int32[::1], int32[::1], int64[::1], int32[:,::1])")
def spread_racks(facts: Longs, tiles: Ints, rack: Ints, sizes: Longs, racks: Ints) -> None:
    """Write all racks of a deal; `rack` is that of the seat on turn."""
    racks[facts[SEAT], : len(rack)] = rack
    at = facts[POOL]
    for seat in range(facts[SEATS]):
        if seat != facts[SEAT]:
            for i in range(sizes[seat]):
                racks[seat, i] = tiles[at]
                at += 1


@kernel("int64[:,::1](Tools, Candidates, Hand)")
def replies_before(tools: Tools, candidates: Candidates, theirs: Hand) -> Table:
    """The best plays of the next seat on the present board; empty if there are only a few candidates."""
    before, nothing = candidates.moves.shape[0], candidates.moves[:0]
    if candidates.active.sum() <= FEW:
        return nothing
    everywhere = np.empty(0, np.uint8)
    return best_of(
        tools, candidates.masks[before], candidates.cells[before], theirs, everywhere, nothing, NOTHING, KNOWN
    )


@kernel("int64[:,::1](Tools, int64[::1], Candidates, int64, Hand, int64[:,::1])")
def find_reply(tools: Tools, facts: Longs, candidates: Candidates, at: int, theirs: Hand, known: Table) -> Table:
    """The move of the next seat after a candidate; `known` holds its best plays on the present board."""
    variant, changed = tools.variant, candidates.changed[at]
    floor, marked = known[:0], changed[:0]
    for i in range(known.shape[0]):
        if not is_changed(variant, changed, known[i, KEY]):
            floor, marked = known[i : i + 1], changed
            break
    plays = best_of(tools, candidates.masks[at], candidates.cells[at], theirs, marked, floor, NOTHING, 1)
    exchanged = variant[RACK] if facts[POOL] >= 2 * variant[RACK] else 0
    return or_exchange(plays, theirs.slots, theirs.values, exchanged)


@kernel("Hand(Tools, int64[::1], int64[:,::1], int64, int32[::1], int32[::1])")
def foresee(tools: Tools, facts: Longs, slots: Table, used: int, tiles: Ints, rack: Ints) -> Hand:
    """The hand of the seat on turn at its next turn, after a candidate that uses a set of slots."""
    held = rack.copy()
    count = keep_rest(slots, used, held)
    count = draw_next(tiles, facts[POOL], held, count, tools.variant[RACK])
    return new_hand(tools, held[:count])


@kernel(
    "void(Tools, int64[::1], Hand, Candidates, int32[::1], int32[:,::1], int64[::1], float64[::1], Playout,"
    " float64[:,::1])"
)
def play_deal(
    tools: Tools,
    facts: Longs,
    own: Hand,
    candidates: Candidates,
    tiles: Ints,
    racks: Ints,
    sizes: Longs,
    scores: Floats,
    game: Playout,
    learnt: Results,
) -> None:
    """Plays on after each active candidate with one deal, whose racks are already written; `game` is working space."""
    me, seats, moves = facts[SEAT], facts[SEATS], candidates.moves
    # if no candidate can empty the pool, the next seat values its leaves the same way after each of them
    alike = seats > 1 and facts[POOL] > racks.shape[1]
    # if tiles are sure to be left at this seat's next turn, its hand is the same after moves that keep the same tiles
    foreseen = facts[POOL] > seats * racks.shape[1]
    other = (me + 1) % seats
    theirs = new_hand(tools, racks[other, : sizes[other] if alike else 0])
    known = replies_before(tools, candidates, theirs) if alike else moves[:0]
    mine, before = own, -1
    for at in candidates.order:
        if candidates.active[at] == 0:
            continue
        reply = find_reply(tools, facts, candidates, at, theirs, known) if alike else moves[:0]
        if foreseen and candidates.kept[at] != before:
            before = candidates.kept[at]
            mine = foresee(tools, facts, own.slots, moves[at, KEY_2] & 4095, tiles, racks[me])
        set_up(game, facts, candidates.boards[at], tiles, racks, sizes, scores)
        make_candidate(tools.variant, game, own.slots, own.values, moves[at])
        lead, left = play_on(tools, facts, game, candidates.cells[at], reply, theirs, foreseen, mine)
        learnt[at, CHANCE] = chance_to_win(lead, left)
        learnt[at, LEAD] = lead


@kernel(
    "void(Tools, int64[::1], int32[::1], int32[::1], int64[::1], float64[::1], int64[:,::1], uint8[::1],"
    " int32[:,::1], float64[:,:,::1])"
)
def simulate(
    tools: Tools,
    facts: Longs,
    board: Ints,
    rack: Ints,
    sizes: Longs,
    scores: Floats,
    moves: Table,
    active: Bytes,
    deals: Ints,
    learnt: Results,
) -> None:
    """Plays on after each active candidate with every deal, and writes the chance of winning and the lead.

    A deal is a row with the pool's tiles, drawn from the last one backwards, and then the other seats' racks in order;
    `learnt` has shape (deals, candidates, 2).
    """
    own = new_hand(tools, rack)
    candidates = line_up(tools, board, own.slots, moves, active)
    most = max(tools.variant[RACK], len(rack))
    racks, game = np.zeros((facts[SEATS], most), np.int32), new_game(tools.variant, facts, most)
    for number in range(deals.shape[0]):
        spread_racks(facts, deals[number], rack, sizes, racks)
        play_deal(tools, facts, own, candidates, deals[number], racks, sizes, scores, game, learnt[number])
