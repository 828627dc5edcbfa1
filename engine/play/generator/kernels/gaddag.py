"""Walking the GADDAG from anchors, which finds plays without a word map and with any rack.

An anchor is the last tile of a block, or a free square with a neighbour across the line. A word belongs to its first
anchor, so that no word is found twice: its part to the left may not reach the previous anchor.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.fills import (
    CODE,
    FIXED,
    IS_MIXED,
    SLOT,
    VALUE,
    assign,
    open_slot,
)
from engine.play.generator.kernels.layout import (
    ACCEPTS,
    BONUS,
    CROSS_FACTOR,
    EXTRA,
    HEIGHT,
    LAST,
    LETTER_FACTOR,
    LINES,
    MAX_TILES,
    NOTHING,
    POINTS,
    STRIDE,
    THOUSAND,
    TILE,
    WALL,
    WIDTH,
    WORD_FACTOR,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import below, child
from engine.play.generator.kernels.plays import COUNT, FLOOR, LIMIT, MOST_PLAYS, STEPS, keep
from engine.play.generator.kernels.racks import FACTS, SLOT_LETTER, TILES
from engine.play.generator.kernels.slots import BOUND, PLACE, line_of, place_of, start_of

SLOTS_OF, CODES, LINE, AT, STEP, POSITION, START, MAIN, FACTOR, SIDE, USED, TAKEN = range(12)
"""Rows of a walk: rack slots of each letter (0: blanks), codes of the new tiles by square, facts of the line, a stack.

