"""The end of a game of two with an empty pool, where everything is known: alpha-beta, one node after the other.

The search keeps all that it knows in arrays that the caller holds, so that it stops after any number of nodes and goes
on later. A node's value is the lead of its seat on turn at the end of the game, in points, as seen from there: what it
already leads by is part of it. Leaves are played out by the best plays of each seat in turn.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.games import keep_rest
from engine.computer.kernels.simulation import rack_points, value_endings
from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, FIELDS, KEY, KEY_2, SCORE, Ints, Longs, Table
from engine.play.generator.kernels.racks import sort_rack
from engine.play.generator.kernels.search import all_plays, best_plays
from engine.play.generator.kernels.selfplay import lay_play

Cube = NDArray[np.int64]

DEPTH, LIMIT, NODES, SWING, ROOT_BEST, FINISHED, HORIZON, WIDTH, CUT = range(9)
"""Facts of a search: the ply that is open, the plies to search, nodes so far, how often tiles left change the lead

when a seat goes out, the number of the best move found in this pass, whether the pass is complete, positions played out
in it, how many moves of a node behind the root are searched, and how many nodes had more of them."""

MOVES, NEXT, ALPHA, BETA, BEST, LEAD, IDLE, HASH, BEST_MOVE = range(9)
"""Columns of a ply: how many moves, which one is next, the window, the best value, the lead of the seat on turn before,

