"""The board as lines: the letters, factors and cross-sets of every row and column."""

from __future__ import annotations

from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    ACCEPTS,
    ARC,
    CROSS_FACTOR,
    EXTRA,
    HEADER,
    HEIGHT,
    LAST,
    LETTER,
    LETTER_FACTOR,
    LETTERS,
    LINES,
    POINTS,
    SECTIONS,
    START_COLUMN,
    START_ROW,
    STRIDE,
    TILE,
    WALL,
    WIDTH,
    WORD_FACTOR,
    Ints,
    Longs,
)


@kernel("int64(int32[::1], int64, int64)", lean=True)
def child(nodes: Ints, at: int, letter: int) -> int:
    """The node of a letter in the list that begins at `at` (0: an empty list), or 0 if it is not there."""
    if at == 0:
        return 0
    while True:
        node = nodes[at]
        if node & TILE == letter:
            return at
        if node & TILE > letter or node & LAST != 0:
            return 0
        at += 1


@kernel("int64(int32[::1], int64)", lean=True)
def below(nodes: Ints, at: int) -> int:
    """Where the list below a node begins, 0 if it has none; node 0 has none."""
    return (nodes[at] >> 8) & ARC if at != 0 else 0


@kernel("UniTuple(int64, 2)(int32[::1], int64)", lean=True)
def list_letters(nodes: Ints, at: int) -> tuple[int, int]:
    """The letters of a list that complete a word, and all of them, as masks."""
    ends, every = 0, 0
    while at != 0:
        node = nodes[at]
        every |= 1 << (node & TILE)
        if node & ACCEPTS != 0:
            ends |= 1 << (node & TILE)
        if node & LAST != 0:
            break
        at += 1
    return ends & ~1, every & ~1


@kernel("void(int32[::1], int64[::1])", lean=True)
def _mark_start(variant: Ints, masks: Longs) -> None:
    width, height, stride = variant[WIDTH], variant[HEIGHT], variant[STRIDE]
    for row in range(height):
        for column in range(width):
            admitted = (variant[START_ROW] == -1 or variant[START_ROW] == row) and (
                variant[START_COLUMN] == -1 or variant[START_COLUMN] == column
            )
            if admitted and masks[row * stride + column + 1] != 0:
                masks[row * stride + column + 1] |= 1
                masks[(height + column) * stride + row + 1] |= 1


@kernel("void(int32[::1], int32[::1], int64[::1], int32[::1])", lean=True)
def lay_board(variant: Ints, board: Ints, masks: Longs, cells: Ints) -> None:
    """Fill the lines from the template and from a board of `height * width` tile codes."""
    size = variant[LINES] * variant[STRIDE]
    width, height, stride = variant[WIDTH], variant[HEIGHT], variant[STRIDE]
    everything = (1 << (variant[LETTERS] + 1)) - 2
    for i in range(SECTIONS * size):
        cells[i] = variant[HEADER + i]
    for i in range(size):
        masks[i] = everything if cells[i] == 0 else 0
    empty = True
    for row in range(height):
        for column in range(width):
            code = board[row * width + column]
            if code != 0:
                empty = False
                across = row * stride + column + 1
                down = (height + column) * stride + row + 1
                cells[LETTER * size + across] = cells[LETTER * size + down] = code & TILE
                cells[POINTS * size + across] = cells[POINTS * size + down] = code >> 8
                masks[across] = masks[down] = 1 << (code & TILE) | 1
    if empty:
        _mark_start(variant, masks)


@kernel("int64(int32[::1], int64, int32[::1], int64, int64)", lean=True)
def _between(nodes: Ints, separator: int, cells: Ints, start: int, end: int) -> int:
    """The letters, as a mask, that join an earlier run to the run on the cells from `start` up to but excluding `end`.

    `separator` is the GADDAG's separator node after the earlier run.
    """
    mask = 0
    at = below(nodes, separator)
    while at != 0:
        node = at
        for i in range(start, end):
            node = child(nodes, below(nodes, node), cells[i])
        if node != 0 and nodes[node] & ACCEPTS != 0:
            mask |= 1 << (nodes[at] & TILE)
        if nodes[at] & LAST != 0:
            break
        at += 1
    return mask


@kernel("void(int64[::1], int32[::1], int64, int64, int64, int64)", lean=True)
def _write_cross(masks: Longs, cells: Ints, size: int, place: int, mask: int, total: int) -> None:
    masks[place] = (masks[place] & mask) | 1
    factor = cells[WORD_FACTOR * size + place]
    cells[CROSS_FACTOR * size + place] = cells[LETTER_FACTOR * size + place] * factor
    cells[EXTRA * size + place] += total * factor


@kernel("void(int32[::1], int32[::1], int64[::1], int32[::1], int64, int64, int64)", lean=True)
def _cross_line(variant: Ints, nodes: Ints, masks: Longs, cells: Ints, line: int, length: int, target: int) -> None:
    """Write the cross-sets and cross-word points of the squares next to a line's runs of tiles.

    They belong to the lines that cross it: `target` is the place there of the square before the first, and the line's
    squares are a stride apart. In the line itself, the square before a run keeps the letters that words have there.
    """
    stride = variant[STRIDE]
    size = variant[LINES] * stride
    base = line * stride
    p = 1
    old_end, old_sum, old_node = -2, 0, 0
    while p <= length:
        letter = cells[base + p]
        if letter == 0 or letter == WALL:
            p += 1
            continue
        start, total = p, 0
        while 0 < cells[base + p] < WALL:
            total += cells[POINTS * size + base + p]
            p += 1
        node = 1
        for i in range(p - 1, start - 1, -1):
            node = child(nodes, below(nodes, node), cells[base + i])
        before = base + start - 1
        if cells[before] == 0:
            ends, every = list_letters(nodes, below(nodes, node))
            masks[before] &= every | 1
            place = target + (start - 1) * stride
            if old_end == start - 1:
                mask = _between(nodes, old_node, cells, base + start, base + p)
                _write_cross(masks, cells, size, place, mask, total + old_sum)
            else:
                _write_cross(masks, cells, size, place, ends, total)
        node = child(nodes, below(nodes, node), 0)
        if cells[base + p] == 0 and not 0 < cells[base + p + 1] < WALL:
            ends, _ = list_letters(nodes, below(nodes, node))
            _write_cross(masks, cells, size, target + p * stride, ends, total)
        old_end, old_sum, old_node = p, total, node
        p += 1


@kernel("void(int32[::1], int32[::1], int32[::1], int64[::1], int32[::1])")
def prepare(variant: Ints, nodes: Ints, board: Ints, masks: Longs, cells: Ints) -> None:
    """Fill masks and cells for a position; `masks` has room for all lines, `cells` for `SECTIONS` times as much."""
    lay_board(variant, board, masks, cells)
    width, height, stride = variant[WIDTH], variant[HEIGHT], variant[STRIDE]
    for column in range(width):
        # the tiles of a column decide cross-sets of squares in rows
        _cross_line(variant, nodes, masks, cells, height + column, height, column + 1 - stride)
    for row in range(height):
        _cross_line(variant, nodes, masks, cells, row, width, height * stride + row + 1 - stride)
