"""Games played on from a position, with what is not seen dealt at random, to tell which of several moves does best.

All candidates of a deal meet the same racks and the same order of the pool. A candidate is a record of a play
(`generator.kernels.layout`), or an exchange: then its first key is `EXCHANGE`, its second the set of rack slots given
back and its score what the exchange scores.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.games import best_kept, deal, keep_rest
from engine.computer.kernels.replies import best_of, is_changed, mark_changed, new_lists
from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    EQUITY,
    FIELDS,
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
    SLOT_LETTER,
    SLOT_POINTS,
    TILES,
    list_subsets,
    sort_rack,
    value_leaves,
)
from engine.play.generator.kernels.selfplay import lay_prepared

Floats = NDArray[np.float64]
Results = NDArray[np.float64]

EXCHANGE = -1

POOL, SEAT, SEATS, PLIES, SWING = range(5)
"""Facts of a position: tiles in the pool, who moves, how many seats, turns to play after a candidate, and how often the

tiles left change the difference when somebody goes out (twice, or 0 where nothing is adjusted)."""

CHANCE, LEAD = range(2)
"""What is written of a candidate in a deal: the chance to win, the lead in points."""

KNOWN, FEW = 4, 3
"""So many replies to the board before are found first, where there are more than a few candidates: the best one that a