The stack has one frame in each column: the next node of the list, whether its letter is next tried as a blank, the
square to fill, the first square of the word (0 while it still grows to the left), the points of the main word before
its factor, that factor, the points outside the main word, the set of rack slots used, and their number.
"""
BASE, NUMBER, LOWEST, END, TOP = range(5)
"""Facts of the line: its first place, its number, the first square a word may reach, the anchor, open frames."""


@kernel("int64[:,::1](int64[:,::1])")
def new_walk(rack: Table) -> Table:
    """The initial state of walks with a rack."""
    walk = np.zeros((12, 80), np.int64)
    for i in range(rack[FACTS, TILES]):
        walk[SLOTS_OF, rack[SLOT_LETTER, i]] |= 1 << i
    return walk


@kernel(
    "void(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1], int64, int64, int64[:,::1], int64[:,::1],"
    " int64[:,::1], int64[::1])",
    lean=True,
)
def _record(
    variant: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    values: Longs,
    start: int,
    end: int,
    walk: Table,
    work: Table,
    out: Table,
    state: Longs,
) -> None:
    """Keeps the play on the squares from `start` up to but not including `end`; its points are in the top frame."""
    base, top = walk[LINE, BASE], walk[LINE, TOP]
    place = place_of(variant, walk[LINE, NUMBER], start)
    used, taken = walk[USED, top], walk[TAKEN, top]
    if taken == 1 and place >> 12 != 0:
        for p in range(base + start, base + end):
            if cells[p] == 0 and masks[p] & 1 != 0:
                return  # the same tile is listed as the word across
    if work[SLOT, IS_MIXED] != 0:
        open_slot(variant, cells, (place << 16) | (end << 8) | taken, work)
        for i in range(end - start):
            if work[CODE, i] != 0:
                work[CODE, i] = walk[CODES, start + i]
        score = assign(work, rack, used) + work[SLOT, FIXED]
    else:
        score = walk[MAIN, top] * walk[FACTOR, top] + walk[SIDE, top] + variant[BONUS + taken]
    equity = score * THOUSAND
    if len(values) != 0:
        equity += values[len(values) - 1 - used]
    if equity < state[FLOOR]:
        return
    key, key_2, at = place << 49, used, 0
    for i in range(start, end):
        if cells[base + i] == 0:
            if at < 7:
                key |= walk[CODES, i] << (42 - 7 * at)
            else:
                key_2 |= walk[CODES, i] << (48 - 7 * (at - 7))
            at += 1
    keep(out, state, equity, key, key_2, score)


@kernel("void(int64[:,::1], int64, int64, int64)", lean=True)
def _push(walk: Table, at: int, position: int, start: int) -> None:
    """Opens the top frame of the stack and copies its points and tiles to the next frame."""
    top = walk[LINE, TOP]
    walk[LINE, TOP] = top + 1
    walk[AT, top] = at
    walk[STEP, top] = 0
    walk[POSITION, top] = position
    walk[START, top] = start
    for row in range(MAIN, TAKEN + 1):
        walk[row, top + 1] = walk[row, top]


@kernel("int64(int32[::1], int32[::1], int64[:,::1], int64, int64, int64)", lean=True)
def _pass_tiles(nodes: Ints, cells: Ints, walk: Table, points: int, node: int, step: int) -> int:
    """Follows old tiles from the square in the top frame, adding their points; returns the node reached, 0 for none."""
    top = walk[LINE, TOP]
    place = walk[LINE, BASE] + walk[POSITION, top]
    while 0 < cells[place] < WALL:
        node = child(nodes, below(nodes, node), cells[place])
        if node == 0:
            return 0
        walk[MAIN, top] += cells[points + place]
        place += step
    walk[POSITION, top] = place - walk[LINE, BASE]
    return node


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1], int64[:,::1], int64, int64,"
    " int64[:,::1], int64[:,::1], int64[:,::1], int64[::1])",
    lean=True,
)
def _grow(
    variant: Ints,
    nodes: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    values: Longs,
    limits: Table,
    node: int,
    start: int,
    walk: Table,
    work: Table,
    out: Table,
    state: Longs,
) -> None:
    """Continues from a node at the square in the top frame, first to the left and then to the right."""
    base, end, tiles = walk[LINE, BASE], walk[LINE, END], min(rack[FACTS, TILES], MAX_TILES)
    points = POINTS * variant[LINES] * variant[STRIDE]
    if start == 0:
        node = _pass_tiles(nodes, cells, walk, points, node, -1)
        if node == 0:
            return
        top = walk[LINE, TOP]
        position, taken = walk[POSITION, top], walk[TAKEN, top]
        start = position + 1
        if nodes[node] & ACCEPTS != 0 and taken != 0 and end > position + 1 and not 0 < cells[base + end + 1] < WALL:
            _record(variant, masks, cells, rack, values, start, end + 1, walk, work, out, state)
        at = below(nodes, node)
        if at == 0:
            return
        free = cells[base + position] == 0 and position >= walk[LINE, LOWEST] and taken < tiles
        if free and limits[base + position, 0] >= state[FLOOR]:
            _push(walk, at, position, 0)
        if nodes[at] & TILE != 0 or limits[base + start, max(taken, 1)] < state[FLOOR]:
            return
        node = at
        walk[POSITION, walk[LINE, TOP]] = end + 1
    node = _pass_tiles(nodes, cells, walk, points, node, 1)
    if node == 0:
        return
    top = walk[LINE, TOP]
    position, taken = walk[POSITION, top], walk[TAKEN, top]
    if nodes[node] & ACCEPTS != 0 and taken != 0 and position - start > 1:
        _record(variant, masks, cells, rack, values, start, position, walk, work, out, state)
    at = below(nodes, node)
    if at != 0 and cells[base + position] == 0 and taken < tiles and limits[base + start, taken + 1] >= state[FLOOR]:
        _push(walk, at, position, start)


@kernel("int64(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64)", lean=True)
def _place_next(nodes: Ints, masks: Longs, cells: Ints, walk: Table, work: Table, size: int) -> int:
    """Places the next tile of the last open frame, writing to the frame above; returns its node, 0 if none is left."""
    frame = walk[LINE, TOP] - 1
    square, used = walk[POSITION, frame], walk[USED, frame]
    place = walk[LINE, BASE] + square
    mask = masks[place] & ~1
    at, step = walk[AT, frame], walk[STEP, frame]
    while at != 0:
        letter = nodes[at] & TILE
        free = walk[SLOTS_OF, 0 if step != 0 else letter] & ~used
        node, value = at, work[VALUE, 0 if step != 0 else letter]
        fits = (mask >> letter) & 1 != 0 and free != 0 and (step != 0 or letter != 0)
        code = 2 * letter + step
        if step == 0 and (mask >> letter) & 1 != 0 and walk[SLOTS_OF, 0] & ~used != 0:
            step = 1
        else:
            step = 0
            at = 0 if nodes[at] & LAST != 0 else at + 1
        if fits:
            walk[AT, frame], walk[STEP, frame] = at, step
            top = frame + 1
            walk[CODES, square] = code
            walk[USED, top] = used | (free & -free)
            walk[TAKEN, top] = walk[TAKEN, frame] + 1
            walk[MAIN, top] = walk[MAIN, frame] + value * cells[LETTER_FACTOR * size + place]
            walk[FACTOR, top] = walk[FACTOR, frame] * cells[WORD_FACTOR * size + place]
            walk[SIDE, top] = (
                walk[SIDE, frame] + value * cells[CROSS_FACTOR * size + place] + cells[EXTRA * size + place]
            )
            return int(node)
    return 0


@kernel(
    "void(int32[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1], int64[:,::1], int64, int64, int64,"
    " int64[:,::1], int64[:,::1], int64[:,::1], int64[::1])",
    lean=True,
)
def walk_anchor(
    variant: Ints,
    nodes: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    values: Longs,
    limits: Table,
    line: int,
    anchor: int,
    lowest: int,
    walk: Table,
    work: Table,
    out: Table,
    state: Longs,
) -> None:
    """Keeps the plays whose first anchor is square `anchor` of a line and that begin at `lowest` or after it.

    `limits[place, n]` is an upper bound on the equity of a word that begins there and uses n tiles or more;
    `limits[place, 0]` is one for a word that begins there or further left.
    """
    size = variant[LINES] * variant[STRIDE]
    walk[LINE, NUMBER] = line
    walk[LINE, BASE] = line * variant[STRIDE]
    walk[LINE, LOWEST] = lowest
    walk[LINE, END] = anchor
    walk[LINE, TOP] = 0
    walk[MAIN, 0], walk[FACTOR, 0], walk[SIDE, 0], walk[USED, 0], walk[TAKEN, 0] = 0, 1, 0, 0, 0
    walk[POSITION, 0] = anchor
    if cells[walk[LINE, BASE] + anchor] == 0:
        _push(walk, below(nodes, 1), anchor, 0)
    else:
        _grow(variant, nodes, masks, cells, rack, values, limits, 1, 0, walk, work, out, state)
    left = state[STEPS]
    while walk[LINE, TOP] > 0 and left > 0 and (state[LIMIT] != 0 or state[COUNT] < MOST_PLAYS):
        left -= 1
        frame = walk[LINE, TOP] - 1
        node = _place_next(nodes, masks, cells, walk, work, size)
        if node == 0:
            walk[LINE, TOP] = frame
            continue
        start = walk[START, frame]
        walk[POSITION, frame + 1] = walk[POSITION, frame] + (1 if start != 0 else -1)
        _grow(variant, nodes, masks, cells, rack, values, limits, node, start, walk, work, out, state)
    state[STEPS] = left


ANCHOR_FIELDS = 3


@kernel("int64[:,::1](int32[::1], int64[::1], int32[::1], int64[:,::1])")
def list_anchors(variant: Ints, masks: Longs, cells: Ints, limits: Table) -> Table:
    """The anchors of a position: the bound, then line, square and lowest start in 21 bits."""
    stride = variant[STRIDE]
    found = np.empty((variant[LINES] * stride, ANCHOR_FIELDS), np.int64)
    count = 0
    for line in range(variant[LINES]):
        length = variant[WIDTH] if line < variant[HEIGHT] else variant[HEIGHT]
        base = line * stride
        lowest, p = 1, 1
        while p <= length:
            letter = cells[base + p]
            last = p
            while 0 < cells[base + last + 1] < WALL and 0 < letter < WALL:
                last += 1
            if (0 < letter < WALL or (letter == 0 and masks[base + p] & 1 != 0)) and p >= lowest:
                # words begin at the start of the block or further left, down to the lowest start
                found[count, 0] = limits[base + p, 0]
                found[count, 1] = (line << 14) | (last << 7) | lowest
                count += 1
            if letter != 0:
                lowest = last + (1 if letter == WALL else 2)
            elif masks[base + p] & 1 != 0:
                lowest = p + 1
            p = last + 1
    return found[:count]


@kernel("int64[:,::1](int32[::1], int64[::1], int32[::1], int64[:,::1], int64)")
def fill_limits(variant: Ints, masks: Longs, cells: Ints, slots: Table, tiles: int) -> Table:
    """The limits of `walk_anchor` from the slots of a position."""
    stride = variant[STRIDE]
    limits = np.full((variant[LINES] * stride + 1, tiles + 2), NOTHING, np.int64)
    for i in range(slots.shape[0]):
        place, used = slots[i, PLACE] >> 16, slots[i, PLACE] & 255
        start = start_of(place)
        row = line_of(variant, place) * stride + start
        limits[row, used] = max(limits[row, used], slots[i, BOUND])
    for line in range(variant[LINES]):
        reach = NOTHING
        for p in range(1, stride - 1):
            row = line * stride + p
            for used in range(tiles - 1, 0, -1):
                limits[row, used] = max(limits[row, used], limits[row, used + 1])
            # words that begin further left belong to the same anchor only as far as the previous anchor
            reach = max(reach, limits[row, 1])
            limits[row, 0] = reach
            if cells[row] != 0 or masks[row] & 1 != 0:
                reach = NOTHING
    return limits
