"""The end of a game of two with an empty pool, where everything is known: alpha-beta, one node after the other.

The search keeps all that it knows in arrays that the caller holds, so that it stops after any number of nodes and goes
on later. A node's value is the lead of its seat on turn at the end of the game, in points, as seen from there: what it
already leads by is part of it. Behind as many plies as are searched the game is played out by the most promising
moves, which is a search of width one.

A seat's plays hardly differ from those of its turn before: plays in lines that nothing has changed are taken over, and
only the other lines are searched anew. So that they survive a change of the rack, plays name the tiles that they use by
kind: `USED` counts them, five bits for each of the kinds that the seat had at first, of which the highest stays free.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.games import keep_rest
from engine.computer.kernels.replies import is_changed, is_mapped, mark_changed, new_lists, scan_lines
from engine.computer.kernels.simulation import rack_points, value_endings
from engine.jit import kernel
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
from engine.play.generator.kernels.selfplay import lay_prepared

Cube = NDArray[np.int64]

DEPTH, LIMIT, NODES, SWING, ROOT_BEST, FINISHED, HORIZON, WIDTH, CUT = range(9)
"""Facts of a search: the ply that is open, the plies to search, nodes so far, how often tiles left change the lead

when a seat goes out, the number of the best move found in this pass, whether the pass is complete, positions played out
in it, how many moves of a node behind the root are searched, and how many nodes had more of them."""

MOVES, NEXT, ALPHA, BETA, BEST, LEAD, IDLE, HASH, BEST_MOVE, LISTED, WHOLE = range(11)
"""Columns of a ply: how many moves are searched, which one is next, the window, the best value, the lead of the seat on

turn before, passes in a row before, the hash of the position, the number of the best move, how many moves are listed,
whether these are all plays that there are."""

USED = FIELDS
"""The column of a move, beside those of a record, for the tiles that it uses; the slots in `KEY_2` are left out."""

MOST_MOVES = 1024
MOST_PLIES = 32
PASS = -2
"""The first key of a move that is a pass."""

LISTS = MOST_PLIES + 1
"""Moves are listed by ply; the last list holds the plays of the second seat on the board before the first move."""

INFINITE = 1 << 40
OPEN = 1 << 41
"""No value: the position has to be searched."""

EXACT, AT_LEAST, AT_MOST = range(3)
KEY_OF, VALUE, KIND, FAR, MOVE_KEY, MOVE_KEY_2 = range(6)
"""Columns of the table of positions: hash, value, what kind of bound it is, to which depth, and the best move."""

KIND_BITS = 5
SPARE = sum(1 << (KIND_BITS * kind + KIND_BITS - 1) for kind in range(MAX_TILES))
"""The free bits of `USED`."""


@kernel("int64(int64)")
def mix(number: int) -> int:
    """A number that looks random (the finish of MurmurHash3, with shifts that keep the sign)."""
    number ^= number >> 33
    number *= -49064778989728563
    number ^= number >> 33
    number *= -4265267296055464877
    return number ^ (number >> 33)


@kernel("int64(int32[::1], int32[::1], int64, int64)")
def hash_position(board: Ints, start: Ints, turn: int, idle: int) -> int:
    """The hash of what was laid since the start, with whose turn it is; racks follow from it."""
    total = mix(turn * 7 + idle + 1)
    for i in range(len(board)):
        if board[i] != start[i]:
            total += mix((i << 40) + board[i])
    return total


@kernel("int64(int32[:,::1], int64[::1], int64, int64, int64)")
def end_value(racks: Ints, sizes: Longs, turn: int, lead: int, swing: int) -> int:
    """The lead of the seat on turn when nobody can or wants to play: all lose what they hold."""
    if swing == 0:
        return lead
    return lead - rack_points(racks[turn], sizes[turn]) + rack_points(racks[1 - turn], sizes[1 - turn])


@kernel("int64(int32[::1], int64)", lean=True)
def kind_of(kinds: Ints, code: int) -> int:
    """The number of a kind of tile on a seat's first rack."""
    for kind in range(len(kinds)):
        if kinds[kind] == code:
            return kind
    return 0


@kernel("int64(int64[:,::1], int64, int32[::1])", lean=True)
def count_kinds(slots: Table, chosen: int, kinds: Ints) -> int:
    """The tiles of chosen slots, counted by kind as in `USED`."""
    total = 0
    for i in range(slots[FACTS, TILES]):
        if (chosen >> i) & 1 != 0:
            kind = kind_of(kinds, slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i])
            total += 1 << (KIND_BITS * kind)
    return total