candidate leaves alone need not be found again behind it."""

LAST_TURNS = 24
"""Turns after which a game with an empty pool is taken for over."""

TEMPO = 24.0
"""Points that it is worth to be on turn, with tiles to draw."""

STRAY_A_TILE, STRAY = 97.0, 60.0
"""The variance of what a lead still changes by: points squared for each tile not seen, and at least."""

STUCK = 8.0
"""Points that not going out costs besides the tiles left, once the pool is empty."""


@kernel("float64(float64, int64)")
def chance_to_win(lead: float, unseen: int) -> float:
    """The chance that a lead in points holds with so many tiles on racks and in the pool; a tie is half a win."""
    if unseen <= 0:
        return 0.5 if lead == 0 else (1.0 if lead > 0 else 0.0)
    # the normal distribution, as a logistic one of nearly the same shape
    return 1.0 / (1.0 + math.exp(-1.702 * lead / math.sqrt(STRAY_A_TILE * unseen + STRAY)))


@kernel("int64[::1](int64[:,::1], float64)")
def value_endings(slots: Table, out: float) -> Longs:
    """What keeping each set of slots is worth with the pool empty: nothing kept is `out` points, else tiles cost."""
    tiles = slots[FACTS, TILES]
    values = np.zeros(1 << tiles, np.int64)
    values[0] = int(out * THOUSAND)
    for i in range(tiles):
        for rest in range(1 << i):
            base = values[rest] if rest != 0 else -int(STUCK * THOUSAND)
            values[rest | 1 << i] = base - 2 * slots[SLOT_POINTS, i] * THOUSAND
    return values


@kernel("int64(int32[::1], int64)")
def rack_points(rack: Ints, tiles: int) -> int:
    """The points of the first tiles of a rack."""
    total = 0
    for i in range(tiles):
        total += rack[i] >> 8
    return total


@kernel("int64(int32[::1], int64, int32[::1], int64, int64)")
def draw_next(pool: Ints, left: int, rack: Ints, held: int, most: int) -> int:
    """Draws the next tiles of the pool, from its end, until the rack is full, and gives how many the rack holds."""
    while held < most and left > 0:
        left -= 1
        rack[held] = pool[left]
        held += 1
    return held


@kernel("int64(int64)", lean=True)
def count_bits(number: int) -> int:
    """How many bits are set."""
    count = 0
    while number != 0:
        number &= number - 1
        count += 1
    return count


@kernel("int64(int64[:,::1], int64, int64, int32[::1], int64, int32[::1], int64)")
def take_tiles(slots: Table, key: int, key_2: int, pool: Ints, left: int, rack: Ints, most: int) -> int:
    """Takes the tiles of a move off the rack and draws others; gives how many the rack holds then.

    Tiles that are given back go under the pool, whose first places they take.
    """
    used = key_2 & 4095
    held = keep_rest(slots, used, rack)
    if key != EXCHANGE:
        return draw_next(pool, left, rack, held, most)
    returned = np.zeros(slots[FACTS, TILES], np.int32)
    count = keep_rest(slots, ((1 << slots[FACTS, TILES]) - 1) & ~used, returned)
    held = draw_next(pool, left, rack, held, slots[FACTS, TILES])
    for i in range(left - 1, count - 1, -1):
        pool[i] = pool[i - count]
    for i in range(count):
        pool[i] = returned[i]
    return held


@kernel("float64(int64[::1], int32[:,::1], int64[::1], float64[::1], int64)")
def settle(facts: Longs, racks: Ints, sizes: Longs, scores: Floats, out: int) -> float:
    """The lead of the seat that moved first when the game is over; `out` is the seat without tiles, -1 for none."""
    mine, best = 0.0, -1e9
    for seat in range(facts[SEATS]):
        total = scores[seat]
        if facts[SWING] != 0:
            total -= rack_points(racks[seat], sizes[seat])
            if seat == out:
                for other in range(facts[SEATS]):
                    total += rack_points(racks[other], sizes[other])
        if seat == facts[SEAT]:
            mine = total
        else:
            best = max(best, total)
    return mine - best if facts[SEATS] > 1 else mine


@kernel("float64(int64[::1], float64[::1], float64[::1], int64)")
def assess(facts: Longs, scores: Floats, kept: Floats, turn: int) -> float:
    """The lead of the seat that moved first while tiles are left to draw.

    `kept` is what the tiles that each seat kept are worth in points, `turn` the seat on turn.
    """
    mine, best = 0.0, -1e9
    for seat in range(facts[SEATS]):
        total = scores[seat] + kept[seat] + (TEMPO if seat == turn else 0.0)
        if seat == facts[SEAT]:
            mine = total
        else:
            best = max(best, total)
    return mine - best if facts[SEATS] > 1 else mine


@kernel("int64[:,::1](int64[:,::1], int64[:,::1], int64[::1], int64)")
def or_exchange(plays: Table, slots: Table, values: Longs, tiles: int) -> Table:
    """The best of the plays, or an exchange where that is worth more; empty where there is nothing to do.

    `tiles` is how many may be exchanged, all or none; `values` is what keeping each set of slots is worth.
    """
    everything = (1 << slots[FACTS, TILES]) - 1
    if tiles == 0 or everything == 0:
        return plays
    kept = best_kept(values, slots[FACTS, TILES])
    if plays.shape[0] > 0 and plays[0, EQUITY] >= values[kept]:
        return plays
    swap = np.zeros((1, FIELDS), np.int64)
    swap[0, EQUITY], swap[0, KEY], swap[0, KEY_2] = values[kept], EXCHANGE, everything & ~kept
    return swap


@kernel("int64[::1](int64[::1], int64[::1], int32[:,::1], int64[::1], int64[:,::1], int64, int64)")
def value_rack(facts: Longs, leaves: Longs, racks: Ints, sizes: Longs, slots: Table, turn: int, left: int) -> Longs:
    """What keeping each set of slots is worth to the seat on turn, with so many tiles left to draw."""
    if left > 0:
        return value_leaves(slots, leaves)
    others = 0
    for seat in range(facts[SEATS]):
        if seat != turn:
            others += rack_points(racks[seat], sizes[seat])
    return value_endings(slots, float(facts[SWING] * others))


@kernel("int64[::1](int64[:,::1], int64[:,::1])")
def name_leaves(slots: Table, moves: Table) -> Longs:
    """A number for what each candidate keeps: equal ones for equal tiles. Counts, four bits for each first slot."""
    kept = np.zeros(moves.shape[0], np.int64)
    for at in range(moves.shape[0]):
        for i in range(slots[FACTS, TILES]):
            first = i
            while first > 0 and (
                slots[SLOT_LETTER, first - 1] == slots[SLOT_LETTER, i]
                and slots[SLOT_POINTS, first - 1] == slots[SLOT_POINTS, i]
            ):
                first -= 1
            if (moves[at, KEY_2] >> i) & 1 == 0:
                kept[at] += 1 << (4 * first)
    return kept


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
    all_lines, no_values, no_play = np.empty(0, np.uint8), np.empty(0, np.int64), moves[:0]
    slots, values, chosen, number = first_slots, first_values, moves, at
    idle, ply = 0, 0
    while True:
        rack = racks[turn]
        if ply == 1 and reply_slots[FACTS, TILES] > 0:
            slots, values, chosen, number = reply_slots, no_values, reply, 0
        elif ply > 0:
            prepare(variant, nodes, board, masks, own_cells)
            if next_known and ply == seats:
                slots, values, subsets, heads, entries = next_slots, next_values, next_subsets, next_heads, next_entries
            else:
                slots = sort_rack(rack[: sizes[turn]])
                values = value_rack(facts, leaves, racks, sizes, slots, turn, left)
                subsets = list_subsets(slots, values)
                heads, entries = new_lists(variant, subsets)
            number, chosen = (
                0,
                best_of(
                    variant,
                    nodes,
                    longs,
                    ints,
                    masks,
                    own_cells,
                    slots,
                    values,
                    subsets,
                    heads,
                    entries,
                    all_lines,
                    no_play,
                    1,
                ),
            )
            chosen = or_exchange(chosen, slots, values, sizes[turn] if left >= most else 0)
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


@kernel("int32[::1](int64[:,::1], int64)")
def keep_of(slots: Table, key_2: int) -> Ints:
    """The tiles that a candidate keeps, by its second key."""
    kept = np.zeros(slots[FACTS, TILES], np.int32)
    count = keep_rest(slots, key_2 & 4095, kept)
    return kept[:count]


@kernel("void(int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1])")
def lay_candidates(variant: Ints, nodes: Ints, board: Ints, slots: Table, moves: Table, boards: Ints) -> None:
    """Writes the board behind each candidate's move."""
    size = variant[LINES] * variant[STRIDE]
    masks, cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    prepare(variant, nodes, board, masks, cells)
    for at in range(moves.shape[0]):
        boards[at] = board
        if moves[at, KEY] != EXCHANGE:
            lay_prepared(variant, cells, boards[at], slots, moves, at)


