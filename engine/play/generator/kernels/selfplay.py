"""Placing a recorded play on a board, as self-play does after each search."""

from __future__ import annotations

from engine.jit import kernel
from engine.play.generator.kernels.fills import CODE, TAKEN, assign, new_work, open_slot
from engine.play.generator.kernels.layout import (
    BLANK,
    HEIGHT,
    KEY,
    KEY_2,
    MAX_TILES,
    SLOTS_USED,
    STRIDE,
    TILE,
    WIDTH,
    Ints,
    Table,
)
from engine.play.generator.kernels.racks import SLOT_POINTS


@kernel("int64(int64[:,::1], int64, int64)", lean=True)
def code_of(plays: Table, at: int, tile: int) -> int:
    """The code `2 * letter + blank` of a play's tile, 0 after the last one."""
    if tile < 7:
        return int(plays[at, KEY] >> (42 - 7 * tile)) & 127
    return int(plays[at, KEY_2] >> (48 - 7 * (tile - 7))) & 127 if tile < MAX_TILES else 0


@kernel("void(int32[::1], int32[::1], int32[::1], int64[:,::1], int64[:,::1], int64)")
def lay_prepared(variant: Ints, cells: Ints, board: Ints, rack: Table, plays: Table, at: int) -> None:
    """Places the tiles of a play on a board, each tile where it scores most; `cells` describe the board before.

    `rack` is sorted.
    """
    place = plays[at, KEY] >> 49
    row, column, down = (place >> 6) & 63, place & 63, place >> 12
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
    assign(work, rack, plays[at, KEY_2] & SLOTS_USED)
    for i in range(length):
        code = work[CODE, i]
        if code != 0:
            points = rack[SLOT_POINTS, work[TAKEN, i]]
            board[first + i * step] = (code >> 1) + (BLANK if code & 1 != 0 else 0) + 256 * points