@kernel("int64(int64[:,::1], int64, int32[::1])", lean=True)
def choose_slots(slots: Table, used: int, kinds: Ints) -> int:
    """The slots that hold tiles counted by kind, of equal tiles the first ones."""
    chosen = 0
    for i in range(slots[FACTS, TILES]):
        kind = kind_of(kinds, slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i])
        one = 1 << (KIND_BITS * kind)
        if (used >> (KIND_BITS * kind)) & ((1 << KIND_BITS) - 1) != 0:
            chosen |= 1 << i
            used -= one
    return chosen


@kernel(
    "int64(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1],"
    " uint8[::1], int64[:,::1])"
)
def find_plays(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    masks: Longs,
    cells: Ints,
    slots: Table,
    values: Longs,
    marked: Bytes,
    out: Table,
) -> int:
    """Writes all plays in the marked lines, unsorted; gives their number, of which only those that fit are written.

    Without marks all lines are searched.
    """
    state = new_state(0)
    subsets = list_subsets(slots, values)
    places = scan_lines(variant, masks, cells, slots, subsets, marked)
    if is_mapped(longs, slots):
        heads, entries = new_lists(variant, subsets)
        search_slots(variant, masks, cells, slots, subsets, longs, ints, places, heads, entries, out, state)
    else:
        limits = fill_limits(variant, masks, cells, places, slots[FACTS, TILES])
        search_anchors(variant, nodes, masks, cells, slots, values, limits, out, state)
    return int(state[COUNT])


@kernel(
    "int64(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1],"
    " int32[::1], int64[:,::1], int64, uint8[::1], int64[:,::1], int64[:,::1])"
)
def list_plays(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    masks: Longs,
    cells: Ints,
    slots: Table,
    values: Longs,
    kinds: Ints,
    before: Table,
    known: int,
    changed: Bytes,
    out: Table,
    moves: Table,
) -> int:
    """Writes the plays of a rack, as many as there is room for, in no order; gives how many there are.

    Of the plays `before`, as many as are `known` (-1: of none), those outside the changed lines are taken over.
    """
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
    found = find_plays(
        variant, nodes, longs, ints, masks, cells, slots, values, changed if known >= 0 else changed[:0], out
    )
    for i in range(min(found, out.shape[0])):
        # without a map the lines that are not marked are searched too
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
    """Writes the moves of the root from records of plays, best first, and a pass behind them."""
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
def _bring_forward(moves: Table, at: int, count: int) -> None:
    """Swaps the most promising of the moves from a place on to that place; of equal ones the one of the lower keys."""
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
    """Sorts so many moves, the most promising first."""
    for at in range(count):
        _bring_forward(moves, at, count)


@kernel("void(int64[:,::1], int64[::1], int64[:,:,::1], int64, int64)")
def _take(plies: Table, facts: Longs, moves: Cube, ply: int, value: int) -> None:
    """Takes the value of the move of a ply that was made last; the root's moves keep theirs in place of the equity."""
    if ply == 0:
        moves[0, plies[0, NEXT] - 1, EQUITY] = value
    if value > plies[ply, BEST]:
        plies[ply, BEST] = value
        plies[ply, BEST_MOVE] = plies[ply, NEXT] - 1
        if ply == 0:
            facts[ROOT_BEST] = plies[ply, NEXT] - 1


@kernel("void(int64[::1], int64[:,::1], int64[:,:,::1], int64[:,::1])")
def _close(facts: Longs, plies: Table, moves: Cube, positions: Table) -> None:
    """Leaves the open ply, all of whose moves that matter have been searched: keeps its value and tells the one above.

    Values are kept beside the lead, since the same position may be reached with other scores.
    """
    ply = facts[DEPTH]
    value, best = plies[ply, BEST], max(plies[ply, BEST_MOVE], 0)
    entry = positions[plies[ply, HASH] & (positions.shape[0] - 1)]
    entry[KEY_OF], entry[VALUE], entry[FAR] = plies[ply, HASH], value - plies[ply, LEAD], facts[LIMIT] - ply
    entry[KIND] = EXACT
    if value >= plies[ply, BETA]:
        entry[KIND] = AT_LEAST
    elif value <= plies[ply, ALPHA]:
        entry[KIND] = AT_MOST
    entry[MOVE_KEY], entry[MOVE_KEY_2] = moves[ply, best, KEY], moves[ply, best, KEY_2]
    facts[DEPTH] = ply - 1
    _take(plies, facts, moves, ply - 1, -value)


