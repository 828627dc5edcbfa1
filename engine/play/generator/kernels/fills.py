"""Filling one slot: the weights of its squares, the words that fit, and the scores of their plays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import (
    BONUS,
    CROSS_FACTOR,
    EXTRA,
    LETTER_FACTOR,
    LINES,
    POINTS,
    STRIDE,
    THOUSAND,
    WORD_FACTOR,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.plays import FLOOR, keep
from engine.play.generator.kernels.racks import BEST, FACTS, MIXED, SLOT_LETTER, SLOT_POINTS, TILES
from engine.play.generator.kernels.slots import line_of, start_of
from engine.play.generator.kernels.wordmap import MANY, PACKED

WEIGHT, SORTED, FITS, WORD, CODE, TAKEN, VALUE, SLOT = range(8)
"""Rows of the working space: six by square, `VALUE` by letter, and `SLOT` with the facts below.

By square: its weight (0 for an old tile), the weights sorted, the rack slots that fit, the letter of the word, the code
of the new tile, and its rack slot. By letter: its points on the rack, with a blank's at 0.
"""
BASE, LENGTH, FIXED, KEY_PLACE, IS_MIXED = range(5)
"""Facts about a slot: its first place, its length, points apart from new tiles, its place in a key, `racks.MIXED`."""
ROWS = 8
COLUMNS = 64
NO_FIT = -(1 << 61)


@bundle(
    "int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64[::1], int32[::1], int64[:,::1],"
    " int64[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1]"
)
class Filling(NamedTuple):
    """A search that fills slots: the board, the rack and its subsets, the word map, working space, plays found.

    The working space is that of `kernels.anagrams` (`heads`, `entries`, `found`) and that of a slot (`work`).
    """

    variant: Ints
    masks: Longs
    cells: Ints
    rack: Table
    subsets: Table
    longs: Longs
    ints: Ints
    heads: Table
    entries: Table
    found: Longs
    work: Table
    out: Table
    state: Longs


@kernel("int64[:,::1](int64[:,::1])")
def new_work(rack: Table) -> Table:
    """The working space for a rack."""
    work = np.zeros((ROWS, COLUMNS), np.int64)
    for i in range(rack[FACTS, TILES]):
        work[VALUE, rack[SLOT_LETTER, i]] = rack[SLOT_POINTS, i]
    work[SLOT, IS_MIXED] = rack[FACTS, MIXED]
    return work


@kernel("void(int32[::1], int32[::1], int64, int64[:,::1])", lean=True)
def open_slot(variant: Ints, cells: Ints, where: int, work: Table) -> None:
    """Write the weights, fixed points and other facts of a slot."""
    size = variant[LINES] * variant[STRIDE]
    place = where >> 16
    start = start_of(place)
    base = line_of(variant, place) * variant[STRIDE] + start
    length = ((where >> 8) & 255) - start
    factor, main, extra, used = 1, 0, 0, 0
    for i in range(length):
        if cells[base + i] == 0:
            factor *= cells[WORD_FACTOR * size + base + i]
            extra += cells[EXTRA * size + base + i]
            used += 1
        else:
            main += cells[POINTS * size + base + i]
    for i in range(length):
        here = base + i
        work[CODE, i] = 0
        work[WEIGHT, i] = 0
        if cells[here] == 0:
            work[WEIGHT, i] = cells[LETTER_FACTOR * size + here] * factor + cells[CROSS_FACTOR * size + here]
            work[CODE, i] = 1
    work[SLOT, BASE] = base
    work[SLOT, LENGTH] = length
    work[SLOT, FIXED] = main * factor + extra + variant[BONUS + used]
    work[SLOT, KEY_PLACE] = place << 49


@kernel("int64(int64[:,::1], int64[:,::1], int64)", lean=True)
def assign(work: Table, rack: Table, subset: int) -> int:
    """The points of a subset's tiles on the squares of a slot, with each tile where it scores most."""
    total = 0
    length = work[SLOT, LENGTH]
    taken = 0
    for slot in range(rack[FACTS, TILES]):
        if (subset >> slot) & 1 == 0:
            continue
        letter = rack[SLOT_LETTER, slot]
        at = -1
        for i in range(length):
            code = work[CODE, i]
            fits = code & 1 != 0 if letter == 0 else code == 2 * letter
            if code != 0 and fits and taken >> i & 1 == 0 and (at < 0 or work[WEIGHT, i] > work[WEIGHT, at]):
                at = i
        taken |= 1 << at
        work[TAKEN, at] = slot
        total += work[WEIGHT, at] * rack[SLOT_POINTS, slot]
    return total


