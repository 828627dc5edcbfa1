"""Games of a position after the other, each by its best play, without the interpreter."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.anagrams import CODE, TAKEN, assign, new_work, open_slot
from engine.play.generator.kernels.layout import (
    BLANK,
    HEIGHT,
    KEY,
    KEY_2,
    LINES,
    RACK,
    SECTIONS,
    STRIDE,
    TILE,
    WIDTH,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lean import lean
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, SLOT_POINTS, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.search import best_plays


@lean("int64(int64[:,::1], int64, int64)")
def code_of(plays: Table, at: int, tile: int) -> int:
    """The code `2 * letter + blank` of a tile of a play, 0 behind the last."""
    if tile < 7:
        return (plays[at, KEY] >> (42 - 7 * tile)) & 127
    return (plays[at, KEY_2] >> (40 - 7 * (tile - 7))) & 127 if tile < 12 else 0


@kernel("void(int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int64)")
def lay_play(variant: Ints, nodes: Ints, board: Ints, rack: Table, plays: Table, at: int) -> None:
    """Puts the tiles of a play on a board, each tile where it counts most. `rack` is the sorted one."""
    size = variant[LINES] * variant[STRIDE]
    masks = np.empty(size, np.int64)
    cells = np.empty(SECTIONS * size, np.int32)
    prepare(variant, nodes, board, masks, cells)
    place = plays[at, KEY] >> 49
    row, column, down = (place >> 5) & 31, place & 31, place >> 10
    step = variant[WIDTH] if down else 1
    first = row * variant[WIDTH] + column
    line = (variant[HEIGHT] + column) * variant[STRIDE] + row + 1 if down else row * variant[STRIDE] + column + 1
    length, tile = 0, 0
    while code_of(plays, at, tile) != 0 or 0 < cells[line + length] < TILE:
        if cells[line + length] == 0:
            tile += 1
        length += 1
    work = new_work(rack)
    open_slot(variant, cells, (place << 16) | (((row if down else column) + 1 + length) << 8) | tile, work)
    tile = 0
    for i in range(length):
        if work[CODE, i] != 0:
            work[CODE, i] = code_of(plays, at, tile)
            tile += 1
    assign(work, rack, plays[at, KEY_2] & 4095)
    for i in range(length):
        code = work[CODE, i]
        if code != 0:
            points = rack[SLOT_POINTS, work[TAKEN, i]]
            board[first + i * step] = (code >> 1) + (BLANK if code & 1 != 0 else 0) + 256 * points


@lean("int64(int64)")
def next_random(state: int) -> int:
    """The next number of a linear congruence modulo 2**31 (Park and Miller's successors: glibc's constants)."""
    return (state * 1103515245 + 12345) & 0x7FFFFFFF


@lean("int64(int32[::1], int64)")
def shuffle(tiles: Ints, state: int) -> int:
    """Shuffles tiles in place (Fisher and Yates) and gives the next random state."""
    for i in range(len(tiles) - 1, 0, -1):
        state = next_random(state)
        j = ((state >> 7) * (i + 1)) >> 24
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return state


@kernel(
    "Tuple((int32[:,::1], int32[:,::1], int64))(int32[::1], int32[::1], int64[::1], int32[::1], int64[::1], int32[::1],"
    " int32[::1], int64, int64)"
)
def collect_positions(
    variant: Ints,
    nodes: Ints,
    longs: Longs,
    ints: Ints,
    keys: Longs,
    table: Ints,
    tile_set: Ints,
    wanted: int,
    seed: int,
) -> tuple[Ints, Ints, int]:
    """The boards and racks before each play of self-play games of two seats, until there are enough, and the games.

    Racks are padded with -1 behind their last tile. A game ends when a rack is empty or neither seat can play.
    """
    width, height, most = variant[WIDTH], variant[HEIGHT], variant[RACK]
    boards = np.zeros((wanted, width * height), np.int32)
    racks = np.full((wanted, most), -1, np.int32)
    state, count, games = seed, 0, 0
    while count < wanted:
        games += 1
        pool = tile_set.copy()
        state = shuffle(pool, state)
        left = len(pool)
        board = np.zeros(width * height, np.int32)
        held = np.zeros((2, most), np.int32)
        sizes = np.zeros(2, np.int64)
        for seat in range(2):
            while sizes[seat] < most and left > 0:
                left -= 1
                held[seat, sizes[seat]] = pool[left]
                sizes[seat] += 1
        seat, idle = 0, 0
        while count < wanted and idle < 2 and sizes[seat] > 0:
            rack = held[seat, : sizes[seat]].copy()
            slots = sort_rack(rack)
            boards[count] = board
            racks[count, : len(rack)] = rack
            count += 1
            values = value_leaves(slots, keys, table) if left > 0 and len(keys) > 0 else np.zeros(0, np.int64)
            plays = best_plays(variant, nodes, longs, ints, values, board, rack, 1)
            idle += 1
            if plays.shape[0] > 0:
                idle = 0
                lay_play(variant, nodes, board, slots, plays, 0)
                kept = 0
                for i in range(slots[FACTS, TILES]):
                    if (plays[0, KEY_2] >> i) & 1 == 0:
                        held[seat, kept] = slots[SLOT_LETTER, i] + 256 * slots[SLOT_POINTS, i]
                        kept += 1
                while kept < most and left > 0:
                    left -= 1
                    held[seat, kept] = pool[left]
                    kept += 1
                sizes[seat] = kept
                if kept == 0:
                    break
            seat = 1 - seat
    return boards, racks, games