@kernel(
    "int64(int32[::1], int64[::1], int64[:,::1], int32[:,::1], int32[:,::1], int32[:,:,::1], int64[:,::1],"
    " int32[:,::1], int64[:,:,::1])"
)
def _make(
    variant: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    cells: Ints,
    racks: Ints,
    sizes: Table,
    kinds: Ints,
    moves: Cube,
) -> int:
    """Makes the next move of the open ply, on the ply behind it; its value where it ends the game, else `OPEN`."""
    ply, child = facts[DEPTH], facts[DEPTH] + 1
    at, turn, swing = plies[ply, NEXT], ply & 1, facts[SWING]
    if ply > 0:
        _bring_forward(moves[ply], at, plies[ply, LISTED])
    plies[ply, NEXT] += 1
    facts[NODES] += 1
    boards[child], racks[child], sizes[child] = boards[ply], racks[ply], sizes[ply]
    lead, idle = plies[ply, LEAD], plies[ply, IDLE] + 1
    if moves[ply, at, KEY] != PASS:
        idle = 0
        slots = sort_rack(racks[ply, turn, : sizes[ply, turn]])
        chosen = choose_slots(slots, moves[ply, at, USED], kinds[turn])
        moves[ply, at, KEY_2] |= chosen
        lay_prepared(variant, cells[ply], boards[child], slots, moves[ply], at)
        moves[ply, at, KEY_2] &= ~4095
        sizes[child, turn] = keep_rest(slots, chosen, racks[child, turn])
        lead += moves[ply, at, SCORE]
        if sizes[child, turn] == 0:
            return int(lead + swing * rack_points(racks[child, 1 - turn], sizes[child, 1 - turn]))
    plies[child, LEAD], plies[child, IDLE] = -lead, idle
    if idle >= 2:
        return end_value(racks[child], sizes[child], turn, lead, swing)
    plies[child, ALPHA], plies[child, BETA] = -plies[ply, BETA], -max(plies[ply, ALPHA], plies[ply, BEST])
    plies[child, HASH] = hash_position(boards[child], boards[0], 1 - turn, idle)
    return OPEN


