"""Listing the moves at each node of an endgame search, and the layout of its arrays.

A seat's plays hardly change from one of its turns to the next: plays in unchanged lines are carried over, and only the
other lines are searched again. To stay valid when the rack changes, plays name their tiles by kind: `USED` has five
bits for each kind of tile on the seat's first rack, of which four count the tiles and the highest stays free.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.assessing import STUCK, rack_points, value_endings
from engine.computer.kernels.replies import is_changed, is_mapped, mark_changed, new_lists, scan_lines
from engine.jit import bundle, kernel
from engine.play.generator.kernels.gaddag import fill_limits
from engine.play.generator.kernels.layout import (
    EQUITY,
    FIELDS,
    KEY,
    KEY_2,
    LINES,
    MAX_TILES,
    SCORE,
    Bytes,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.plays import COUNT, new_state
from engine.play.generator.kernels.racks import FACTS, MIXED, SLOT_LETTER, SLOT_POINTS, TILES, list_subsets, sort_rack
from engine.play.generator.kernels.search import search_anchors, search_slots

Cube = NDArray[np.int64]

DEPTH, LIMIT, NODES, SWING, ROOT_BEST, FINISHED, HORIZON, WIDTH, CUT = range(9)
"""Facts of a search: the open ply, plies to search, nodes so far, the swing, and then those of the present pass.

The swing is how many times the tiles left count in the lead when a seat goes out. Facts of the pass: the number of the
best move found, whether the pass is complete, the number of positions beyond its depth that were not searched, the
number of moves searched at a node after the root, and the number of nodes that had more.
"""

MOVES, NEXT, ALPHA, BETA, BEST, LEAD, IDLE, HASH, BEST_MOVE, LISTED, WHOLE = range(11)
"""Columns of a ply, in the order of the names.

The number of moves to search, the number of the next one, the window (two columns), the best value, the lead of the
seat on turn when the ply is reached, passes in a row up to then, the hash of the position, the number of the best move,
the number of moves listed, and whether the list has every play.
"""

USED = FIELDS
"""The column of a move, after those of a record, that counts the tiles used; `KEY_2` then leaves out their slots."""

MOST_MOVES = 1024
MOST_PLIES = 32
PASS = -2
"""The first key of a pass."""

LISTS = MOST_PLIES + 1
"""Moves are listed by ply; the list with this number has the second seat's plays before the first move."""

INFINITE = 1 << 40
OPEN = 1 << 41
"""No value yet: the position has to be searched."""

EXACT, AT_LEAST, AT_MOST = range(3)
KEY_OF, VALUE, KIND, FAR, MOVE_KEY, MOVE_KEY_2 = range(6)
"""Columns of the transposition table: hash, value, kind of bound, plies searched, and the two keys of the best move."""

KIND_BITS = 5
SPARE = sum(1 << (KIND_BITS * kind + KIND_BITS - 1) for kind in range(MAX_TILES))
"""The free bits of `USED`, one for each kind."""


@bundle(
    "int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int64[:,::1],"
    " int32[:,::1], int32[:,:,::1], int64[:,::1], int32[:,::1], int64[:,:,::1], int64[:,::1], int64[:,::1]"
)
class Endgame(NamedTuple):
    """The state of a search: the generator's four arrays, the search's facts, and what there is by ply.

    By ply: its columns, the board with what `lines.prepare` makes of it, each seat's rack and its size, and the moves.
    `kinds` has the kinds of tile on each seat's first rack, `out` is room for plays, `positions` the transposition
    table.
    """

    variant: Ints
    nodes: Ints
    longs: Longs
    ints: Ints
    facts: Longs
    plies: Table
    boards: Ints
    masks: Table
    cells: Ints
    racks: Ints
    sizes: Table
    kinds: Ints
    moves: Cube
    out: Table
    positions: Table


