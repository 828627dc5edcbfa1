"""The entry points: all plays of a position, or the best of them.

A position is two arrays of tile codes: the board, row by row, and the rack. `values` is the value of keeping each
subset of the rack (`racks.value_leaves`), or empty. Records of plays are sorted; see `layout`.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.anagrams import new_entries, new_heads, search_slot
from engine.play.generator.kernels.fills import Filling, new_work
from engine.play.generator.kernels.gaddag import Walk, fill_limits, list_anchors, new_rows, walk_anchor
from engine.play.generator.kernels.layout import FIELDS, LINES, MAX_TILES, SECTIONS, STRIDE, Ints, Longs, Table
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.plays import COUNT, FLOOR, FLOOR_PLACE, LIMIT, new_state, sort_plays
from engine.play.generator.kernels.racks import BLANKS, FACTS, list_subsets, sort_rack
from engine.play.generator.kernels.slots import BOUND, PLACE, THROUGH, scan_board

BUCKETS = 1024
MOST_BLANKS, MOST_BLANKS_FOR_ALL = 2, 1
ROOM = 4096
"""Plays that the first attempt has room for; if there are more, they are counted and then all found again."""


@kernel("int64[::1](int64[:,::1], int64)")
def order_slots(slots: Table, limit: int) -> Longs:
    """The numbers of slots or anchors, roughly by descending bound (in 1024 buckets); in their own order if limit 0."""
    count = slots.shape[0]
    order = np.arange(count)
    if limit == 0 or count == 0:
        return order
    low, high = slots[0, BOUND], slots[0, BOUND]
    for i in range(count):
        low, high = min(low, slots[i, BOUND]), max(high, slots[i, BOUND])
    shift = 0
    while (high - low) >> shift >= BUCKETS:
        shift += 1
    places = np.zeros(BUCKETS + 1, np.int64)
    for i in range(count):
        places[((high - slots[i, BOUND]) >> shift) + 1] += 1
    for bucket in range(BUCKETS):
        places[bucket + 1] += places[bucket]
    for i in range(count):
        bucket = (high - slots[i, BOUND]) >> shift
        order[places[bucket]] = i
        places[bucket] += 1
    return order


@kernel("int64(int64[:,::1])", lean=True)
def count_blanks(rack: Table) -> int:
    """The number of blanks on a sorted rack."""
    blanks, count = rack[FACTS, BLANKS], 0
    while blanks != 0:
        blanks &= blanks - 1
        count += 1
    return count


@kernel(
    "void(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64[::1], int32[::1], int64[:,::1],"
    " int64[:,::1], int64[:,::1], int64[:,::1], int64[::1])"
)
def search_slots(
    variant: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    subsets: Table,
    longs: Longs,
    ints: Ints,
    slots: Table,
    heads: Table,
    entries: Table,
    out: Table,
    state: Longs,
) -> None:
    """Fill slots from the word map, by descending bound, skipping those too poor for a play to be kept.

    `heads` and `entries` hold lists of the rack's subsets, which a later search with the same rack can use again on any
    board.
    """
    found = np.empty(subsets.shape[1] + 1, np.int64)
    filling = Filling(
        variant, masks, cells, rack, subsets, longs, ints, heads, entries, found, new_work(rack), out, state
    )
    for at in order_slots(slots, state[LIMIT]):
        bound, where, through = slots[at, BOUND], slots[at, PLACE], slots[at, THROUGH]
        if bound > state[FLOOR] or (bound == state[FLOOR] and where >> 16 <= state[FLOOR_PLACE]):
            search_slot(filling, where, through, bound)


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1], int64[:,::1], int64[:,::1],"
    " int64[::1])"
)
def search_anchors(
    variant: Ints,
    nodes: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    values: Longs,
    limits: Table,
    out: Table,
    state: Longs,
) -> None:
    """Walk the graph from anchors, by descending bound, skipping those too poor for a play to be kept."""
    walk = Walk(variant, nodes, masks, cells, rack, values, limits, new_rows(rack), new_work(rack), out, state)
    anchors = list_anchors(variant, masks, cells, limits)
    for at in order_slots(anchors, state[LIMIT]):
        if anchors[at, BOUND] >= state[FLOOR]:
            where = anchors[at, PLACE]
            line, square, lowest = where >> 14, (where >> 7) & 127, where & 127
            walk_anchor(walk, line, square, lowest)


@kernel("int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int32[::1], int64)")
def best_plays(
    variant: Ints, nodes: Ints, longs: Longs, ints: Ints, values: Longs, board: Ints, tiles: Ints, limit: int
) -> Table:
    """The best plays in order, at most `limit`, or all of them if it is 0.

    The word map finds them unless it is empty, or the rack has too many blanks or tiles.
    """
    size = variant[LINES] * variant[STRIDE]
    masks, cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    prepare(variant, nodes, board, masks, cells)
    rack = sort_rack(tiles)
    blanks = count_blanks(rack)
    by_map = blanks <= (MOST_BLANKS if limit != 0 else MOST_BLANKS_FOR_ALL)
    by_map = by_map and len(longs) != 0 and len(tiles) <= MAX_TILES
    subsets, slots = np.empty((0, 0), np.int64), np.empty((0, 0), np.int64)
    if by_map or limit != 0:
        subsets = list_subsets(rack, values)
        slots = scan_board(variant, masks, cells, rack, subsets)
    limits = np.empty((0, 0), np.int64) if by_map else fill_limits(variant, masks, cells, slots, len(tiles))
    room = limit if limit != 0 else ROOM << min(3 * blanks, 6)
    while True:
        out = np.empty((room, FIELDS), np.int64)
        state = new_state(limit)
        if by_map:
            heads, entries = new_heads(), new_entries(variant, subsets)
            search_slots(variant, masks, cells, rack, subsets, longs, ints, slots, heads, entries, out, state)
        else:
            search_anchors(variant, nodes, masks, cells, rack, values, limits, out, state)
        if limit != 0:
            return out[: state[COUNT]]
        if state[COUNT] <= room:
            return sort_plays(out, state[COUNT])
        room = state[COUNT]


@kernel("int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int32[::1])")
def all_plays(variant: Ints, nodes: Ints, longs: Longs, ints: Ints, values: Longs, board: Ints, tiles: Ints) -> Table:
    """All plays in order: `best_plays` without a limit."""
    return best_plays(variant, nodes, longs, ints, values, board, tiles, 0)
