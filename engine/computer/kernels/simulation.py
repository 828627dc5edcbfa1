"""Games played on from a position, with what is not seen dealt at random, to tell which of several moves does best.

All candidates of a deal meet the same racks and the same order of the pool. A candidate is a record of a play
(`generator.kernels.layout`), or an exchange: then its first key is `EXCHANGE`, its second the set of rack slots given
back and its score what the exchange scores.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.assessing import (
    EXCHANGE,
    PLIES,
    POOL,
    SEAT,
    SEATS,
    Floats,
    assess,
    chance_to_win,
    count_bits,
    draw_next,
    name_leaves,
    or_exchange,
    settle,
    take_tiles,
    value_rack,
)
from engine.computer.kernels.games import deal, keep_rest
from engine.computer.kernels.replies import best_of, is_changed, new_lists, prepare_candidates
from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    EQUITY,
    KEY,
    KEY_2,
    LINES,
    RACK,
    SCORE,
    SECTIONS,
    STRIDE,
    THOUSAND,
    Bytes,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.racks import (
    FACTS,
    TILES,
    list_subsets,
    sort_rack,
    value_leaves,
)
from engine.play.generator.kernels.selfplay import lay_prepared

Results = NDArray[np.float64]

CHANCE, LEAD = range(2)
"""What is written of a candidate in a deal: the chance to win, the lead in points."""

KNOWN, FEW = 4, 3
"""So many replies to the board before are found first, where there are more than a few candidates: the best one that a