@kernel("void(Filling, int64, int64, int64)", lean=True)
def _emit(filling: Filling, subset: int, points: int, leave: int) -> None:
    """Keep the play whose tile codes are in the working space."""
    work = filling.work
    if work[SLOT, IS_MIXED] != 0:
        points = assign(work, filling.rack, subset)
    score = points + work[SLOT, FIXED]
    equity = score * THOUSAND + leave
    if equity < filling.state[FLOOR]:
        return
    key, key_2, at = work[SLOT, KEY_PLACE], 0, 0
    for i in range(work[SLOT, LENGTH]):
        code = work[CODE, i]
        if code != 0:
            if at < 7:
                key |= code << (42 - 7 * at)
            else:
                key_2 |= code << (48 - 7 * (at - 7))
            at += 1
    keep(filling.out, filling.state, equity, key, key_2 | subset, score)


@kernel("int64(int64[::1], int64[::1], int64, int64[:,::1])", lean=True)
def _fit(masks: Longs, longs: Longs, at: int, work: Table) -> int:
    """The points of a packed word's new tiles in the slot, or `NO_FIT` if a letter does not fit; writes the letters.

    Letters that are not on the rack count 0 points.
    """
    base, length = work[SLOT, BASE], work[SLOT, LENGTH]
    packed, total, left = longs[at], 0, PACKED
    for i in range(length):
        if left == 0:
            at += 1
            packed, left = longs[at], PACKED
        letter = packed & 63
        packed >>= 6
        left -= 1
        if (masks[base + i] >> letter) & 1 == 0:
            return NO_FIT
        work[WORD, i] = letter
        total += work[WEIGHT, i] * work[VALUE, letter]
    return total


@kernel("void(Filling, int64, int64, int64, int64, int64)", lean=True)
def try_class(filling: Filling, place: int, subset: int, leave: int, one: int, other: int) -> None:
    """Keep the plays of all words with one key; `one` and `other` are the letters of the blanks, 0 for none."""
    work = filling.work
    length = work[SLOT, LENGTH]
    blank = work[VALUE, 0]
    value = filling.longs[place]
    # a short word that is the only one of its key is itself the value
    count = value & 0xFFFF if value >= MANY else 1
    first = (value & (MANY - 1)) >> 16 if value >= MANY else place
    size = (length + PACKED - 1) // PACKED
    for at in range(first, first + count * size, size):
        points = _fit(filling.masks, filling.longs, at, work)
        if points == NO_FIT:
            continue
        most = (points + work[SLOT, FIXED]) * THOUSAND + leave
        if one == 0 and work[SLOT, IS_MIXED] == 0 and most < filling.state[FLOOR]:
            continue
        for i in range(length):
            if work[CODE, i] != 0:
                work[CODE, i] = 2 * work[WORD, i]
        if one == 0:
            _emit(filling, subset, points, leave)
            continue
        for i in range(length):
            if work[CODE, i] != 2 * one:
                continue
            work[CODE, i] += 1
            less = points + work[WEIGHT, i] * (blank - work[VALUE, one])
            if other == 0:
                _emit(filling, subset, less, leave)
            else:
                for j in range(i + 1 if one == other else 0, length):
                    if work[CODE, j] == 2 * other:
                        work[CODE, j] += 1
                        even_less = less + work[WEIGHT, j] * (blank - work[VALUE, other])
                        _emit(filling, subset, even_less, leave)
                        work[CODE, j] -= 1
            work[CODE, i] -= 1


@kernel("void(int64[:,::1])", lean=True)
def sort_weights(work: Table) -> None:
    """Sorts the weights of an open slot, heaviest first."""
    used = 0
    for i in range(work[SLOT, LENGTH]):
        if work[CODE, i] != 0:
            at = used
            while at > 0 and work[SORTED, at - 1] < work[WEIGHT, i]:
                work[SORTED, at] = work[SORTED, at - 1]
                at -= 1
            work[SORTED, at] = work[WEIGHT, i]
            used += 1


@kernel("int64(int64[:,::1], int64, int64, int64[:,::1])", lean=True)
def bound_of(subsets: Table, place: int, used: int, work: Table) -> int:
    """The most that a subset can score in the open slot: with better tiles on heavier squares."""
    total = work[SLOT, FIXED]
    for i in range(used):
        total += work[SORTED, i] * subsets[BEST + i, place]
    return int(total)
