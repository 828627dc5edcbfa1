"""Walking the GADDAG from anchors, which finds plays without a word map and with any rack.

An anchor is the last tile of a block, or a free square with a neighbour across the line. A word belongs to its first
anchor, so that no word is found twice: its part to the left may not reach the previous anchor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit import bundle, kernel
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


@bundle(
    "int32[::1], int32[::1], int64[::1], int32[::1], int64[:,::1], int64[::1], int64[:,::1], int64[:,::1],"
    " int64[:,::1], int64[:,::1], int64[::1]"
)
class Walk(NamedTuple):
    """A search that walks the graph: board, rack with the values of its subsets, limits, its rows, plays found.

    `limits[place, n]` is an upper bound on the equity of a word that begins there and uses n tiles or more;
    `limits[place, 0]` is one for a word that begins there or further left. `work` is the working space of a slot.
    """

    variant: Ints
    nodes: Ints
    masks: Longs
    cells: Ints
    rack: Table
    values: Longs
    limits: Table
    rows: Table
    work: Table
    out: Table
    state: Longs


@kernel("int64[:,::1](int64[:,::1])")
def new_rows(rack: Table) -> Table:
    """The initial rows of walks with a rack."""
    rows = np.zeros((12, 80), np.int64)
    for i in range(rack[FACTS, TILES]):
        rows[SLOTS_OF, rack[SLOT_LETTER, i]] |= 1 << i
    return rows


@kernel("void(Walk, int64, int64)", lean=True)
def _record(walk: Walk, start: int, end: int) -> None:
    """Keep the play on the squares from `start` up to but not including `end`; its points are in the top frame."""
    variant, cells, rows, work, values = walk.variant, walk.cells, walk.rows, walk.work, walk.values
    base, top = rows[LINE, BASE], rows[LINE, TOP]
    place = place_of(variant, rows[LINE, NUMBER], start)
    used, taken = rows[USED, top], rows[TAKEN, top]
    if taken == 1 and place >> 12 != 0:
        for p in range(base + start, base + end):
            if cells[p] == 0 and walk.masks[p] & 1 != 0:
                return  # the same tile is listed as the word across
    if work[SLOT, IS_MIXED] != 0:
        open_slot(variant, cells, (place << 16) | (end << 8) | taken, work)
        for i in range(end - start):
            if work[CODE, i] != 0:
                work[CODE, i] = rows[CODES, start + i]
        score = assign(work, walk.rack, used) + work[SLOT, FIXED]
    else:
        score = rows[MAIN, top] * rows[FACTOR, top] + rows[SIDE, top] + variant[BONUS + taken]
    equity = score * THOUSAND
    if len(values) != 0:
        equity += values[len(values) - 1 - used]
    if equity < walk.state[FLOOR]:
        return
    key, key_2, at = place << 49, used, 0
    for i in range(start, end):
        if cells[base + i] == 0:
            if at < 7:
                key |= rows[CODES, i] << (42 - 7 * at)
            else:
                key_2 |= rows[CODES, i] << (48 - 7 * (at - 7))
            at += 1
    keep(walk.out, walk.state, equity, key, key_2, score)


@kernel("void(int64[:,::1], int64, int64, int64)", lean=True)
def _push(rows: Table, at: int, position: int, start: int) -> None:
    """Open the top frame of the stack and copy its points and tiles to the next frame."""
    top = rows[LINE, TOP]
    rows[LINE, TOP] = top + 1
    rows[AT, top] = at
    rows[STEP, top] = 0
    rows[POSITION, top] = position
    rows[START, top] = start
    for row in range(MAIN, TAKEN + 1):
        rows[row, top + 1] = rows[row, top]


@kernel("int64(int32[::1], int32[::1], int64[:,::1], int64, int64, int64)", lean=True)
def _pass_tiles(nodes: Ints, cells: Ints, rows: Table, points: int, node: int, step: int) -> int:
    """Follows old tiles from the square in the top frame, adding their points; returns the node reached, 0 for none."""
    top = rows[LINE, TOP]
    place = rows[LINE, BASE] + rows[POSITION, top]
    while 0 < cells[place] < WALL:
        node = child(nodes, below(nodes, node), cells[place])
        if node == 0:
            return 0
        rows[MAIN, top] += cells[points + place]
        place += step
    rows[POSITION, top] = place - rows[LINE, BASE]
    return node


@kernel("void(Walk, int64, int64)", lean=True)
def _grow(walk: Walk, node: int, start: int) -> None:
    """Continues from a node at the square in the top frame, first to the left and then to the right."""
    variant, nodes, cells, rows = walk.variant, walk.nodes, walk.cells, walk.rows
    limits, state = walk.limits, walk.state
    base, end, tiles = rows[LINE, BASE], rows[LINE, END], min(walk.rack[FACTS, TILES], MAX_TILES)
    points = POINTS * variant[LINES] * variant[STRIDE]
    if start == 0:
        node = _pass_tiles(nodes, cells, rows, points, node, -1)
        if node == 0:
            return
        top = rows[LINE, TOP]
        position, taken = rows[POSITION, top], rows[TAKEN, top]
        start = position + 1
        if nodes[node] & ACCEPTS != 0 and taken != 0 and end > position + 1 and not 0 < cells[base + end + 1] < WALL:
            _record(walk, start, end + 1)
        at = below(nodes, node)
        if at == 0:
            return
        free = cells[base + position] == 0 and position >= rows[LINE, LOWEST] and taken < tiles
        if free and limits[base + position, 0] >= state[FLOOR]:
            _push(rows, at, position, 0)
        if nodes[at] & TILE != 0 or limits[base + start, max(taken, 1)] < state[FLOOR]:
            return
        node = at
        rows[POSITION, rows[LINE, TOP]] = end + 1
    node = _pass_tiles(nodes, cells, rows, points, node, 1)
    if node == 0:
        return
    top = rows[LINE, TOP]
    position, taken = rows[POSITION, top], rows[TAKEN, top]
    if nodes[node] & ACCEPTS != 0 and taken != 0 and position - start > 1:
        _record(walk, start, position)
    at = below(nodes, node)
    if at != 0 and cells[base + position] == 0 and taken < tiles and limits[base + start, taken + 1] >= state[FLOOR]:
        _push(rows, at, position, start)


@kernel("int64(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64)", lean=True)
def _place_next(nodes: Ints, masks: Longs, cells: Ints, rows: Table, work: Table, size: int) -> int:
    """Places the next tile of the last open frame, writing to the frame above; returns its node, 0 if none is left."""
    frame = rows[LINE, TOP] - 1
    square, used = rows[POSITION, frame], rows[USED, frame]
    place = rows[LINE, BASE] + square
    mask = masks[place] & ~1
    at, step = rows[AT, frame], rows[STEP, frame]
    while at != 0:
        letter = nodes[at] & TILE
        free = rows[SLOTS_OF, 0 if step != 0 else letter] & ~used
        node, value = at, work[VALUE, 0 if step != 0 else letter]
        fits = (mask >> letter) & 1 != 0 and free != 0 and (step != 0 or letter != 0)
        code = 2 * letter + step
        if step == 0 and (mask >> letter) & 1 != 0 and rows[SLOTS_OF, 0] & ~used != 0:
            step = 1
        else:
            step = 0
            at = 0 if nodes[at] & LAST != 0 else at + 1
        if fits:
            rows[AT, frame], rows[STEP, frame] = at, step
            top = frame + 1
            rows[CODES, square] = code
            rows[USED, top] = used | (free & -free)
            rows[TAKEN, top] = rows[TAKEN, frame] + 1
            rows[MAIN, top] = rows[MAIN, frame] + value * cells[LETTER_FACTOR * size + place]
            rows[FACTOR, top] = rows[FACTOR, frame] * cells[WORD_FACTOR * size + place]
            rows[SIDE, top] = (
                rows[SIDE, frame] + value * cells[CROSS_FACTOR * size + place] + cells[EXTRA * size + place]
            )
            return int(node)
    return 0


@kernel("void(Walk, int64, int64, int64)", lean=True)
def walk_anchor(walk: Walk, line: int, anchor: int, lowest: int) -> None:
    """Keep the plays whose first anchor is square `anchor` of a line and that begin at `lowest` or after it."""
    variant, nodes, cells, rows, state = walk.variant, walk.nodes, walk.cells, walk.rows, walk.state
    size = variant[LINES] * variant[STRIDE]
    rows[LINE, NUMBER] = line
    rows[LINE, BASE] = line * variant[STRIDE]
    rows[LINE, LOWEST] = lowest
    rows[LINE, END] = anchor
    rows[LINE, TOP] = 0
    rows[MAIN, 0], rows[FACTOR, 0], rows[SIDE, 0], rows[USED, 0], rows[TAKEN, 0] = 0, 1, 0, 0, 0
    rows[POSITION, 0] = anchor
    if cells[rows[LINE, BASE] + anchor] == 0:
        _push(rows, below(nodes, 1), anchor, 0)
    else:
        _grow(walk, 1, 0)
    left = state[STEPS]
    while rows[LINE, TOP] > 0 and left > 0 and (state[LIMIT] != 0 or state[COUNT] < MOST_PLAYS):
        left -= 1
        frame = rows[LINE, TOP] - 1
        node = _place_next(nodes, walk.masks, cells, rows, walk.work, size)
        if node == 0:
            rows[LINE, TOP] = frame
            continue
        start = rows[START, frame]
        rows[POSITION, frame + 1] = rows[POSITION, frame] + (1 if start != 0 else -1)
        _grow(walk, node, start)
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
    """The limits of a `Walk` from the slots of a position."""
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
