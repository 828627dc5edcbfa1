"""Games played on from a position, with what is not seen dealt at random, to tell which of several moves does best.

All candidates of a deal meet the same racks and the same order of the pool. A candidate is a record of a play
(`generator.kernels.layout`), or an exchange: then its first key is `EXCHANGE`, its second the set of rack slots given
back and its score what the exchange scores.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.games import deal, keep_rest
from engine.jit import kernel
from engine.play.generator.kernels.layout import KEY, KEY_2, RACK, SCORE, THOUSAND, Bytes, Ints, Longs, Table
from engine.play.generator.kernels.racks import FACTS, SLOT_POINTS, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.search import best_plays
from engine.play.generator.kernels.selfplay import lay_play

Floats = NDArray[np.float64]
Sums = NDArray[np.float64]

EXCHANGE = -1

POOL, SEAT, SEATS, PLIES, SWING = range(5)
"""Facts of a position: tiles in the pool, who moves, how many seats, turns to play after a candidate, and how often the

tiles left change the difference when somebody goes out (twice, or 0 where nothing is adjusted)."""

DEALS, CHANCES, SQUARES, SPREADS = range(4)
"""Columns of what is learnt of a candidate: deals, and sums of chances to win, of their squares, of leads in points."""

LAST_TURNS = 24
"""Turns after which a game with an empty pool is taken for over."""

TEMPO = 16.0
"""Points that it is worth to be on turn, with tiles to draw."""

STRAY_A_TILE, STRAY = 75.0, 150.0
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


@kernel("int64(int32[::1], int32[::1], int64[:,::1], int64[:,::1], int64, int32[::1], int32[::1], int64, int32[::1])")
def make_move(
    variant: Ints,
    nodes: Ints,
    slots: Table,
    moves: Table,
    at: int,
    board: Ints,
    pool: Ints,
    left: int,
    rack: Ints,
) -> int:
    """Makes a candidate's move on board and rack and draws; gives how many tiles the rack holds then.

    Tiles that are given back go under the pool, whose first places they take.
    """
    used = moves[at, KEY_2] & 4095
    if moves[at, KEY] != EXCHANGE:
        lay_play(variant, nodes, board, slots, moves, at)
        return draw_next(pool, left, rack, keep_rest(slots, used, rack), variant[RACK])
    returned = np.zeros(slots[FACTS, TILES], np.int32)
    everything = (1 << slots[FACTS, TILES]) - 1
    count = keep_rest(slots, everything & ~used, returned)
    held = draw_next(pool, left, rack, keep_rest(slots, used, rack), slots[FACTS, TILES])
    for i in range(left - 1, count - 1, -1):
        pool[i] = pool[i - count]
    for i in range(count):
        pool[i] = returned[i]
    return held


@kernel("int64(int64)")
def count_bits(number: int) -> int:
    """How many bits are set."""
    count = 0
    while number != 0:
        number &= number - 1
        count += 1
    return count


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


@kernel(
    "Tuple((float64, int64))(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[::1],"
    " int32[::1], int32[::1], int32[:,::1], int64[::1], float64[::1], int64[:,::1], int64)"
)
def play_on(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    keys: Longs,
    table: Ints,
    facts: Longs,
    board: Ints,
    pool: Ints,
    racks: Ints,
    sizes: Longs,
    scores: Floats,
    moves: Table,
    at: int,
) -> tuple[float, int]:
    """Makes a candidate's move and the turns after it; gives the lead and the tiles that are not played then.

    Board, pool, racks, sizes and scores are written to.
    """
    seats, turn, left = facts[SEATS], facts[SEAT], facts[POOL]
    kept = np.zeros(seats, np.float64)
    idle, ply = 0, 0
    while True:
        rack = racks[turn]
        slots = sort_rack(rack[: sizes[turn]].copy())
        others = 0
        for seat in range(seats):
            if seat != turn:
                others += rack_points(racks[seat], sizes[seat])
        values = value_leaves(slots, keys, table) if left > 0 else value_endings(slots, float(facts[SWING] * others))
        number = at
        if ply > 0:
            moves = best_plays(variant, nodes, longs, ints, values, board, rack[: sizes[turn]].copy(), 1)
            number = 0
        idle += 1
        if moves.shape[0] > 0:
            idle = 0
            everything = (1 << sizes[turn]) - 1
            kept[turn] = values[everything & ~(moves[number, KEY_2] & 4095)] / THOUSAND
            held = make_move(variant, nodes, slots, moves, number, board, pool, left, rack)
            if moves[number, KEY] != EXCHANGE:
                left -= held - (sizes[turn] - count_bits(moves[number, KEY_2] & 4095))
            sizes[turn] = held
            scores[turn] += moves[number, SCORE]
        out = turn if sizes[turn] == 0 else -1
        turn = (turn + 1) % seats
        unseen = left
        for seat in range(seats):
            unseen += sizes[seat]
        if out >= 0 or (left == 0 and (idle >= seats or ply >= LAST_TURNS)):
            return settle(facts, racks, sizes, scores, out), 0
        if ply >= facts[PLIES] and left > 0:
            return assess(facts, scores, kept, turn), unseen
        ply += 1


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1],"
    " int32[::1], int32[::1], int64[::1], float64[::1], int64[:,::1], uint8[::1], int64, int64[::1], float64[:,::1])"
)
def simulate(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    keys: Longs,
    table: Ints,
    facts: Longs,
    board: Ints,
    rack: Ints,
    unseen: Ints,
    sizes: Longs,
    scores: Floats,
    moves: Table,
    active: Bytes,
    deals: int,
    random: Longs,
    learnt: Sums,
) -> None:
    """Adds what so many deals teach of the active candidates. `unseen` are the others' tiles and the pool together."""
    seats, me, most = facts[SEATS], facts[SEAT], variant[RACK]
    tiles = unseen.copy()
    for _ in range(deals):
        deal(random, tiles, len(tiles), len(tiles))
        racks = np.zeros((seats, max(most, len(rack))), np.int32)
        racks[me, : len(rack)] = rack
        at = facts[POOL]
        for seat in range(seats):
            if seat != me:
                for i in range(sizes[seat]):
                    racks[seat, i] = tiles[at]
                    at += 1
        for candidate in range(moves.shape[0]):
            if active[candidate] == 0:
                continue
            lead, left = play_on(
                variant,
                nodes,
                longs,
                ints,
                keys,
                table,
                facts,
                board.copy(),
                tiles[: facts[POOL]].copy(),
                racks.copy(),
                sizes.copy(),
                scores.copy(),
                moves,
                candidate,
            )
            chance = chance_to_win(lead, left)
            learnt[candidate, DEALS] += 1
            learnt[candidate, CHANCES] += chance
            learnt[candidate, SQUARES] += chance * chance
            learnt[candidate, SPREADS] += lead
