"""Learning leave values by trying random racks on the boards of self-play games.

The value of a leave is how much more a rack that contains it gains than the average rack. The gain of a rack is the
best sum of score and leave value that it offers. Racks are drawn uniformly from the tiles that are not on the board, so
every subset of a rack's slots is as frequent as if it had been kept and the others drawn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.computer.kernels import games
from engine.computer.kernels.contests import Minds, take_turn
from engine.computer.kernels.games import HELD, LEFT, GameArrays, best_kept, deal, is_over, new_game
from engine.computer.kernels.leaves import END
from engine.computer.kernels.replies import Tools
from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    EQUITY,
    HASHES,
    LINES,
    RACK,
    SECTIONS,
    STRIDE,
    THOUSAND,
    Bytes,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.search import best_plays

Floats = NDArray[np.float64]

SUM, COUNT = range(2)
"""Rows of `learnt`: the sum of gains above the average, in thousandths of a point, of racks with a leave; how many."""

GAMES, POINTS, SAMPLES = range(3)
"""Counters: games, points of all seats, racks tried."""

RACKS_PER_TURN = 2


@bundle("int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64[::1]")
class Lessons(NamedTuple):
    """What has been learnt about leaves, by their place among the keys, and about the average rack.

    `means` has the sum of all racks' gains, in thousandths of a point, and their number, by the number of tiles that
    are not on the board. `facts` holds the counters.
    """

    keys: Longs
    table: Ints
    learnt: Table
    means: Table
    facts: Longs


@kernel("int64(int64[::1], int32[::1], int64)", lean=True)
def find_place(keys: Longs, table: Ints, key: int) -> int:
    """The place of a leave among the keys, -1 if it is not there.

    Keys are sorted by their lowest bits; `table` holds the number of those bits, and then where each bucket begins.
    """
    bucket = 1 + (key & ((1 << table[0]) - 1))
    for i in range(table[bucket], table[bucket + 1]):
        if keys[i] == key:
            return i
    return -1


@kernel("int64[::1](int64[::1], int32[::1], int64[::1])")
def find_places(keys: Longs, table: Ints, hashes: Longs) -> Longs:
    """The place of each leave among the keys, -1 if it is not there."""
    places = np.empty(len(hashes), np.int64)
    for i in range(len(hashes)):
        places[i] = find_place(keys, table, hashes[i])
    return places


@kernel("void(int64[:,::1], int64, Lessons)")
def _learn(slots: Table, gain: int, lessons: Lessons) -> None:
    """Credits every leave within a rack with the rack's gain."""
    keys, table, learnt = lessons.keys, lessons.table, lessons.learnt
    tiles = slots[FACTS, TILES]
    hashes = np.zeros(1 << tiles, np.int64)
    for i in range(tiles):
        for rest in range(1 << i):
            part = rest | 1 << i
            hashes[part] = hashes[rest] + HASHES[slots[SLOT_LETTER, i]]
    for part in range(1, (1 << tiles) - 1):
        place = find_place(keys, table, hashes[part])
        if place >= 0:
            learnt[SUM, place] += gain
            learnt[COUNT, place] += 1


@kernel("void(Tools, Lessons, int64[::1], int32[::1], int32[::1])")
def _try_racks(tools: Tools, lessons: Lessons, random: Longs, board: Ints, unseen: Ints) -> None:
    """Learns from random racks of the tiles that are not on the board; shuffles `unseen`."""
    most, count, means = tools.variant[RACK], len(unseen), lessons.means
    for _ in range(RACKS_PER_TURN):
        deal(random, unseen, count, most)
        rack = unseen[count - most :].copy()
        slots = sort_rack(rack)
        values = value_leaves(slots, tools.leaves)
        plays = best_plays(tools.variant, tools.nodes, tools.longs, tools.ints, values, board, rack, 1)
        gain = values[best_kept(values, most)]
        if plays.shape[0] > 0:
            gain = max(gain, plays[0, EQUITY])
        means[SUM, count] += gain
        means[COUNT, count] += 1
        _learn(slots, gain - means[SUM, count] // means[COUNT, count], lessons)
        lessons.facts[SAMPLES] += 1


@kernel("int32[::1](GameArrays)")
def _off_board(game: GameArrays) -> Ints:
    """The tiles of the pool, then those of the racks."""
    count, held = game.facts[LEFT], game.seats[:, HELD]
    tiles = np.empty(count + held.sum(), np.int32)
    tiles[:count] = game.pool[:count]
    for seat in range(len(held)):
        for i in range(held[seat]):
            tiles[count] = game.racks[seat, i]
            count += 1
    return tiles


@kernel("void(Tools, Lessons, Minds, int64[::1], int32[::1])")
def _play_game(tools: Tools, lessons: Lessons, minds: Minds, random: Longs, tile_set: Ints) -> None:
    """Plays a two-seat game and, while the pool holds a full rack, learns from random racks on its boards."""
    variant, size = tools.variant, tools.variant[LINES] * tools.variant[STRIDE]
    masks, cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    game = new_game(variant, tile_set, 2, random)
    while not is_over(game):
        if game.facts[LEFT] >= variant[RACK]:
            _try_racks(tools, lessons, random, game.board, _off_board(game))
        take_turn(tools, game, minds, masks, cells)
    lessons.facts[POINTS] += game.seats[:, games.POINTS].sum()


@kernel("void(Tools, Lessons, int32[::1], int64, int64[::1])")
def train(tools: Tools, lessons: Lessons, tile_set: Ints, games: int, random: Longs) -> None:
    """Plays two-seat games and adds what is learnt."""
    minds = Minds(np.array([[0.0, 1.0], [0.0, 1.0]]), np.zeros(1, np.int32), np.zeros(1, np.int64))
    for _ in range(games):
        _play_game(tools, lessons, minds, random, tile_set)
        lessons.facts[GAMES] += 1


@kernel("void(uint8[:,::1], int64[::1], int32[::1], int64[::1], int64[:,::1], int64, float64[::1])")
def smooth(rows: Bytes, keys: Longs, table: Ints, hashes: Longs, learnt: Table, weight: int, values: Floats) -> None:
    """Write the value of each leave, in points, at its place among the keys.

    A rarely seen leave is drawn towards the value that smaller leaves suggest: the mean, over all pairs of tiles t and
    u of a leave L, of the value of L-t plus that of L-u minus that of L-t-u. This mean counts as `weight` observations.
    Leaves are processed by size, so that the smaller ones are ready.
    """
    longest = rows.shape[1]
    for size in range(1, longest + 1):
        for row in range(rows.shape[0]):
            if rows[row, size - 1] == END or (size < longest and rows[row, size] != END):
                continue
            place = find_place(keys, table, hashes[row])
            expected, pairs = 0.0, 0
            for i in range(size):
                for j in range(i):
                    whole = hashes[row]
                    one, other = HASHES[rows[row, i]], HASHES[rows[row, j]]
                    expected += values[find_place(keys, table, whole - one)]
                    expected += values[find_place(keys, table, whole - other)]
                    if size > 2:
                        expected -= values[find_place(keys, table, whole - one - other)]
                    pairs += 1
            if pairs > 0:
                expected /= pairs
            own = 0 if size == 1 else weight
            seen = learnt[COUNT, place] + own
            values[place] = (learnt[SUM, place] / THOUSAND + own * expected) / seen if seen > 0 else 0.0