@kernel("int64(int32[::1], int64)", lean=True)
def kind_of(kinds: Ints, code: int) -> int:
    """The number of a tile's kind among those of a seat's first rack."""
    for kind in range(len(kinds)):
        if kinds[kind] == code:
            return kind
    return 0


@kernel("int64(int64[:,::1], int64, int32[::1])", lean=True)
def count_kinds(slots: Table, chosen: int, kinds: Ints) -> int:
    """The tiles of the chosen slots, counted by kind as in `USED`."""
    total = 0
    for i in range(slots[FACTS, TILES]):
        if (chosen >> i) & 1 != 0:
            kind = kind_of(kinds, slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i])
            total += 1 << (KIND_BITS * kind)
    return total


@kernel("int64(int64[:,::1], int64, int32[::1])", lean=True)
def choose_slots(slots: Table, used: int, kinds: Ints) -> int:
    """The slots of the tiles counted in `used`; the first slots among equal tiles."""
    chosen = 0
    for i in range(slots[FACTS, TILES]):
        kind = kind_of(kinds, slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i])
        one = 1 << (KIND_BITS * kind)
        if (used >> (KIND_BITS * kind)) & ((1 << KIND_BITS) - 1) != 0:
            chosen |= 1 << i
            used -= one
    return chosen


@kernel("int64(Endgame, int64, int64[:,::1], int64[::1], uint8[::1])")
def find_plays(game: Endgame, ply: int, slots: Table, values: Longs, marked: Bytes) -> int:
    """Write the plays in the marked lines, unsorted, as far as `out` has room; return the number found.

    All lines are searched if there are no marks, or if the word map cannot be used.
    """
    variant, longs, masks, cells, out = game.variant, game.longs, game.masks[ply], game.cells[ply], game.out
    state = new_state(0)
    subsets = list_subsets(slots, values)
    places = scan_lines(variant, masks, cells, slots, subsets, marked)
    if is_mapped(longs, slots):
        heads, entries = new_lists(variant, subsets)
        search_slots(variant, masks, cells, slots, subsets, longs, game.ints, places, heads, entries, out, state)
    else:
        limits = fill_limits(variant, masks, cells, places, slots[FACTS, TILES])
        search_anchors(variant, game.nodes, masks, cells, slots, values, limits, out, state)
    return int(state[COUNT])


@kernel("int64(Endgame, int64, int64, int64[:,::1], int64[::1], int64[:,::1], int64, uint8[::1])")
def list_plays(
    game: Endgame, ply: int, turn: int, slots: Table, values: Longs, before: Table, known: int, changed: Bytes
) -> int:
    """Write the plays of a seat's rack, unsorted, as far as there is room besides a pass; return how many there are.

    The first `known` moves in `before` are an earlier list: its plays outside the changed lines are carried over if the
    rack still has their tiles. If `known` is -1, there is no earlier list, and all lines are searched.
    """
    variant, kinds, moves, out = game.variant, game.kinds[turn], game.moves[ply], game.out
    count, room = 0, moves.shape[0] - 1
    everything = (1 << slots[FACTS, TILES]) - 1
    have = count_kinds(slots, everything, kinds) | SPARE
    for i in range(known):
        used = before[i, USED]
        if before[i, KEY] == PASS or (have - used) & SPARE != SPARE or is_changed(variant, changed, before[i, KEY]):
            continue
        if count < room:
            for field in range(FIELDS + 1):
                moves[count, field] = before[i, field]
            moves[count, EQUITY] = moves[count, SCORE] * 1000 + values[everything & ~choose_slots(slots, used, kinds)]
        count += 1
    found = find_plays(game, ply, slots, values, changed if known >= 0 else changed[:0])
    for i in range(min(found, out.shape[0])):
        # without a word map, unmarked lines are searched too
        if known >= 0 and not is_changed(variant, changed, out[i, KEY]):
            continue
        if count < room:
            for field in range(FIELDS):
                moves[count, field] = out[i, field]
            moves[count, USED] = count_kinds(slots, out[i, KEY_2] & 4095, kinds)
            moves[count, KEY_2] = out[i, KEY_2] & ~4095
        count += 1
    return int(count + max(found - out.shape[0], 0))


