"""Games as arrays: drawing, exchanging, playing and ending without the interpreter, by the rules of `contests`.

Random numbers come from a linear congruential generator modulo 2**64 with Knuth's MMIX constants, whose upper bits are
used; its state is one integer.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    HEIGHT,
    KEY_2,
    RACK,
    SCORE,
    SLOTS_USED,
    WIDTH,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, SLOT_POINTS, TILES
from engine.play.generator.kernels.selfplay import lay_prepared

LEFT, SEAT, SCORELESS, PASSES = range(4)
"""Facts of a game: tiles in the pool, the seat on turn, turns in a row without points, and without a tile used."""

HELD, POINTS, MOVES = range(3)
"""Columns of a seat: tiles held, score, moves made."""

SCORELESS_TURNS_A_SEAT = 3


@bundle("int64[::1], int64[:,::1], int32[::1], int32[::1], int32[:,::1], int64[::1]")
class GameArrays(NamedTuple):
    """A game in progress: facts, seats, the board row by row, the pool, a row of tiles for each rack, random numbers.

    Tiles are codes; the first `facts[LEFT]` of `pool` are in it, the first `seats[seat, HELD]` of a row on that rack.
    """

    facts: Longs
    seats: Table
    board: Ints
    pool: Ints
    racks: Ints
    random: Longs


@kernel("int64(int64[::1], int64)", lean=True)
def pick(random: Longs, count: int) -> int:
    """A random number from 0 to `count` - 1."""
    random[0] = random[0] * 6364136223846793005 + 1442695040888963407
    return int((((random[0] >> 33) & 0x7FFFFFFF) * count) >> 31)


@kernel("float64(int64[::1])", lean=True)
def bell(random: Longs) -> float:
    """A random number from the normal distribution with mean 0 and standard deviation 1, by the Box-Muller method."""
    size = (pick(random, 1 << 31) + 1) / (1 << 31)
    return math.sqrt(-2.0 * math.log(size)) * math.cos(2.0 * math.pi * pick(random, 1 << 31) / (1 << 31))


@kernel("void(int64[::1], int32[::1], int64, int64)")
def deal(random: Longs, tiles: Ints, count: int, drawn: int) -> None:
    """Move `drawn` random tiles among the first `count` to the end of those."""
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
    """Write the tiles of a sorted rack outside the used slots to a rack or pool; return their number."""
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


@kernel("void(int32[::1], GameArrays)")
def deal_racks(variant: Ints, game: GameArrays) -> None:
    """Fill the racks of a new game, one after the other."""
    for seat in range(game.seats.shape[0]):
        held = refill(game.random, game.pool, game.facts[LEFT], game.racks[seat], 0, variant[RACK])
        game.seats[seat, HELD] = held
        game.facts[LEFT] -= held


@kernel("GameArrays(int32[::1], int32[::1], int64, int64[::1])")
def new_game(variant: Ints, tile_set: Ints, seats: int, random: Longs) -> GameArrays:
    """A game of some seats, with full racks."""
    board, racks = np.zeros(variant[WIDTH] * variant[HEIGHT], np.int32), np.zeros((seats, variant[RACK]), np.int32)
    game = GameArrays(np.zeros(4, np.int64), np.zeros((seats, 3), np.int64), board, tile_set.copy(), racks, random)
    game.facts[LEFT] = len(tile_set)
    deal_racks(variant, game)
    return game


@kernel("boolean(GameArrays)", lean=True)
def is_over(game: GameArrays) -> bool:
    """Whether someone is out, everyone has passed with an empty pool, or too many turns scored nothing."""
    facts, count = game.facts, game.seats.shape[0]
    if facts[SCORELESS] >= SCORELESS_TURNS_A_SEAT * count:
        return True
    ends = facts[PASSES] >= count
    for seat in range(count):
        ends = ends or game.seats[seat, HELD] == 0
    return bool(ends and facts[LEFT] == 0)


@kernel("void(GameArrays, int64, int64)", lean=True)
def _count_turn(game: GameArrays, used: int, score: int) -> None:
    """Count a turn of the seat whose turn it is, and give the turn to the next."""
    facts, seat = game.facts, game.facts[SEAT]
    facts[SCORELESS] = 0 if score > 0 else facts[SCORELESS] + 1
    facts[PASSES] = 0 if used != 0 else facts[PASSES] + 1
    game.seats[seat, POINTS] += score
    game.seats[seat, MOVES] += 1
    facts[SEAT] = (seat + 1) % game.seats.shape[0]


@kernel("void(int32[::1], GameArrays, int32[::1], int64[:,::1], int64[:,::1], int64)")
def make_play(variant: Ints, game: GameArrays, cells: Ints, slots: Table, plays: Table, at: int) -> None:
    """Make one of the plays for the seat on turn, whose sorted rack is `slots`; `cells` describe the board before."""
    facts, seat, used = game.facts, game.facts[SEAT], plays[at, KEY_2] & SLOTS_USED
    lay_prepared(variant, cells, game.board, slots, plays, at)
    kept = keep_rest(slots, used, game.racks[seat])
    held = refill(game.random, game.pool, facts[LEFT], game.racks[seat], kept, variant[RACK])
    game.seats[seat, HELD] = held
    facts[LEFT] -= held - kept
    _count_turn(game, used, plays[at, SCORE])


@kernel("void(GameArrays, int64[:,::1], int64)")
def make_exchange(game: GameArrays, slots: Table, given: int) -> None:
    """Exchanges the given slots of the seat on turn, whose sorted rack is `slots`; without any, it passes.

    The new tiles are drawn before the others go back.
    """
    facts, rack, tiles = game.facts, game.racks[game.facts[SEAT]], slots[FACTS, TILES]
    returned = np.zeros(tiles, np.int32)
    count = keep_rest(slots, ((1 << tiles) - 1) & ~given, returned)
    refill(game.random, game.pool, facts[LEFT], rack, keep_rest(slots, given, rack), tiles)
    for i in range(count):
        game.pool[facts[LEFT] - count + i] = returned[i]
    _count_turn(game, given, 0)
