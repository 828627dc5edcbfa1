"""The endgame of two players with an empty pool, where nothing is hidden: an alpha-beta search, node by node.

The caller owns the arrays with the whole state of the search, so it can stop after any number of nodes and resume
later. The value of a node is the final lead, in points, of the seat on turn there, including its present lead. Beyond
the depth of the search, the game is played out with the most promising moves: a search of width 1.
"""

from __future__ import annotations

from engine.computer.kernels.assessing import rack_points
from engine.computer.kernels.games import keep_rest
from engine.computer.kernels.listing import (
    ALPHA,
    AT_LEAST,
    AT_MOST,
    BEST,
    BEST_MOVE,
    BETA,
    CUT,
    DEPTH,
    EXACT,
    FAR,
    FINISHED,
    HASH,
    HORIZON,
    IDLE,
    INFINITE,
    KEY_OF,
    KIND,
    LEAD,
    LIMIT,
    LISTED,
    MOST_PLIES,
    MOVE_KEY,
    MOVE_KEY_2,
    MOVES,
    NEXT,
    NODES,
    OPEN,
    PASS,
    ROOT_BEST,
    SWING,
    USED,
    VALUE,
    WIDTH,
    Cube,
    Endgame,
    bring_forward,
    choose_slots,
    list_moves,
)
from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, KEY, KEY_2, SCORE, Ints, Longs, Table
from engine.play.generator.kernels.racks import sort_rack
from engine.play.generator.kernels.selfplay import lay_prepared


@kernel("int64(int64)", lean=True)
def mix(number: int) -> int:
    """A number that looks random (the finaliser of MurmurHash3, with shifts that keep the sign)."""
    number ^= number >> 33
    number *= -49064778989728563
    number ^= number >> 33
    number *= -4265267296055464877
    return number ^ (number >> 33)


@kernel("int64(int32[::1], int32[::1], int64, int64)")
def hash_position(board: Ints, start: Ints, turn: int, idle: int) -> int:
    """The hash of the tiles placed since the start, the seat on turn and the passes; the racks follow from these."""
    total = mix(turn * 7 + idle + 1)
    for i in range(len(board)):
        if board[i] != start[i]:
            total += mix((i << 40) + int(board[i]))
    return total


@kernel("int64(int32[:,::1], int64[::1], int64, int64, int64)")
def end_value(racks: Ints, sizes: Longs, turn: int, lead: int, swing: int) -> int:
    """The final lead of the seat on turn if nobody plays on: each seat loses its tiles' points, unless `swing` is 0."""
    if swing == 0:
        return lead
    return lead - rack_points(racks[turn], sizes[turn]) + rack_points(racks[1 - turn], sizes[1 - turn])


@kernel("void(int64[:,::1], int64[::1], int64[:,:,::1], int64, int64)")
def _take(plies: Table, facts: Longs, moves: Cube, ply: int, value: int) -> None:
    """Compare the value of a ply's last move with the best so far; at the root, it also replaces the move's equity."""
    if ply == 0:
        moves[0, plies[0, NEXT] - 1, EQUITY] = value
    if value > plies[ply, BEST]:
        plies[ply, BEST] = value
        plies[ply, BEST_MOVE] = plies[ply, NEXT] - 1
        if ply == 0:
            facts[ROOT_BEST] = plies[ply, NEXT] - 1


@kernel("void(int64[::1], int64[:,::1], int64[:,:,::1], int64[:,::1])")
def _close(facts: Longs, plies: Table, moves: Cube, positions: Table) -> None:
    """Close the open ply after its last move that matters: store its value and pass it up to the previous ply.

    Stored values leave out the present lead, since the same position may be reached with other scores.
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


@kernel("int64(Endgame)")
def _make(game: Endgame) -> int:
    """Make the next move of the open ply, on the ply after it; return its value if it ends the game, else `OPEN`."""
    facts, plies, moves = game.facts, game.plies, game.moves
    boards, racks, sizes = game.boards, game.racks, game.sizes
    ply, child = facts[DEPTH], facts[DEPTH] + 1
    at, turn, swing = plies[ply, NEXT], ply & 1, facts[SWING]
    if ply > 0:
        bring_forward(moves[ply], at, plies[ply, LISTED])
    plies[ply, NEXT] += 1
    facts[NODES] += 1
    boards[child], racks[child], sizes[child] = boards[ply], racks[ply], sizes[ply]
    lead, idle = plies[ply, LEAD], plies[ply, IDLE] + 1
    if moves[ply, at, KEY] != PASS:
        idle = 0
        slots = sort_rack(racks[ply, turn, : sizes[ply, turn]])
        chosen = choose_slots(slots, moves[ply, at, USED], game.kinds[turn])
        moves[ply, at, KEY_2] |= chosen
        lay_prepared(game.variant, game.cells[ply], boards[child], slots, moves[ply], at)
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
    """The stored value of a position just reached, for the seat that moved there; `OPEN` if there is none to use."""
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


@kernel("void(Endgame)")
def _open(game: Endgame) -> None:
    """Open the ply after the open one and list its moves; beyond the depth of the search, only one will be made."""
    facts, plies, moves = game.facts, game.plies, game.moves
    child = facts[DEPTH] + 1
    list_moves(game, child, child & 1)
    entry = game.positions[plies[child, HASH] & (game.positions.shape[0] - 1)]
    listed = plies[child, LISTED]
    if entry[KEY_OF] == plies[child, HASH]:
        for i in range(listed):
            if moves[child, i, KEY] == entry[MOVE_KEY] and moves[child, i, KEY_2] == entry[MOVE_KEY_2]:
                moves[child, i, EQUITY] += 2 * INFINITE
    width = facts[WIDTH]
    if child >= facts[LIMIT]:
        # played out with the best play; a seat that can only pass has no choice, so its value stays exact
        facts[HORIZON] += 1 if listed > 1 else 0
        width = 1
    elif listed > width:
        facts[CUT] += 1
    plies[child, MOVES] = min(width, listed)
    plies[child, NEXT], plies[child, BEST_MOVE], plies[child, BEST] = 0, -1, -INFINITE
    facts[DEPTH] = child


@kernel("void(Endgame, int64)")
def search(game: Endgame, budget: int) -> None:
    """Continues a pass of the search until it is complete or `budget` more moves have been made.

    Ply 0 is the position to be solved, with its moves already listed; the seat on turn is the ply modulo 2.
    """
    facts, plies = game.facts, game.plies
    while budget > 0:
        ply = facts[DEPTH]
        if plies[ply, NEXT] == plies[ply, MOVES] or plies[ply, BEST] >= plies[ply, BETA]:
            if ply == 0:
                facts[FINISHED] = 1
                return
            _close(facts, plies, game.moves, game.positions)
            continue
        budget -= 1
        child = ply + 1
        value = _make(game)
        if value == OPEN:
            value = _look_up(facts, plies, child, game.positions)
        if value == OPEN and child == MOST_PLIES:
            facts[HORIZON] += 1
            value = end_value(game.racks[child], game.sizes[child], ply & 1, -plies[child, LEAD], facts[SWING])
        if value == OPEN:
            _open(game)
        else:
            _take(plies, facts, game.moves, ply, value)