@kernel("void(int64[:,::1], int64[:,::1], int32[::1], int64[:,::1])")
def take_records(records: Table, slots: Table, kinds: Ints, moves: Table) -> None:
    """Write the root's moves from records of plays, best first, followed by a pass."""
    count = records.shape[0]
    for i in range(count):
        for field in range(FIELDS):
            moves[i, field] = records[i, field]
        moves[i, EQUITY] = -i
        moves[i, USED] = count_kinds(slots, records[i, KEY_2] & 4095, kinds)
        moves[i, KEY_2] = records[i, KEY_2] & ~4095
    for field in range(FIELDS + 1):
        moves[count, field] = 0
    moves[count, EQUITY], moves[count, KEY] = -count, PASS


@kernel("void(int64[:,::1], int64, int64)", lean=True)
def bring_forward(moves: Table, at: int, count: int) -> None:
    """Swap the most promising move from place `at` on into that place; of equal moves, that with the lowest keys."""
    best = at
    for i in range(at + 1, count):
        if moves[i, EQUITY] > moves[best, EQUITY] or (
            moves[i, EQUITY] == moves[best, EQUITY]
            and (
                moves[i, KEY] < moves[best, KEY]
                or (moves[i, KEY] == moves[best, KEY] and moves[i, KEY_2] < moves[best, KEY_2])
            )
        ):
            best = i
    if best != at:
        for field in range(FIELDS + 1):
            kept = moves[at, field]
            moves[at, field] = moves[best, field]
            moves[best, field] = kept


@kernel("void(int64[:,::1], int64)")
def sort_moves(moves: Table, count: int) -> None:
    """Sorts the first `count` moves, most promising first."""
    for at in range(count):
        bring_forward(moves, at, count)


@kernel("void(Endgame, int64, int64)")
def list_moves(game: Endgame, ply: int, turn: int) -> None:
    """Prepare the board of a ply and list a seat's moves there, with a pass last.

    Carries over plays from two plies before; at ply 1, from the list of the second seat's plays before the first move.
    """
    variant, facts, plies, moves = game.variant, game.facts, game.plies, game.moves
    masks, cells, racks, sizes = game.masks, game.cells, game.racks, game.sizes
    prepare(variant, game.nodes, game.boards[ply], masks[ply], cells[ply])
    slots = sort_rack(racks[ply, turn, : sizes[ply, turn]])
    gain = float(facts[SWING] * rack_points(racks[ply, 1 - turn], sizes[ply, 1 - turn]))
    values = value_endings(slots, gain, STUCK)
    changed = np.empty(variant[LINES], np.uint8)
    older, board, known = LISTS, LISTS, -1
    if 0 < ply < LISTS:
        older, board = (ply - 2, ply - 2) if ply > 1 else (LISTS, 0)
        # plays take the best tiles of a letter; if those are gone later, the listed scores would be wrong
        if plies[older, WHOLE] != 0 and sort_rack(racks[LISTS, turn, : sizes[LISTS, turn]])[FACTS, MIXED] == 0:
            known = plies[older, LISTED]
            mark_changed(variant, masks[board], cells[board], masks[ply], cells[ply], changed)
    count = list_plays(game, ply, turn, slots, values, moves[older], known, changed)
    listed = min(count, moves.shape[1] - 1)
    plies[ply, WHOLE] = 1 if listed == count else 0
    if plies[ply, WHOLE] == 0:
        facts[CUT] += 1
    moves[ply, listed, KEY], moves[ply, listed, KEY_2], moves[ply, listed, SCORE] = PASS, 0, 0
    moves[ply, listed, USED], moves[ply, listed, EQUITY] = 0, -INFINITE
    plies[ply, LISTED] = listed + 1