@kernel(
    "int64(int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1], int64[:,::1], int32[:,::1],"
    " uint8[:,::1])"
)
def prepare_candidates(
    variant: Ints,
    nodes: Ints,
    board: Ints,
    slots: Table,
    moves: Table,
    boards: Ints,
    masks: Table,
    cells: Ints,
    changed: Bytes,
) -> int:
    """Prepares the board behind each candidate's move, and the board before it as the last row; gives that row.

    Marks the lines in which a candidate's board differs from the one before.
    """
    base = moves.shape[0]
    boards[base] = board
    prepare(variant, nodes, board, masks[base], cells[base])
    for at in range(base):
        boards[at] = board
        if moves[at, KEY] != EXCHANGE:
            lay_prepared(variant, cells[base], boards[at], slots, moves, at)
        prepare(variant, nodes, boards[at], masks[at], cells[at])
        mark_changed(variant, masks[base], cells[base], masks[at], cells[at], changed[at])
    return int(base)


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
        racks[me, : len(rack)] = rack
        at = facts[POOL]
        for seat in range(seats):
            if seat != me:
                for i in range(sizes[seat]):
                    racks[seat, i] = tiles[at]
                    at += 1
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
                floor, marked = no_play, all_lines
                for i in range(known.shape[0]):
                    if not is_changed(variant, changed[candidate], known[i, KEY]):
                        floor, marked = known[i : i + 1], changed[candidate]
                        break
                reply = best_of(
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
                    marked,
                    floor,
                    1,
                )
                reply = or_exchange(reply, reply_slots, reply_values, most if facts[POOL] >= 2 * most else 0)
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
