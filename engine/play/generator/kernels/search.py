"""The entry points: all plays of a position, or the best of them.

Every function takes a position as two arrays of tile codes: the board, row by row, and the rack. `values` is what keeping
each subset of the rack is worth (`racks.value_leaves`), or empty. Records of plays come sorted; see `layout`.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.anagrams import new_work, search_slot
from engine.play.generator.kernels.gaddag import fill_limits, list_anchors, new_walk, walk_anchor
from engine.play.generator.kernels.layout import FIELDS, LINES, NOTHING, SECTIONS, STRIDE, Ints, Longs, Table
from engine.play.generator.kernels.lean import lean
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.plays import COUNT, FLOOR, FLOOR_PLACE, new_state, sort_plays
from engine.play.generator.kernels.racks import BLANKS, FACTS, list_subsets, sort_rack
from engine.play.generator.kernels.slots import BOUND, PLACE, THROUGH, scan_board

BUCKETS = 1024
ROOM = 4096
"""Plays that the first attempt has room for; where there are more, all are counted and found again."""


@kernel("int64[::1](int64[:,::1])")
def sort_slots(slots: Table) -> Longs:
    """The slots in buckets of falling bounds: lists that begin at the first `BUCKETS` places and go on behind them.

    A list holds numbers of slots and ends with -1.
    """
    count = slots.shape[0]
    links = np.full(BUCKETS + count, -1, np.int64)
    if count == 0:
        return links
    low, high = slots[0, BOUND], slots[0, BOUND]
    for i in range(count):
        low, high = min(low, slots[i, BOUND]), max(high, slots[i, BOUND])
    shift = 0
    while (high - low) >> shift >= BUCKETS:
        shift += 1
    for i in range(count):
        bucket = (high - slots[i, BOUND]) >> shift
        links[BUCKETS + i] = links[bucket]
        links[bucket] = i
    return links


@lean("int64(int64[:,::1])")
def count_blanks(rack: Table) -> int:
    """The number of blanks on a sorted rack."""
    blanks, count = rack[FACTS, BLANKS], 0
    while blanks != 0:
        blanks &= blanks - 1
        count += 1
    return count


@kernel(
    "void(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64[::1], int32[::1], int64[:,::1],"
    " int64[:,::1], int64[::1])"
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
    out: Table,
    state: Longs,
) -> None:
    """Fills slots from the word map, by falling bound, until no further one can hold a play to be kept."""
    work = new_work(rack)
    screen = np.empty(subsets.shape[1] + 1, np.int64)
    links = sort_slots(slots)
    for bucket in range(BUCKETS):
        at = links[bucket]
        while at >= 0:
            bound, where, through = slots[at, BOUND], slots[at, PLACE], slots[at, THROUGH]
            at = links[BUCKETS + at]
            if bound > state[FLOOR] or (bound == state[FLOOR] and where >> 16 <= state[FLOOR_PLACE]):
                search_slot(variant, masks, cells, rack, subsets, longs, ints, where, through, screen, work, out, state)


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
    """Walks the graph from every anchor, by falling bound, until no further one can give a play to be kept."""
    walk, work = new_walk(rack), new_work(rack)
    anchors = list_anchors(variant, masks, cells, limits)
    links = sort_slots(anchors)
    for bucket in range(BUCKETS):
        at = links[bucket]
        while at >= 0:
            bound, where = anchors[at, BOUND], anchors[at, PLACE]
            at = links[BUCKETS + at]
            if bound >= state[FLOOR]:
                line, square, lowest = where >> 15, (where >> 10) & 31, (where >> 5) & 31
                walk_anchor(
                    variant,
                    nodes,
                    masks,
                    cells,
                    rack,
                    values,
                    limits,
                    line,
                    square,
                    lowest,
                    walk,
                    work,
                    out,
                    state,
                )


@kernel("int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int32[::1], int64)")
def best_plays(
    variant: Ints, nodes: Ints, longs: Longs, ints: Ints, values: Longs, board: Ints, tiles: Ints, limit: int
) -> Table:
    """The best plays in order, at most `limit`; by the word map unless it is empty or there are too many blanks."""
    size = variant[LINES] * variant[STRIDE]
    masks = np.empty(size, np.int64)
    cells = np.empty(SECTIONS * size, np.int32)
    prepare(variant, nodes, board, masks, cells)
    rack = sort_rack(tiles)
    subsets = list_subsets(rack, values)
    slots = scan_board(variant, masks, cells, rack, subsets)
    out = np.empty((limit, FIELDS), np.int64)
    state = new_state(limit)
    if len(longs) != 0 and count_blanks(rack) <= 2:
        search_slots(variant, masks, cells, rack, subsets, longs, ints, slots, out, state)
    else:
        limits = fill_limits(variant, masks, cells, slots, len(tiles))
        search_anchors(variant, nodes, masks, cells, rack, values, limits, out, state)
    return out[: state[COUNT]]


@kernel("int64[:,::1](int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int32[::1])")
def all_plays(variant: Ints, nodes: Ints, longs: Longs, ints: Ints, values: Longs, board: Ints, tiles: Ints) -> Table:
    """All plays in order; by the word map unless it is empty or the rack holds a blank."""
    size = variant[LINES] * variant[STRIDE]
    masks = np.empty(size, np.int64)
    cells = np.empty(SECTIONS * size, np.int32)
    prepare(variant, nodes, board, masks, cells)
    rack = sort_rack(tiles)
    by_map = len(longs) != 0 and rack[FACTS, BLANKS] == 0
    room = ROOM
    if by_map:
        subsets = list_subsets(rack, values)
        slots = scan_board(variant, masks, cells, rack, subsets)
        limits = np.zeros((0, 0), np.int64)
    else:
        subsets, slots = np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64)
        limits = np.full((size + 1, len(tiles) + 2), NOTHING, np.int64)
    while True:
        out = np.empty((room, FIELDS), np.int64)
        state = new_state(0)
        if by_map:
            search_slots(variant, masks, cells, rack, subsets, longs, ints, slots, out, state)
        else:
            search_anchors(variant, nodes, masks, cells, rack, values, limits, out, state)
        if state[COUNT] <= room:
            return sort_plays(out, state[COUNT])
        room = state[COUNT]