candidate leaves alone need not be found again behind it."""

LAST_TURNS = 24
"""Turns after which a game with an empty pool is taken for over."""


@kernel(
    "int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int32[::1], int64[::1], int32[::1], int64[:,::1],"
    " int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], int64)"
)
def find_move(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    board: Ints,
    masks: Longs,
    cells: Ints,
    slots: Table,
    values: Longs,
    subsets: Table,
    heads: Table,
    entries: Table,
    exchanged: int,
) -> Table:
    """The move of a rack on a board, none where there is nothing to do; prepares the board first.

    `exchanged` is how many tiles an exchange may be of.
    """
    prepare(variant, nodes, board, masks, cells)
    nothing, everywhere = subsets[:0], np.empty(0, np.uint8)
    plays = best_of(
        variant, nodes, longs, ints, masks, cells, slots, values, subsets, heads, entries, everywhere, nothing, 1
    )
    return or_exchange(plays, slots, values, exchanged)


@kernel(
    "int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1],"
    " int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], uint8[::1], int64)"
)
def find_reply(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    masks: Longs,
    cells: Ints,
    slots: Table,
    values: Longs,
    subsets: Table,
    heads: Table,
    entries: Table,
    known: Table,
    changed: Bytes,
    exchanged: int,
) -> Table:
    """The move of a rack behind a candidate that changes some lines; `known` are the best plays on the board before."""
    floor, marked = known[:0], changed[:0]
    for i in range(known.shape[0]):
        if not is_changed(variant, changed, known[i, KEY]):
            floor, marked = known[i : i + 1], changed
            break
    plays = best_of(variant, nodes, longs, ints, masks, cells, slots, values, subsets, heads, entries, marked, floor, 1)
    return or_exchange(plays, slots, values, exchanged)


@kernel("void(int64[::1], int32[::1], int32[::1], int64[::1], int32[:,::1])")
def spread_racks(facts: Longs, tiles: Ints, rack: Ints, sizes: Longs, racks: Ints) -> None:
    """Writes the racks of a deal, with the own one."""
    racks[facts[SEAT], : len(rack)] = rack
    at = facts[POOL]
    for seat in range(facts[SEATS]):
        if seat != facts[SEAT]:
            for i in range(sizes[seat]):
                racks[seat, i] = tiles[at]
                at += 1


@kernel(
    "Tuple((float64, int64))(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[::1], int32[::1],"
    " int32[::1], int32[::1], int32[:,::1], int64[::1], float64[::1], int64[:,::1], int64, int64[:,::1], int64[::1],"
    " int64[:,::1], int64[:,::1], boolean, int64[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1])"
)
def play_on(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    leaves: Longs,
    facts: Longs,
    cells: Ints,
    board: Ints,
    pool: Ints,
    racks: Ints,
    sizes: Longs,
    scores: Floats,
    moves: Table,
    at: int,
    first_slots: Table,
    first_values: Longs,
    reply: Table,
    reply_slots: Table,
    next_known: bool,
    next_slots: Table,
    next_values: Longs,
    next_subsets: Table,
    next_heads: Table,
    next_entries: Table,
) -> tuple[float, int]:
    """Plays on from a candidate's move; gives the lead and the tiles that are not played then.

    `board` has the candidate's move on it already, `cells` are prepared from it. `first_slots` is the rack that it was
    made with, `first_values` what keeping each set of its slots is worth. `reply` is the next seat's move, found for
    `reply_slots`, and left out where that is empty. What the next own turn needs of the rack is `next_slots` and so on,
    where `next_known`. Board, pool, racks, sizes and scores are written to.
    """
    seats, turn, left, most = facts[SEATS], facts[SEAT], facts[POOL], variant[RACK]
    kept = np.zeros(seats, np.float64)
    size = variant[LINES] * variant[STRIDE]
    masks, own_cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    no_values = np.empty(0, np.int64)
    slots, values, chosen, number = first_slots, first_values, moves, at
    idle, ply = 0, 0
    while True:
        rack = racks[turn]
        if ply == 1 and reply_slots[FACTS, TILES] > 0:
            slots, values, chosen, number = reply_slots, no_values, reply, 0
        elif ply > 0:
            if next_known and ply == seats:
                slots, values, subsets, heads, entries = next_slots, next_values, next_subsets, next_heads, next_entries
            else:
                slots = sort_rack(rack[: sizes[turn]])
                values = value_rack(facts, leaves, racks, sizes, slots, turn, left)
                subsets = list_subsets(slots, values)
                heads, entries = new_lists(variant, subsets)
            exchanged, number = sizes[turn] if left >= most else 0, 0
            chosen = find_move(
                variant,
                nodes,
                longs,
                ints,
                board,
                masks,
                own_cells,
                slots,
                values,
                subsets,
                heads,
                entries,
                exchanged,
            )
        last = ply >= facts[PLIES]
        idle += 1
        if chosen.shape[0] > 0:
            key, key_2, score = chosen[number, KEY], chosen[number, KEY_2], chosen[number, SCORE]
            idle = 0 if key != EXCHANGE else idle
            if ply == 0:
                kept[turn] = values[((1 << sizes[turn]) - 1) & ~(key_2 & 4095)] / THOUSAND
            else:
                kept[turn] = (chosen[number, EQUITY] - score * THOUSAND) / THOUSAND
            if key != EXCHANGE and ply > 0 and not (last and left > 0):
                lay_prepared(
                    variant, cells if ply == 1 and len(values) == 0 else own_cells, board, slots, chosen, number
                )
            held = take_tiles(slots, key, key_2, pool, left, rack, most)
            if key != EXCHANGE:
                left -= held - (sizes[turn] - count_bits(key_2 & 4095))
            sizes[turn] = held
            scores[turn] += score
        out = turn if sizes[turn] == 0 else -1
        turn = (turn + 1) % seats
        if out >= 0 or idle >= 2 * seats or (left == 0 and (idle >= seats or ply >= facts[PLIES] + LAST_TURNS)):
            return settle(facts, racks, sizes, scores, out), 0
        if last and left > 0:
            unseen = left
            for seat in range(seats):
                unseen += sizes[seat]
            return assess(facts, scores, kept, turn), unseen
        ply += 1


@kernel("int32[:,::1](int64[::1], int32[::1], int64)")
def deal_tiles(random: Longs, unseen: Ints, count: int) -> Ints:
    """So many deals of the tiles that are not seen, each a row in an order of its own."""
    tiles, deals = unseen.copy(), np.empty((count, len(unseen)), np.int32)
    for number in range(count):
        deal(random, tiles, len(tiles), len(tiles))
        deals[number] = tiles
    return deals


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[::1], int32[::1], int32[::1], int64[::1],"
    " float64[::1], int64[:,::1], uint8[::1], int32[:,::1], float64[:,:,::1])"
)
def simulate(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    leaves: Longs,
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
    """Plays the active candidates on with each of the deals and writes the chance and the lead of each.

    A deal is a row of the pool's tiles, drawn from the last one on, and then those of the others' racks by seat;
    `learnt` has shape (deals, candidates, 2).
    """
    seats, me, most = facts[SEATS], facts[SEAT], variant[RACK]
    count, wanted = moves.shape[0], 0
    for candidate in range(count):
        wanted += active[candidate]
    size = variant[LINES] * variant[STRIDE]
    boards = np.empty((count + 1, len(board)), np.int32)
    masks, cells = np.empty((count + 1, size), np.int64), np.empty((count + 1, SECTIONS * size), np.int32)
    changed = np.empty((count, variant[LINES]), np.uint8)
    slots = sort_rack(rack)
    values = value_leaves(slots, leaves)
    base = prepare_candidates(variant, nodes, board, slots, moves, boards, masks, cells, changed)
    kept = name_leaves(slots, moves)
    order = np.argsort(kept)
    # while no candidate empties the pool, the next seat weighs its moves the same way behind all of them,
    alike = seats > 1 and facts[POOL] > max(most, len(rack))
    # and as long as tiles are left then, this seat its next one the same way behind all that keep the same tiles
    foreseen = facts[POOL] > seats * max(most, len(rack))
    next_seat = (me + 1) % seats
    all_lines, no_play = np.empty(0, np.uint8), moves[:0]
    racks = np.zeros((seats, max(most, len(rack))), np.int32)
    for number in range(deals.shape[0]):
        tiles = deals[number]
        spread_racks(facts, tiles, rack, sizes, racks)
        reply_slots = sort_rack(racks[next_seat, : sizes[next_seat]] if alike else racks[me, :0])
        reply_values = value_leaves(reply_slots, leaves)
        subsets = list_subsets(reply_slots, reply_values)
        heads, entries = new_lists(variant, subsets)
        known = no_play
        if alike and wanted > FEW:
            known = best_of(
                variant,
                nodes,
                longs,
                ints,
                masks[base],
                cells[base],
                reply_slots,
                reply_values,
                subsets,
                heads,
                entries,
                all_lines,
                no_play,
                KNOWN,
            )
        next_slots, next_values, next_subsets, next_heads, next_entries = slots, values, subsets, heads, entries
        before = -1
        for candidate in order:
            if active[candidate] == 0:
                continue
            reply = no_play
            if alike:
                reply = find_reply(
                    variant,
                    nodes,
                    longs,
                    ints,
                    masks[candidate],
                    cells[candidate],
                    reply_slots,
                    reply_values,
                    subsets,
                    heads,
                    entries,
                    known,
                    changed[candidate],
                    most if facts[POOL] >= 2 * most else 0,
                )
            if foreseen and kept[candidate] != before:
                before = kept[candidate]
                held = racks[me].copy()
                held_tiles = draw_next(
                    tiles, facts[POOL], held, keep_rest(slots, moves[candidate, KEY_2] & 4095, held), most
                )
                next_slots = sort_rack(held[:held_tiles])
                next_values = value_leaves(next_slots, leaves)
                next_subsets = list_subsets(next_slots, next_values)
                next_heads, next_entries = new_lists(variant, next_subsets)
            lead, left = play_on(
                variant,
                nodes,
                longs,
                ints,
                leaves,
                facts,
                cells[candidate],
                boards[candidate].copy(),
                tiles[: facts[POOL]].copy(),
                racks.copy(),
                sizes.copy(),
                scores.copy(),
                moves,
                candidate,
                slots,
                values,
                reply,
                reply_slots,
                foreseen,
                next_slots,
                next_values,
                next_subsets,
                next_heads,
                next_entries,
            )
            learnt[number, candidate, CHANCE] = chance_to_win(lead, left)
            learnt[number, candidate, LEAD] = lead
