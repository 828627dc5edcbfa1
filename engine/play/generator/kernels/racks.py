"""The rack as numbered slots, and its subsets as bit sets of slots."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import HASHES, MAX_TILES, MOST_SLOTS, NOTHING, TILE, Ints, Longs, Table

SLOT_LETTER, SLOT_POINTS, SLOT_PREVIOUS, FACTS = range(4)
"""Rows of a sorted rack: letter, points, the slot of the next better tile of that letter as a bit, the facts below."""
TILES, BLANKS, MIXED, PLAYABLE = range(4)
"""The number of tiles; the slots with blanks; whether a letter has tiles of different points; the letters it can play.

Slots are given as bit sets, letters as a mask.
"""

SUBSET, HASH, LEAVE, SIZES, BEST = range(5)
"""Rows of the subsets, which are ordered by size and then by bit set; `SIZES` alone is not by subset.

The bit set; the hash of its letters without blanks; the value of keeping the rest; where each size begins (sizes 0 to
13) and, from `BEST_LEAVE` on, the best `LEAVE` of each size; from row `BEST` on, the points of the subset's tiles,
highest first.
"""
BEST_LEAVE = 16


@kernel("void(int64[:,::1], int64)", lean=True)
def _link(slots: Table, i: int) -> None:
    letter = slots[SLOT_LETTER, i]
    if letter == 0:
        slots[FACTS, BLANKS] |= 1 << i
    slots[FACTS, PLAYABLE] |= 1 << letter
    for j in range(i - 1, -1, -1):
        if slots[SLOT_LETTER, j] == letter:
            slots[SLOT_PREVIOUS, i] = 1 << j
            if slots[SLOT_POINTS, j] != slots[SLOT_POINTS, i]:
                slots[FACTS, MIXED] = 1
            break


@kernel("int64[:,::1](int32[::1])")
def sort_rack(rack: Ints) -> Table:
    """The slots of a rack of tile codes: by descending points, then by letter."""
    slots = np.zeros((4, MOST_SLOTS + 1), np.int64)
    count = len(rack)
    for i in range(count):
        letter, points = rack[i] & TILE, rack[i] >> 8
        at = i
        while at > 0 and (
            slots[SLOT_POINTS, at - 1] < points
            or (slots[SLOT_POINTS, at - 1] == points and slots[SLOT_LETTER, at - 1] > letter)
        ):
            slots[SLOT_POINTS, at] = slots[SLOT_POINTS, at - 1]
            slots[SLOT_LETTER, at] = slots[SLOT_LETTER, at - 1]
            at -= 1
        slots[SLOT_POINTS, at] = points
        slots[SLOT_LETTER, at] = letter
    slots[FACTS, TILES] = count
    for i in range(count):
        _link(slots, i)
    if slots[FACTS, BLANKS] != 0:
        slots[FACTS, PLAYABLE] = (1 << 61) - 2
    return slots


VALUE_BITS = 24
"""In a table of leaves, the lowest bits of an entry hold the value and the others are bits of the hash."""


@kernel("int64(int64[::1], int64)", lean=True)
def find_place(entries: Longs, key: int) -> int:
    """The place of a leave, given by its hash, or the free place where it belongs."""
    size = len(entries)
    at = ((key & 0xFFFFFFFF) * size) >> 32
    while entries[at] != 0 and (entries[at] ^ key) >> VALUE_BITS != 0:
        at = at + 1 if at + 1 < size else 0
    return at


@kernel("void(int64[::1], int64[::1], int64[::1])")
def fill_leaves(keys: Longs, values: Longs, entries: Longs) -> None:
    """Write leaves, by hash and value in thousandths, to empty entries; there must be more entries than leaves."""
    for i in range(len(keys)):
        entry = (keys[i] >> VALUE_BITS) << VALUE_BITS
        entries[find_place(entries, keys[i])] = entry | (values[i] & ((1 << VALUE_BITS) - 1))


@kernel("int64[::1](int64[:,::1], int64[::1])")
def value_leaves(slots: Table, entries: Longs) -> Longs:
    """The value of keeping each subset of the slots, in thousandths, by bit set; 0 if it is not in the table."""
    count = slots[FACTS, TILES]
    hashes = np.zeros(1 << count, np.int64)
    values = np.zeros(1 << count, np.int64)
    unused = 64 - VALUE_BITS
    for i in range(count):
        for rest in range(1 << i):
            s = rest | 1 << i
            hashes[s] = hashes[rest] + HASHES[slots[SLOT_LETTER, i]]
            values[s] = (entries[find_place(entries, hashes[s])] << unused) >> unused
    return values


@kernel("int64[:,::1](int64[:,::1], int64[::1])")
def list_subsets(slots: Table, values: Longs) -> Table:
    """The subsets of a rack that plays can use; `values` are those of `value_leaves`, or empty for zeros.

    A subset is left out if it has a tile while a better one of that letter stays, since every play takes the best ones.
    No subsets are listed for a rack of more than `MAX_TILES` tiles.
    """
    count = slots[FACTS, TILES]
    if count > MAX_TILES:
        return np.zeros((BEST, 32), np.int64)
    total = 1 << count
    size = np.zeros(total, np.int8)
    hashes = np.zeros(total, np.int64)
    starts = np.zeros(32, np.int64)
    for i in range(count):
        letter = slots[SLOT_LETTER, i]
        addend = HASHES[letter] if letter != 0 else 0
        for rest in range(1 << i):
            s = rest | 1 << i
            hashes[s] = hashes[rest] + addend
            allowed = size[rest] >= 0 and slots[SLOT_PREVIOUS, i] & ~rest == 0
            size[s] = size[rest] + 1 if allowed else -1
            if allowed:
                starts[size[s] + 1] += 1
    for k in range(1, count + 2):
        starts[k + 1] += starts[k]
        starts[BEST_LEAVE + k] = NOTHING
    subsets = np.empty((BEST + count, max(total, 32)), np.int64)
    at = starts[:14].copy()
    for s in range(1, total):
        if size[s] > 0:
            place = at[size[s]]
            at[size[s]] += 1
            value = values[total - 1 - s] if len(values) != 0 else 0
            subsets[SUBSET, place], subsets[HASH, place], subsets[LEAVE, place] = s, hashes[s], value
            starts[BEST_LEAVE + size[s]] = max(starts[BEST_LEAVE + size[s]], value)
            rank = 0
            for i in range(count):
                if s >> i & 1 != 0:
                    subsets[BEST + rank, place] = slots[SLOT_POINTS, i]
                    rank += 1
    for i in range(32):
        subsets[SIZES, i] = starts[i]
    return subsets
