"""Games as arrays: drawing, exchanging and playing without the interpreter.

A game is a board (tile codes, row by row), a pool (the first `left` of its tile codes) and racks (a row of tile codes
for each seat, with their sizes). Random numbers come from a linear congruential generator modulo 2**64 with Knuth's
MMIX constants, whose upper bits are used; its state is one integer.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, KEY_2, NOTHING, RACK, Ints, Longs, Table
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, SLOT_POINTS, TILES
from engine.play.generator.kernels.selfplay import lay_play

LEFT, SEAT, IDLE = range(3)
"""Facts of a game: tiles in the pool, the seat on turn, turns in a row without a play."""


@kernel("int64(int64[::1], int64)")
def pick(random: Longs, count: int) -> int:
    """A random number from 0 to `count` - 1."""
    random[0] = random[0] * 6364136223846793005 + 1442695040888963407
    return int((((random[0] >> 33) & 0x7FFFFFFF) * count) >> 31)


@kernel("void(int64[::1], int32[::1], int64, int64)")
def deal(random: Longs, tiles: Ints, count: int, drawn: int) -> None:
    """Moves `drawn` random tiles among the first `count` to the end of those."""
    for i in range(drawn):
        last = count - 1 - i
        j = pick(random, last + 1)
        tiles[j], tiles[last] = tiles[last], tiles[j]


@kernel("int64(int64[::1], int32[::1], int64, int32[::1], int64, int64)")
def refill(random: Longs, pool: Ints, left: int, rack: Ints, held: int, most: int) -> int:
    """Draws tiles at random until the rack is full or the pool empty; returns the number of tiles then on the rack."""
    drawn = min(most - held, left)
    deal(random, pool, left, drawn)
    for i in range(drawn):
        rack[held + i] = pool[left - 1 - i]
    return held + drawn


@kernel("int64(int64[:,::1], int64, int32[::1])", lean=True)
def keep_rest(slots: Table, used: int, rack: Ints) -> int:
    """Writes the tiles of a sorted rack outside the used slots to a rack or pool; returns their number."""
    kept = 0
    for i in range(slots[FACTS, TILES]):
        if (used >> i) & 1 == 0:
            rack[kept] = slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i]
            kept += 1
    return kept


@kernel("int64(int64[::1], int64)")
def best_kept(values: Longs, tiles: int) -> int:
    """The best set of slots to keep in an exchange of at least one tile; `values` is the value of keeping each set."""
    best = 0
    for kept in range(1, (1 << tiles) - 1):
        if values[kept] > values[best]:
            best = kept
    return best


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int64[:,::1], int64[::1], int32[::1], int32[::1], int32[:,::1],"
    " int64[::1], int64[::1], int64[:,::1])"
)
def take_turn(
    variant: Ints,
    nodes: Ints,
    random: Longs,
    slots: Table,
    values: Longs,
    board: Ints,
    pool: Ints,
    racks: Ints,
    sizes: Longs,
    facts: Longs,
    plays: Table,
) -> None:
    """Makes the first of the plays, or an exchange if the pool holds a full rack and that is worth more, else passes.

    `slots` is the sorted rack of the seat on turn. `values` is the value of keeping each set of slots; if it is empty,
    there is no exchange. The next seat is then on turn.
    """
    seat, left, most = facts[SEAT], facts[LEFT], variant[RACK]
    rack = racks[seat]
    tiles = slots[FACTS, TILES]
    equity = plays[0, EQUITY] if plays.shape[0] > 0 else NOTHING
    kept_set = best_kept(values, tiles) if len(values) > 0 and left >= most else -1
    facts[SEAT] = (seat + 1) % len(sizes)
    facts[IDLE] += 1
    if kept_set >= 0 and values[kept_set] > equity:
        returned = np.zeros(tiles, np.int32)
        count = keep_rest(slots, kept_set, returned)
        kept = keep_rest(slots, ((1 << tiles) - 1) & ~kept_set, rack)
        sizes[seat] = refill(random, pool, left, rack, kept, tiles)
        for i in range(count):
            pool[left - count + i] = returned[i]
    elif plays.shape[0] > 0:
        facts[IDLE] = 0
        lay_play(variant, nodes, board, slots, plays, 0)
        kept = keep_rest(slots, plays[0, KEY_2] & 4095, rack)
        sizes[seat] = refill(random, pool, left, rack, kept, most)
        facts[LEFT] = left - (sizes[seat] - kept)
