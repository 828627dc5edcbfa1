"""Assessing positions as a game is played on, and moving tiles between the racks and the pool.

A move is a record of a play (`generator.kernels.layout`) or an exchange, whose first key is `EXCHANGE` and whose second
is the set of rack slots exchanged. Values of keeping sets of slots are in thousandths of a point.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels.games import best_kept, keep_rest
from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, FIELDS, KEY, KEY_2, THOUSAND, Ints, Longs, Table
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, SLOT_POINTS, TILES, value_leaves

Floats = NDArray[np.float64]

EXCHANGE = -1

POOL, SEAT, SEATS, PLIES, SWING = range(5)
"""Facts of a position: tiles in the pool, the seat on turn, the number of seats, turns after a candidate, the swing.

The swing is how many times the tiles left count in the difference of scores when a player goes out: 2, or 0 without an
adjustment.
"""

TEMPO = 24.0
"""The value in points of being on turn while there are tiles to draw."""

STRAY_A_TILE, STRAY = 97.0, 60.0
"""The variance of the further change in a lead, in points squared: for each unseen tile, plus a constant."""

STUCK = 8.0
"""The cost in points of not going out once the pool is empty, besides the tiles left."""


@kernel("float64(float64, int64)")
def chance_to_win(lead: float, unseen: int) -> float:
    """The chance of winning from a lead in points, with `unseen` tiles on racks and in the pool; a tie counts half."""
    if unseen <= 0:
        return 0.5 if lead == 0 else (1.0 if lead > 0 else 0.0)
    # a logistic distribution of nearly the same shape as the normal one
    return 1.0 / (1.0 + math.exp(-1.702 * lead / math.sqrt(STRAY_A_TILE * unseen + STRAY)))


@kernel("int64[::1](int64[:,::1], float64, float64)")
def value_endings(slots: Table, out: float, stuck: float) -> Longs:
    """The value of keeping each set of slots once the pool is empty.

    Going out is worth `out` points. Otherwise the tiles kept cost twice their points, and `stuck` on top.
    """
    tiles = slots[FACTS, TILES]
    values = np.zeros(1 << tiles, np.int64)
    values[0] = int(out * THOUSAND)
    for i in range(tiles):
        for rest in range(1 << i):
            base = values[rest] if rest != 0 else -int(stuck * THOUSAND)
            values[rest | 1 << i] = base - 2 * slots[SLOT_POINTS, i] * THOUSAND
    return values


@kernel("int64(int32[::1], int64)", lean=True)
def rack_points(rack: Ints, tiles: int) -> int:
    """The points of the first `tiles` tiles of a rack."""
    total = 0
    for i in range(tiles):
        total += rack[i] >> 8
    return total


@kernel("int64(int32[::1], int64, int32[::1], int64, int64)", lean=True)
def draw_next(pool: Ints, left: int, rack: Ints, held: int, most: int) -> int:
    """Draws from the end of the pool until the rack is full or the pool empty; returns the number of tiles held."""
    while held < most and left > 0:
        left -= 1
        rack[held] = pool[left]
        held += 1
    return held


@kernel("int64(int64)", lean=True)
def count_bits(number: int) -> int:
    """The number of bits set."""
    count = 0
    while number != 0:
        number &= number - 1
        count += 1
    return count


@kernel("int64(int64[:,::1], int64, int64, int32[::1], int64, int32[::1], int64)", lean=True)
def take_tiles(slots: Table, key: int, key_2: int, pool: Ints, left: int, rack: Ints, most: int) -> int:
    """Take a move's tiles off the rack and draw replacements; return the number of tiles then on the rack.

    Exchanged tiles go to the start of the pool, since tiles are drawn from its end.
    """
    used = key_2 & 4095
    held = keep_rest(slots, used, rack)
    if key != EXCHANGE:
        return draw_next(pool, left, rack, held, most)
    tiles = slots[FACTS, TILES]
    returned = tiles - held
    held = draw_next(pool, left, rack, held, tiles)
    for i in range(left - 1, returned - 1, -1):
        pool[i] = pool[i - returned]
    keep_rest(slots, ((1 << tiles) - 1) & ~used, pool)
    return held


@kernel("float64(int64[::1], int32[:,::1], int64[::1], float64[::1], int64)", lean=True)
def settle(facts: Longs, racks: Ints, sizes: Longs, scores: Floats, out: int) -> float:
    """The final lead of the seat that `facts` names; `out` is the seat that went out, -1 if none did."""
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


@kernel("float64(int64[::1], float64[::1], float64[::1], int64)", lean=True)
def assess(facts: Longs, scores: Floats, kept: Floats, turn: int) -> float:
    """The expected lead of the seat that `facts` names, while there are tiles to draw.

    `kept` is the value in points of the tiles that each seat kept, `turn` the seat now on turn.
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
    """The plays as given, best first, or the best exchange alone if it is worth more than the first of them.

    `tiles` is the number of tiles that may be exchanged, 0 if an exchange is not allowed. `values` is the value of
    keeping each set of slots.
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
    """The value to the seat on turn of keeping each set of slots, with `left` tiles in the pool."""
    if left > 0:
        return value_leaves(slots, leaves)
    others = 0
    for seat in range(facts[SEATS]):
        if seat != turn:
            others += rack_points(racks[seat], sizes[seat])
    return value_endings(slots, float(facts[SWING] * others), STUCK)


@kernel("int64[::1](int64[:,::1], int64[:,::1])")
def name_leaves(slots: Table, moves: Table) -> Longs:
    """A number for the tiles that each candidate keeps, the same for equal tiles.

    It counts the tiles of each kind, in four bits at the kind's first slot.
    """
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


@kernel("int32[::1](int64[:,::1], int64)")
def keep_of(slots: Table, key_2: int) -> Ints:
    """The tiles that a candidate keeps, from its second key."""
    kept = np.zeros(slots[FACTS, TILES], np.int32)
    count = keep_rest(slots, key_2 & 4095, kept)
    return kept[:count]