@kernel("int64(int64[::1], int64[:,::1], int64, int64[:,::1])")
def _look_up(facts: Longs, plies: Table, child: int, positions: Table) -> int:
    """What is known of a position just reached, for the seat that moved there; `OPEN` if that is too little."""
    entry = positions[plies[child, HASH] & (positions.shape[0] - 1)]
    if entry[KEY_OF] != plies[child, HASH] or entry[FAR] < facts[LIMIT] - child:
        return OPEN
    value = entry[VALUE] + plies[child, LEAD]
    if (
        entry[KIND] == EXACT
        or (entry[KIND] == AT_LEAST and value >= plies[child, BETA])
        or (entry[KIND] == AT_MOST and value <= plies[child, ALPHA])
    ):
        return int(-value)
    return OPEN


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int64[:,::1],"
    " int32[:,::1], int32[:,:,::1], int64[:,::1], int32[:,::1], int64[:,:,::1], int64[:,::1], int64, int64)"
)
def list_moves(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    masks: Table,
    cells: Ints,
    racks: Ints,
    sizes: Table,
    kinds: Ints,
    moves: Cube,
    out: Table,
    ply: int,
    turn: int,
) -> None:
    """Prepares the board of a ply and lists the moves of a seat there, a pass last.

    What was listed two plies before, and for the second seat on the board before the first move, is taken over.
    """
    prepare(variant, nodes, boards[ply], masks[ply], cells[ply])
    slots = sort_rack(racks[ply, turn, : sizes[ply, turn]])
    values = value_endings(slots, float(facts[SWING] * rack_points(racks[ply, 1 - turn], sizes[ply, 1 - turn])))
    changed = np.empty(variant[LINES], np.uint8)
    older, board, known = LISTS, LISTS, -1
    if 0 < ply < LISTS:
        older, board = (ply - 2, ply - 2) if ply > 1 else (LISTS, 0)
        # of tiles of one letter plays take the best ones, and later on they would have to make do with the others
        if plies[older, WHOLE] != 0 and sort_rack(racks[LISTS, turn, : sizes[LISTS, turn]])[FACTS, MIXED] == 0:
            known = plies[older, LISTED]
            mark_changed(variant, masks[board], cells[board], masks[ply], cells[ply], changed)
    count = list_plays(
        variant,
        nodes,
        longs,
        ints,
        masks[ply],
        cells[ply],
        slots,
        values,
        kinds[turn],
        moves[older],
        known,
        changed,
        out,
        moves[ply],
    )
    listed = min(count, moves.shape[1] - 1)
    plies[ply, WHOLE] = 1 if listed == count else 0
    if plies[ply, WHOLE] == 0:
        facts[CUT] += 1
    moves[ply, listed, KEY], moves[ply, listed, KEY_2], moves[ply, listed, SCORE] = PASS, 0, 0
    moves[ply, listed, USED], moves[ply, listed, EQUITY] = 0, -INFINITE
    plies[ply, LISTED] = listed + 1


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int64[:,::1],"
    " int32[:,::1], int32[:,:,::1], int64[:,::1], int32[:,::1], int64[:,:,::1], int64[:,::1], int64[:,::1])"
)
def _open(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    masks: Table,
    cells: Ints,
    racks: Ints,
    sizes: Table,
    kinds: Ints,
    moves: Cube,
    out: Table,
    positions: Table,
) -> None:
    """Opens the ply behind the open one: lists its moves, as many as the search is wide, one behind its last ply."""
    child = facts[DEPTH] + 1
    list_moves(
        variant,
        nodes,
        longs,
        ints,
        facts,
        plies,
        boards,
        masks,
        cells,
        racks,
        sizes,
        kinds,
        moves,
        out,
        child,
        child & 1,
    )
    entry = positions[plies[child, HASH] & (positions.shape[0] - 1)]
    listed = plies[child, LISTED]
    if entry[KEY_OF] == plies[child, HASH]:
        for i in range(listed):
            if moves[child, i, KEY] == entry[MOVE_KEY] and moves[child, i, KEY_2] == entry[MOVE_KEY_2]:
                moves[child, i, EQUITY] += 2 * INFINITE
    width = facts[WIDTH]
    if child >= facts[LIMIT]:
        # a play is left to make, or else a pass: nothing to choose
        facts[HORIZON] += 1 if listed > 1 else 0
        width = 1
    elif listed > width:
        facts[CUT] += 1
    plies[child, MOVES] = min(width, listed)
    plies[child, NEXT], plies[child, BEST_MOVE], plies[child, BEST] = 0, -1, -INFINITE
    facts[DEPTH] = child


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int64[:,::1],"
    " int32[:,::1], int32[:,:,::1], int64[:,::1], int32[:,::1], int64[:,:,::1], int64[:,::1], int64[:,::1], int64)"
)
def search(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    masks: Table,
    cells: Ints,
    racks: Ints,
    sizes: Table,
    kinds: Ints,
    moves: Cube,
    out: Table,
    positions: Table,
    budget: int,
) -> None:
    """Goes on with a pass until it is complete or so many moves more have been made.

    Ply 0 is the position to be solved, with its moves listed; the seat on turn is ply modulo 2.
    """
    while budget > 0:
        ply = facts[DEPTH]
        if plies[ply, NEXT] == plies[ply, MOVES] or plies[ply, BEST] >= plies[ply, BETA]:
            if ply == 0:
                facts[FINISHED] = 1
                return
            _close(facts, plies, moves, positions)
            continue
        budget -= 1
        child = ply + 1
        value = _make(variant, facts, plies, boards, cells, racks, sizes, kinds, moves)
        if value == OPEN:
            value = _look_up(facts, plies, child, positions)
        if value == OPEN and child == MOST_PLIES:
            facts[HORIZON] += 1
            value = end_value(racks[child], sizes[child], ply & 1, -plies[child, LEAD], facts[SWING])
        if value == OPEN:
            _open(
                variant,
                nodes,
                longs,
                ints,
                facts,
                plies,
                boards,
                masks,
                cells,
                racks,
                sizes,
                kinds,
                moves,
                out,
                positions,
            )
        else:
            _take(plies, facts, moves, ply, value)