passes in a row before, the hash of the position, the number of the best move."""

MOST_MOVES = 1024
MOST_PLIES = 16
PASS = -2
"""The first key of a move that is a pass."""

INFINITE = 1 << 40
OPEN = 1 << 41
"""No value: the position has to be searched."""

EXACT, AT_LEAST, AT_MOST = range(3)
KEY_OF, VALUE, KIND, FAR, MOVE_KEY, MOVE_KEY_2 = range(6)
"""Columns of the table of positions: hash, value, what kind of bound it is, to which depth, and the best move."""


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


@kernel(
    "int64(int32[::1], int32[::1], int64[::1], int32[::1], int32[::1], int32[:,::1], int64[::1], int64, int64, int64,"
    " int64)"
)
def finish(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    board: Ints,
    racks: Ints,
    sizes: Longs,
    turn: int,
    lead: int,
    idle: int,
    swing: int,
) -> int:
    """The lead of the seat on turn after both have made their best plays to the end. Board and racks are written to."""
    sign = 1
    while True:
        rack = racks[turn]
        slots = sort_rack(rack[: sizes[turn]].copy())
        values = value_endings(slots, float(swing * rack_points(racks[1 - turn], sizes[1 - turn])))
        plays = best_plays(variant, nodes, longs, ints, values, board, rack[: sizes[turn]].copy(), 1)
        idle += 1
        if plays.shape[0] > 0:
            idle = 0
            lay_play(variant, nodes, board, slots, plays, 0)
            sizes[turn] = keep_rest(slots, plays[0, KEY_2] & 4095, rack)
            lead += plays[0, SCORE]
            if sizes[turn] == 0:
                return sign * (lead + swing * rack_points(racks[1 - turn], sizes[1 - turn]))
        turn, lead, sign = 1 - turn, -lead, -sign
        if idle >= 2:
            return sign * end_value(racks, sizes, turn, lead, swing)


@kernel(
    "int64(int32[::1], int32[::1], int64[::1], int32[::1], int32[::1], int32[::1], int64[::1], int64, int64[:,::1])"
)
def list_moves(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    board: Ints,
    rack: Ints,
    first: Longs,
    others: int,
    moves: Table,
) -> int:
    """Writes the moves of a node, the most promising first, a pass last; `first` is the entry of its position."""
    slots = sort_rack(rack)
    plays = all_plays(variant, nodes, longs, ints, value_endings(slots, float(others)), board, rack)
    count = int(min(plays.shape[0], MOST_MOVES - 1))
    for i in range(count):
        for field in range(FIELDS):
            moves[i, field] = plays[i, field]
    moves[count, KEY], moves[count, KEY_2], moves[count, SCORE] = PASS, 0, 0
    count += 1
    if first[MOVE_KEY] != 0:
        for i in range(1, count):
            if moves[i, KEY] == first[MOVE_KEY] and moves[i, KEY_2] == first[MOVE_KEY_2]:
                for field in range(FIELDS):
                    kept = moves[i, field]
                    for j in range(i, 0, -1):
                        moves[j, field] = moves[j - 1, field]
                    moves[0, field] = kept
                break
    return count


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
    "int64(int32[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int32[:,:,::1], int64[:,::1],"
    " int64[:,:,::1])"
)
def _make(
    variant: Ints, nodes: Ints, facts: Longs, plies: Table, boards: Ints, racks: Ints, sizes: Table, moves: Cube
) -> int:
    """Makes the next move of the open ply, on the ply behind it; its value where it ends the game, else `OPEN`."""
    ply, child = facts[DEPTH], facts[DEPTH] + 1
    at, turn, swing = plies[ply, NEXT], ply & 1, facts[SWING]
    plies[ply, NEXT] += 1
    facts[NODES] += 1
    boards[child], racks[child], sizes[child] = boards[ply], racks[ply], sizes[ply]
    lead, idle = plies[ply, LEAD], plies[ply, IDLE] + 1
    if moves[ply, at, KEY] != PASS:
        idle = 0
        slots = sort_rack(racks[ply, turn, : sizes[ply, turn]].copy())
        lay_play(variant, nodes, boards[child], slots, moves[ply], at)
        sizes[child, turn] = keep_rest(slots, moves[ply, at, KEY_2] & 4095, racks[child, turn])
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
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int32[:,:,::1],"
    " int64[:,::1], int64[:,:,::1], int64[:,::1])"
)
def _open(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    racks: Ints,
    sizes: Table,
    moves: Cube,
    positions: Table,
) -> None:
    """Opens the ply behind the open one: lists its moves, as many as the search is wide."""
    child = facts[DEPTH] + 1
    turn = child & 1
    first = positions[plies[child, HASH] & (positions.shape[0] - 1)].copy()
    if first[KEY_OF] != plies[child, HASH]:
        first[MOVE_KEY] = 0
    others = facts[SWING] * rack_points(racks[child, 1 - turn], sizes[child, 1 - turn])
    rack = racks[child, turn, : sizes[child, turn]].copy()
    listed = list_moves(variant, nodes, longs, ints, boards[child], rack, first, others, moves[child])
    if listed > facts[WIDTH]:
        facts[CUT] += 1
        listed = facts[WIDTH]
    plies[child, MOVES] = listed
    plies[child, NEXT], plies[child, BEST_MOVE], plies[child, BEST] = 0, -1, -INFINITE
    facts[DEPTH] = child


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int32[:,::1], int32[:,:,::1],"
    " int64[:,::1], int64[:,:,::1], int64[:,::1], int64)"
)
def search(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    facts: Longs,
    plies: Table,
    boards: Ints,
    racks: Ints,
    sizes: Table,
    moves: Cube,
    positions: Table,
    budget: int,
) -> None:
    """Goes on with a pass until it is complete or so many moves more have been made.

    Ply 0 is the position to be solved, with its moves listed by the caller; the seat on turn is ply modulo 2.
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
        value = _make(variant, nodes, facts, plies, boards, racks, sizes, moves)
        if value == OPEN:
            value = _look_up(facts, plies, child, positions)
        if value == OPEN and child >= facts[LIMIT]:
            facts[HORIZON] += 1
            value = -finish(
                variant,
                nodes,
                longs,
                ints,
                boards[child].copy(),
                racks[child].copy(),
                sizes[child].copy(),
                child & 1,
                plies[child, LEAD],
                plies[child, IDLE],
                facts[SWING],
            )
        if value == OPEN:
            _open(variant, nodes, longs, ints, facts, plies, boards, racks, sizes, moves, positions)
        else:
            _take(plies, facts, moves, ply, value)
