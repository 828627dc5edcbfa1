"""Finding the best play repeatedly, on boards that differ little or with an unchanged rack.

The data that a search needs about a rack are made once (`new_lists`, `racks.list_subsets`), and so are those about a
board (`lines.prepare`). On a board that differs from an earlier one, only the lines that differ are searched.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.computer.kernels.assessing import EXCHANGE
from engine.jit import bundle, kernel
from engine.play.generator.kernels.anagrams import new_entries, new_heads
from engine.play.generator.kernels.gaddag import fill_limits
from engine.play.generator.kernels.layout import (
    CROSS_FACTOR,
    EQUITY,
    EXTRA,
    FIELDS,
    HEIGHT,
    KEY,
    LINES,
    SECTIONS,
    STRIDE,
    WIDTH,
    Bytes,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.plays import COUNT, FLOOR, FLOOR_PLACE, new_state
from engine.play.generator.kernels.racks import FACTS, TILES, list_subsets, sort_rack, value_leaves
from engine.play.generator.kernels.search import MOST_BLANKS, count_blanks, search_anchors, search_slots
from engine.play.generator.kernels.selfplay import lay_prepared
from engine.play.generator.kernels.slots import scan_line


@bundle("int32[::1], int32[::1], int64[::1], int32[::1], int64[::1]")
class Tools(NamedTuple):
    """The data that stay the same throughout a game: the generator's arrays and the table of leave values."""

    variant: Ints
    nodes: Ints
    longs: Longs
    ints: Ints
    leaves: Longs


@bundle("int64[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1]")
class Hand(NamedTuple):
    """A rack prepared for searches: its sorted slots, the value of keeping each set of them, and lists of subsets."""

    slots: Table
    values: Longs
    subsets: Table
    heads: Table
    entries: Table


@kernel("Tuple((int64[:,::1], int64[:,::1]))(int32[::1], int64[:,::1])")
def new_lists(variant: Ints, subsets: Table) -> tuple[Table, Table]:
    """Empty lists of a rack's subsets for searches to fill: the heads and entries of `kernels.anagrams`."""
    return new_heads(), new_entries(variant, subsets)


@kernel("Hand(int32[::1], int64[:,::1], int64[::1])")
def hand_of(variant: Ints, slots: Table, values: Longs) -> Hand:
    """A sorted rack prepared for searches; `values` is the value of keeping each set of slots."""
    subsets = list_subsets(slots, values)
    heads, entries = new_lists(variant, subsets)
    return Hand(slots, values, subsets, heads, entries)


@kernel("Hand(Tools, int32[::1])")
def new_hand(tools: Tools, rack: Ints) -> Hand:
    """A rack prepared for searches while there are tiles to draw."""
    slots = sort_rack(rack)
    return hand_of(tools.variant, slots, value_leaves(slots, tools.leaves))


@kernel("void(int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], uint8[::1])", lean=True)
def mark_changed(
    variant: Ints, masks: Longs, cells: Ints, other_masks: Longs, other_cells: Ints, changed: Bytes
) -> None:
    """Mark the lines in which two boards differ in a way that may change the plays."""
    stride, size = variant[STRIDE], variant[LINES] * variant[STRIDE]
    for line in range(variant[LINES]):
        differs = False
        for i in range(line * stride, (line + 1) * stride):
            differs |= masks[i] != other_masks[i] or cells[i] != other_cells[i]
            for section in (CROSS_FACTOR, EXTRA):
                differs |= cells[section * size + i] != other_cells[section * size + i]
        changed[line] = differs


@kernel("boolean(int32[::1], uint8[::1], int64)", lean=True)
def is_changed(variant: Ints, changed: Bytes, key: int) -> bool:
    """Whether a play, given by its first key, is in a marked line."""
    place = key >> 49
    line = variant[HEIGHT] + (place & 63) if place >> 12 != 0 else (place >> 6) & 63
    return bool(changed[line] != 0)


@kernel("int64[:,::1](int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], uint8[::1])")
def scan_lines(variant: Ints, masks: Longs, cells: Ints, rack: Table, subsets: Table, marked: Bytes) -> Table:
    """The slots of the marked lines, or of all lines if there are no marks."""
    lines, longest = 0, max(variant[WIDTH], variant[HEIGHT])
    for line in range(variant[LINES]):
        lines += 1 if len(marked) == 0 or marked[line] != 0 else 0
    found = np.empty((lines * longest * min(rack[FACTS, TILES], longest) + 1, 3), np.int64)
    work = np.empty((4, variant[STRIDE] + 1), np.int64)
    count = 0
    for line in range(variant[LINES]):
        if len(marked) == 0 or marked[line] != 0:
            count = scan_line(variant, masks, cells, rack, subsets, line, found, count, work)
    return found[:count]


@kernel("boolean(int64[::1], int64[:,::1])", lean=True)
def is_mapped(longs: Longs, rack: Table) -> bool:
    """Whether a rack's best plays can be found with the word map."""
    return len(longs) != 0 and count_blanks(rack) <= MOST_BLANKS


@kernel("int64[:,::1](Tools, int64[::1], int32[::1], Hand, uint8[::1], int64[:,::1], int64, int64)")
def best_of(
    tools: Tools, masks: Longs, cells: Ints, hand: Hand, marked: Bytes, floor: Table, least: int, limit: int
) -> Table:
    """The best plays in the marked lines of a prepared board, at most `limit`, with an equity of `least` or more.

    All lines are searched if there are no marks. A play in `floor` counts as already found.
    """
    variant, nodes, longs, ints, _ = tools
    rack, values, subsets, heads, entries = hand
    out = np.empty((limit, FIELDS), np.int64)
    state = new_state(limit)
    state[FLOOR] = least
    if floor.shape[0] > 0:
        for field in range(FIELDS):
            out[0, field] = floor[0, field]
        state[COUNT] = 1
        if limit == 1:
            state[FLOOR], state[FLOOR_PLACE] = floor[0, EQUITY], floor[0, KEY] >> 49
    slots = scan_lines(variant, masks, cells, rack, subsets, marked)
    if is_mapped(longs, rack):
        search_slots(variant, masks, cells, rack, subsets, longs, ints, slots, heads, entries, out, state)
    else:
        limits = fill_limits(variant, masks, cells, slots, rack[FACTS, TILES])
        search_anchors(variant, nodes, masks, cells, rack, values, limits, out, state)
    return out[: state[COUNT]]


@kernel("void(int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1])")
def lay_candidates(variant: Ints, nodes: Ints, board: Ints, slots: Table, moves: Table, boards: Ints) -> None:
    """Write the board after each candidate's move."""
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
    """Prepare the board after each candidate's move, and the present board in the last row; return that row's number.

    Marks the lines in which each candidate changes the board.
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
