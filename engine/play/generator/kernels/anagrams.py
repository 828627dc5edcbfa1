"""Filling slots from the word map: the subsets of the rack that make words with the letters on the board."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    BONUS,
    CROSS_FACTOR,
    EXTRA,
    HASHES,
    LETTER_FACTOR,
    LETTERS,
    LINES,
    POINTS,
    STRIDE,
    THOUSAND,
    WORD_FACTOR,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lean import lean
from engine.play.generator.kernels.plays import FLOOR, keep
from engine.play.generator.kernels.racks import (
    BEST,
    BLANKS,
    FACTS,
    HASH,
    LEAVE,
    MIXED,
    SIZES,
    SLOT_LETTER,
    SLOT_POINTS,
    SUBSET,
    TILES,
)
from engine.play.generator.kernels.slots import line_of, start_of
from engine.play.generator.kernels.wordmap import MANY, PACKED, find_words, may_hold

WEIGHT, SORTED, FITS, WORD, CODE, TAKEN, VALUE, SLOT = range(8)
"""Rows of the work space: a square's weight (0 under a tile), the letter that fits it, the code of the new tile, its slot;

points of each letter of the rack (a blank's at 0); and facts about the slot:"""
BASE, LENGTH, FIXED, KEY_PLACE, IS_MIXED = range(5)
ROWS = 8
COLUMNS = 64
NO_FIT = -(1 << 61)


@kernel("int64[:,::1](int64[:,::1])")
def new_work(rack: Table) -> Table:
    """A work space for a rack."""
    work = np.zeros((ROWS, COLUMNS), np.int64)
    for i in range(rack[FACTS, TILES]):
        work[VALUE, rack[SLOT_LETTER, i]] = rack[SLOT_POINTS, i]
    work[SLOT, IS_MIXED] = rack[FACTS, MIXED]
    return work


@lean("void(int32[::1], int32[::1], int64, int64[:,::1])")
def open_slot(variant: Ints, cells: Ints, where: int, work: Table) -> None:
    """Writes the weights and the fixed points of a slot."""
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


@lean("int64(int64[:,::1], int64[:,::1], int64)")
def assign(work: Table, rack: Table, subset: int) -> int:
    """The points of the tiles of a subset on the squares of a slot, each tile where it counts most."""
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


@lean("void(int64[:,::1], int64[:,::1], int64, int64, int64, int64[:,::1], int64[::1])")
def _emit(work: Table, rack: Table, subset: int, points: int, leave: int, out: Table, state: Longs) -> None:
    """Keeps the play whose tile codes stand in the work space."""
    if work[SLOT, IS_MIXED] != 0:
        points = assign(work, rack, subset)
    score = points + work[SLOT, FIXED]
    equity = score * THOUSAND + leave
    if equity < state[FLOOR]:
        return
    key, key_2, at = work[SLOT, KEY_PLACE], 0, 0
    for i in range(work[SLOT, LENGTH]):
        code = work[CODE, i]
        if code != 0:
            if at < 7:
                key |= code << (42 - 7 * at)
            else:
                key_2 |= code << (40 - 7 * (at - 7))
            at += 1
    keep(out, state, equity, key, key_2 | subset, score)


@lean("int64(int64[::1], int64[::1], int64, int64[:,::1])")
def _fit(masks: Longs, longs: Longs, at: int, work: Table) -> int:
    """The points of a packed word's tiles on the free squares of the slot; `NO_FIT` where a letter does not fit.

    Points of a letter that the rack lacks are 0. Writes the letters.
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


@lean(
    "void(int64[::1], int64[:,::1], int64[::1], int32[::1], int64, int64, int64, int64, int64,"
    " int64[:,::1], int64[:,::1], int64[::1])"
)
def _try_class(
    masks: Longs,
    rack: Table,
    longs: Longs,
    ints: Ints,
    place: int,
    subset: int,
    leave: int,
    one: int,
    other: int,
    work: Table,
    out: Table,
    state: Longs,
) -> None:
    """Keeps the plays of the words of one key; `one` and `other` are the letters that blanks stand for, 0 for none."""
    length = work[SLOT, LENGTH]
    blank = work[VALUE, 0]
    value = longs[place]
    # the value is the word itself where there is only one
    count = value & 0xFFFF if value >= MANY else 1
    first = (value & (MANY - 1)) >> 16 if value >= MANY else place
    size = (length + PACKED - 1) // PACKED
    for at in range(first, first + count * size, size):
        points = _fit(masks, longs, at, work)
        if points == NO_FIT:
            continue
        if one == 0 and work[SLOT, IS_MIXED] == 0 and (points + work[SLOT, FIXED]) * THOUSAND + leave < state[FLOOR]:
            continue
        for i in range(length):
            if work[CODE, i] != 0:
                work[CODE, i] = 2 * work[WORD, i]
        if one == 0:
            _emit(work, rack, subset, points, leave, out, state)
            continue
        for i in range(length):
            if work[CODE, i] != 2 * one:
                continue
            work[CODE, i] += 1
            less = points + work[WEIGHT, i] * (blank - work[VALUE, one])
            if other == 0:
                _emit(work, rack, subset, less, leave, out, state)
            else:
                for j in range(i + 1 if one == other else 0, length):
                    if work[CODE, j] == 2 * other:
                        work[CODE, j] += 1
                        even_less = less + work[WEIGHT, j] * (blank - work[VALUE, other])
                        _emit(work, rack, subset, even_less, leave, out, state)
                        work[CODE, j] -= 1
            work[CODE, i] -= 1


@lean("void(int64[:,::1])")
def _sort_weights(work: Table) -> None:
    used = 0
    for i in range(work[SLOT, LENGTH]):
        if work[CODE, i] != 0:
            at = used
            while at > 0 and work[SORTED, at - 1] < work[WEIGHT, i]:
                work[SORTED, at] = work[SORTED, at - 1]
                at -= 1
            work[SORTED, at] = work[WEIGHT, i]
            used += 1


@lean("int64(int64[:,::1], int64, int64, int64[:,::1])")
def _bound(subsets: Table, place: int, used: int, work: Table) -> int:
    """What the tiles of a subset can score at most: the better the tile, the heavier its square."""
    total = work[SLOT, FIXED]
    for i in range(used):
        total += work[SORTED, i] * subsets[BEST + i, place]
    return total


@lean("int64(int64[::1], int32[::1], int64, int64, int64[:,::1], int64[:,::1], int64, int64[::1], int64[:,::1])")
def _screen(
    masks: Longs, cells: Ints, base: int, length: int, rack: Table, subsets: Table, used: int, found: Longs, work: Table
) -> int:
    """Lists the subsets of a size that have a tile for each square of a slot with a cross word; gives their number."""
    limited = 0
    for i in range(base, base + length):
        if cells[i] == 0 and masks[i] & 1 != 0:
            fits = rack[FACTS, BLANKS]
            mask = masks[i] & ~1
            for slot in range(rack[FACTS, TILES]):
                fits |= ((mask >> rack[SLOT_LETTER, slot]) & 1) << slot
            work[FITS, limited] = fits
            limited += 1
    count = 0
    for place in range(subsets[SIZES, used], subsets[SIZES, used + 1]):
        subset, fits = subsets[SUBSET, place], True
        for i in range(limited):
            fits &= subset & work[FITS, i] != 0
        found[count] = place
        count += 1 if fits else 0
    return count


@lean("int64(int64)")
def _missing(blanks: int) -> int:
    """How many blanks there are in a set of slots, up to two."""
    if blanks == 0:
        return 0
    return 1 if blanks & (blanks - 1) == 0 else 2


@lean("int64(int64[:,::1], int64[::1], int32[::1], int64, int64, int64, int64, int64[::1])")
def _probe(
    subsets: Table, longs: Longs, ints: Ints, length: int, through: int, blanks: int, count: int, found: Longs
) -> int:
    """Keeps those of the subsets found that may make words with the old letters; gives their number.

    Nothing is decided inside the loop, so that the processor waits for many reads of the filters at once.
    """
    hits = 0
    for i in range(count):
        place = found[i]
        found[hits] = place
        missing = _missing(subsets[SUBSET, place] & blanks)
        hits += 1 if may_hold(longs, ints, length, missing, through + subsets[HASH, place]) else 0
    return hits


@lean(
    "void(int32[::1], int64[::1], int32[::1], int64[:,::1], int64[:,::1], int64[::1], int32[::1], int64, int64,"
    " int64[::1], int64[:,::1], int64[:,::1], int64[::1])"
)
def search_slot(
    variant: Ints,
    masks: Longs,
    cells: Ints,
    rack: Table,
    subsets: Table,
    longs: Longs,
    ints: Ints,
    where: int,
    through: int,
    found: Longs,
    work: Table,
    out: Table,
    state: Longs,
) -> None:
    """Keeps the plays of one slot, with at most two blanks on the rack."""
    used, letters = where & 255, variant[LETTERS]
    start = start_of(where >> 16)
    length = ((where >> 8) & 255) - start
    base = line_of(variant, where >> 16) * variant[STRIDE] + start
    count = _screen(masks, cells, base, length, rack, subsets, used, found, work)
    count = _probe(subsets, longs, ints, length, through, rack[FACTS, BLANKS], count, found)
    if count == 0:
        return
    open_slot(variant, cells, where, work)
    _sort_weights(work)
    for i in range(count):
        place = found[i]
        leave, subset = subsets[LEAVE, place], subsets[SUBSET, place]
        if _bound(subsets, place, used, work) * THOUSAND + leave < state[FLOOR]:
            continue
        key = through + subsets[HASH, place]
        missing = _missing(subset & rack[FACTS, BLANKS])
        if missing == 0:
            number = find_words(longs, ints, length, key)
            if number >= 0:
                _try_class(masks, rack, longs, ints, number, subset, leave, 0, 0, work, out, state)
            continue
        for one in range(1, letters + 1):
            if missing == 1:
                number = find_words(longs, ints, length, key + HASHES[one])
                if number >= 0:
                    _try_class(masks, rack, longs, ints, number, subset, leave, one, 0, work, out, state)
            elif may_hold(longs, ints, length, 1, key + HASHES[one]):
                for other in range(one, letters + 1):
                    number = find_words(longs, ints, length, key + HASHES[one] + HASHES[other])
                    if number >= 0:
                        _try_class(masks, rack, longs, ints, number, subset, leave, one, other, work, out, state)
