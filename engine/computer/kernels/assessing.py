"""What positions are worth while they are played on, and what players do with their tiles then.

A move is a record of a play (`generator.kernels.layout`), or an exchange: then its first key is `EXCHANGE`, its second
the set of rack slots given back.
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
"""Facts of a position: tiles in the pool, who moves, how many seats, turns to play after a candidate, and how often the

tiles left change the difference when somebody goes out (twice, or 0 where nothing is adjusted)."""

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


@kernel("int64(int32[::1], int64)", lean=True)
def rack_points(rack: Ints, tiles: int) -> int:
    """The points of the first tiles of a rack."""
    total = 0
    for i in range(tiles):
        total += rack[i] >> 8
    return total


@kernel("int64(int32[::1], int64, int32[::1], int64, int64)", lean=True)
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


@kernel("int64(int64[:,::1], int64, int64, int32[::1], int64, int32[::1], int64)", lean=True)
def take_tiles(slots: Table, key: int, key_2: int, pool: Ints, left: int, rack: Ints, most: int) -> int:
    """Takes the tiles of a move off the rack and draws others; gives how many the rack holds then.

    Tiles that are given back go under the pool, whose first places they take.
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


@kernel("float64(int64[::1], float64[::1], float64[::1], int64)", lean=True)
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


@kernel("int32[::1](int64[:,::1], int64)")
def keep_of(slots: Table, key_2: int) -> Ints:
    """The tiles that a candidate keeps, by its second key."""
    kept = np.zeros(slots[FACTS, TILES], np.int32)
    count = keep_rest(slots, key_2 & 4095, kept)
    return kept[:count]
