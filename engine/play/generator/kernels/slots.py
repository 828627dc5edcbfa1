"""Slots: every run of squares that a play could fill, with an upper bound on its equity."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    BONUS,
    CROSS_FACTOR,
    EXTRA,
    HASHES,
    HEIGHT,
    LETTER_FACTOR,
    LINES,
    MAX_TILES,
    POINTS,
    STRIDE,
    THOUSAND,
    WALL,
    WIDTH,
    WORD_FACTOR,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.racks import BEST_LEAVE, FACTS, PLAYABLE, SIZES, SLOT_POINTS, TILES
from engine.play.generator.kernels.wordmap import LONGEST

BOUND, PLACE, THROUGH = range(3)
"""Fields of a slot: bound in thousandths; direction, row, column, end and number of tiles; hash of its old letters."""

FACTORS, SIDES, WEIGHTS, NEED = range(4)
"""Rows of the working space of `scan_line`."""


@kernel("int64(int64)", lean=True)
def start_of(place: int) -> int:
    """The number, from 1, of a place's square in its line; a place is direction, row and column in 13 bits."""
    return ((place >> 6) & 63) + 1 if place >> 12 != 0 else (place & 63) + 1


@kernel("int64(int32[::1], int64)", lean=True)
def line_of(variant: Ints, place: int) -> int:
    """The line of a place (direction, row, column in 13 bits)."""
    return variant[HEIGHT] + (place & 63) if place >> 12 != 0 else (place >> 6) & 63


@kernel("int64(int32[::1], int64, int64)", lean=True)
def place_of(variant: Ints, line: int, start: int) -> int:
    """The direction, row and column of a square of a line, in 13 bits; the first square has number 1."""
    height = variant[HEIGHT]
    return (line << 6) | (start - 1) if line < height else (1 << 12) | ((start - 1) << 6) | (line - height)


@kernel("boolean(int64[::1], int32[::1], int64, int64, int64[:,::1])", lean=True)
def _find_contacts(masks: Longs, cells: Ints, base: int, length: int, work: Table) -> bool:
    """Write how many free squares must be filled, from each square on, to connect; return whether any play can."""
    need, some = 99, False
    for p in range(length, 0, -1):
        letter = cells[base + p]
        if letter == WALL:
            need = 99
        elif letter != 0:
            need, some = 0, True
        elif masks[base + p] & 1 != 0:
            need, some = 1, True
        else:
            need += 1
        work[NEED, p] = need
    return some


@kernel("int64(int64[:,::1], int64[:,::1], int64, int64, int64)", lean=True)
def _weigh(work: Table, rack: Table, tiles: int, factor: int, sorted_for: int) -> int:
    """The best sum of points times weights for the first `tiles` free squares of a slot.

    By the rearrangement inequality, the highest points go on the heaviest squares. If the word factor is still
    `sorted_for`, `WEIGHTS` is already sorted for all of these squares but the last.
    """
    first = tiles - 1 if factor == sorted_for else 0
    for i in range(first, tiles):
        weight = work[FACTORS, i] * factor + work[SIDES, i]
        at = i
        while at > 0 and work[WEIGHTS, at - 1] < weight:
            work[WEIGHTS, at] = work[WEIGHTS, at - 1]
            at -= 1
        work[WEIGHTS, at] = weight
    total = 0
    for i in range(tiles):
        total += work[WEIGHTS, i] * rack[SLOT_POINTS, i]
    return total


@kernel("boolean(int64[::1], int32[::1], int64, int64, int64)", lean=True)
def _crosses(masks: Longs, cells: Ints, base: int, start: int, end: int) -> bool:
    """Whether the only free square of a slot has neighbours across: the play is then listed as the word across."""
    for p in range(base + start, base + end):
        if cells[p] == 0:
            return bool(masks[p] & 1 != 0)
    return False


@kernel(
    "int64(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64, int64[:,::1], int64, int64[:,::1])",
    lean=True,
)
def scan_line(
    variant: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    subsets: Table,
    line: int,
    found: Table,
    count: int,
    work: Table,
) -> int:
    """Append the slots of a line to `found`; return the new number of slots."""
    size = variant[LINES] * variant[STRIDE]
    base = line * variant[STRIDE]
    across = line < variant[HEIGHT]
    length = variant[WIDTH] if across else variant[HEIGHT]
    tiles = min(rack[FACTS, TILES], MAX_TILES)
    playable = rack[FACTS, PLAYABLE]
    if not _find_contacts(masks, cells, base, length, work):
        return count
    for start in range(1, length + 1):
        if work[NEED, start] > tiles or cells[base + start] == WALL or 0 < cells[base + start - 1] < WALL:
            continue
        place = place_of(variant, line, start) << 16
        used, through, main, factor, fixed, contact, weighed = 0, 0, 0, 1, 0, False, -1
        end = start
        while True:
            here = base + end
            letter = cells[here]
            if letter == 0:
                if used == tiles or masks[here] & playable == 0:
                    break
                work[FACTORS, used] = cells[LETTER_FACTOR * size + here]
                work[SIDES, used] = cells[CROSS_FACTOR * size + here]
                factor *= cells[WORD_FACTOR * size + here]
                fixed += cells[EXTRA * size + here]
                contact = contact or masks[here] & 1 != 0
                used += 1
                best = _weigh(work, rack, used, factor, weighed)
                weighed = factor
            elif letter == WALL:
                break
            else:
                through += HASHES[letter]
                main += cells[POINTS * size + here]
                contact = True
            end += 1
            if end - start > LONGEST:
                break
            if 0 < cells[base + end] < WALL or not contact or used == 0 or end - start < 2:
                continue
            if used == 1 and not across and _crosses(masks, cells, base, start, end):
                continue
            score = best + main * factor + fixed + variant[BONUS + used]
            found[count, BOUND] = score * THOUSAND + subsets[SIZES, BEST_LEAVE + used]
            found[count, PLACE] = place | (end << 8) | used
            found[count, THROUGH] = through
            count += 1
    return count


@kernel("int64[:,::1](int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1])")
def scan_board(variant: Ints, masks: Longs, cells: Ints, rack: Table, subsets: Table) -> Table:
    """All slots of a position, ordered by line, start and end."""
    lines = variant[LINES]
    longest = max(variant[WIDTH], variant[HEIGHT])
    found = np.empty((lines * longest * min(rack[FACTS, TILES], MAX_TILES, longest) + 1, 3), np.int64)
    work = np.empty((4, variant[STRIDE] + 1), np.int64)
    count = 0
    for line in range(lines):
        count = scan_line(variant, masks, cells, rack, subsets, line, found, count, work)
    return found[:count]
