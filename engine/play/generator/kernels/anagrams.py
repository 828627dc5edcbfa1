"""Filling slots from the word map: the subsets of the rack that make words with the letters on the board.

Slots with the same old letters and number of tiles, such as most slots beside other words, share a list of the subsets
that may make words. The words of a subset are looked up when they are first needed.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.fills import FITS, Filling, bound_of, open_slot, sort_weights, try_class
from engine.play.generator.kernels.layout import HASHES, LETTERS, NOTHING, STRIDE, THOUSAND, Ints, Longs, Table
from engine.play.generator.kernels.plays import FLOOR
from engine.play.generator.kernels.racks import (
    BEST_LEAVE,
    BLANKS,
    FACTS,
    HASH,
    LEAVE,
    SIZES,
    SLOT_LETTER,
    SUBSET,
    TILES,
)
from engine.play.generator.kernels.slots import line_of, start_of
from engine.play.generator.kernels.wordmap import find_words, may_hold

HEADS = 512
"""Places for lists, a power of two; at most half of them are used."""
THROUGH, FIRST, END, LEAST = range(4)
"""Columns of a head: old letters and number of tiles (0: no list), where its entries begin and end, the lowest leave.

Subsets whose leave is worth less than the lowest leave are not listed.
"""
SUBSET_PLACE, BLANK_LETTER, WORDS = range(3)
"""Columns of an entry: the place of a subset, the letter of its blank, and the place of its words in the word map.

The last is 0 until it is looked up, and -1 if there are no words. `TWO` instead of a letter means that the subset has
two blanks, whose letters are tried pair by pair.
"""
TWO = 63
KEY_BITS = (1 << 57) - 1
COUNT, USED = range(2)
"""Columns of the last head, which counts lists and entries."""


@kernel("int64[:,::1]()")
def new_heads() -> Table:
    """Heads without any lists."""
    return np.zeros((HEADS + 1, 4), np.int64)


@kernel("int64[:,::1](int32[::1], int64[:,::1])")
def new_entries(variant: Ints, subsets: Table) -> Table:
    """Room for entries: enough for any single list at least."""
    longest = 0
    for size in range(1, 13):
        longest = max(longest, subsets[SIZES, size + 1] - subsets[SIZES, size])
    return np.empty((max(longest * variant[LETTERS], 4096), 3), np.int64)


@kernel("int64(int64)", lean=True)
def _missing(blanks: int) -> int:
    """The number of blanks in a set of slots, counted up to 2."""
    if blanks == 0:
        return 0
    return 1 if blanks & (blanks - 1) == 0 else 2


@kernel("int64(Filling, int64, int64, int64, int64, int64)", lean=True)
def _write_list(filling: Filling, length: int, used: int, through: int, least: int, at: int) -> int:
    """Write a list's entries from place `at` on, for leaves worth `least` or more; return the place after them.

    The loops that read filters do not branch on what they read, so that the processor waits for many reads at once.
    """
    subsets, longs, ints = filling.subsets, filling.longs, filling.ints
    entries, found, blanks = filling.entries, filling.found, filling.rack[FACTS, BLANKS]
    good = 0
    for place in range(subsets[SIZES, used], subsets[SIZES, used + 1]):
        found[good] = place
        good += 1 if subsets[LEAVE, place] >= least else 0
    hits = 0
    for i in range(good):
        place = found[i]
        found[hits] = place
        missing = _missing(subsets[SUBSET, place] & blanks)
        hits += 1 if may_hold(longs, ints, length, missing, through + subsets[HASH, place]) else 0
    for i in range(hits):
        place = found[i]
        missing = _missing(subsets[SUBSET, place] & blanks)
        entries[at, SUBSET_PLACE] = place
        entries[at, WORDS] = 0
        entries[at, BLANK_LETTER] = TWO if missing == 2 else 0
        if missing != 1:
            at += 1
            continue
        key = through + subsets[HASH, place]
        for letter in range(1, filling.variant[LETTERS] + 1):
            entries[at, SUBSET_PLACE] = place
            entries[at, BLANK_LETTER] = letter
            entries[at, WORDS] = 0
            at += 1 if may_hold(longs, ints, length, 0, key + HASHES[letter]) else 0
    return at


@kernel("int64(Filling, int64, int64, int64, int64)", lean=True)
def _find_list(filling: Filling, length: int, used: int, through: int, least: int) -> int:
    """The head of the list for these old letters and this number of tiles; writes the list if there is none.

    It has the subsets whose leave is worth `least` or more. A list with too few subsets is written again with all.
    """
    heads, subsets = filling.heads, filling.subsets
    key = (through & KEY_BITS) << 4 | used
    head = (key ^ (key >> 20)) & (HEADS - 1)
    while heads[head, THROUGH] != 0:
        if heads[head, THROUGH] == key:
            if heads[head, LEAST] <= least:
                return head
            least = NOTHING
            break
        head = (head + 1) & (HEADS - 1)
    most = (subsets[SIZES, used + 1] - subsets[SIZES, used]) * filling.variant[LETTERS]
    if heads[HEADS, COUNT] >= HEADS // 2 or heads[HEADS, USED] + most >= filling.entries.shape[0]:
        for i in range(HEADS):
            heads[i, THROUGH] = 0
        heads[HEADS, COUNT], heads[HEADS, USED] = 0, 0
    heads[HEADS, COUNT] += 1
    first = heads[HEADS, USED]
    end = _write_list(filling, length, used, through, least, first)
    heads[head, THROUGH], heads[head, FIRST], heads[head, END], heads[head, LEAST] = key, first, end, least
    heads[HEADS, USED] = end
    return head


@kernel("int64(int64[::1], int32[::1], int64, int64, int64, int64[:,::1], int64[:,::1])", lean=True)
def _limit_slot(masks: Longs, cells: Ints, base: int, length: int, letters: int, rack: Table, work: Table) -> int:
    """Write the rack slots that fit each square of a slot that not all letters fit; return their number."""
    limited, every = 0, (1 << (letters + 1)) - 1
    for i in range(base, base + length):
        if cells[i] == 0 and masks[i] | 1 != every:
            fits = rack[FACTS, BLANKS]
            mask = masks[i] & ~1
            for slot in range(rack[FACTS, TILES]):
                fits |= ((mask >> rack[SLOT_LETTER, slot]) & 1) << slot
            work[FITS, limited] = fits
            limited += 1
    return limited


@kernel("boolean(int64, int64, int64[:,::1])", lean=True)
def _fits(subset: int, limited: int, work: Table) -> bool:
    """Whether a subset has a tile for each square with a cross-set."""
    fits = True
    for i in range(limited):
        fits &= subset & work[FITS, i] != 0
    return fits


@kernel("void(Filling, int64, int64, int64, int64)", lean=True)
def _try_two(filling: Filling, length: int, key: int, subset: int, leave: int) -> None:
    """Keep the plays of a subset with two blanks."""
    longs, ints, letters = filling.longs, filling.ints, filling.variant[LETTERS]
    for one in range(1, letters + 1):
        if may_hold(longs, ints, length, 1, key + HASHES[one]):
            for other in range(one, letters + 1):
                value = find_words(longs, ints, length, key + HASHES[one] + HASHES[other])
                if value >= 0:
                    try_class(filling, value, subset, leave, one, other)


@kernel("void(Filling, int64, int64, int64)", lean=True)
def search_slot(filling: Filling, where: int, through: int, bound: int) -> None:
    """Keep the plays of one slot, with at most two blanks on the rack; `bound` is an upper bound on their equity."""
    variant, subsets, work, state = filling.variant, filling.subsets, filling.work, filling.state
    heads, entries = filling.heads, filling.entries
    used, start = where & 255, start_of(where >> 16)
    length = ((where >> 8) & 255) - start
    least = max(NOTHING, state[FLOOR] - (bound - subsets[SIZES, BEST_LEAVE + used]))
    head = _find_list(filling, length, used, through, least)
    if heads[head, FIRST] == heads[head, END]:
        return
    base = line_of(variant, where >> 16) * variant[STRIDE] + start
    limited = _limit_slot(filling.masks, filling.cells, base, length, variant[LETTERS], filling.rack, work)
    opened = False
    for i in range(heads[head, FIRST], heads[head, END]):
        place = entries[i, SUBSET_PLACE]
        subset, leave = subsets[SUBSET, place], subsets[LEAVE, place]
        if entries[i, WORDS] < 0 or not _fits(subset, limited, work):
            continue
        if not opened:
            open_slot(variant, filling.cells, where, work)
            sort_weights(work)
            opened = True
        if bound_of(subsets, place, used, work) * THOUSAND + leave < state[FLOOR]:
            continue
        key, letter = through + subsets[HASH, place], entries[i, BLANK_LETTER]
        if letter == TWO:
            _try_two(filling, length, key, subset, leave)
            continue
        if entries[i, WORDS] == 0:
            hashed = key + (HASHES[letter] if letter != 0 else 0)
            entries[i, WORDS] = find_words(filling.longs, filling.ints, length, hashed)
        if entries[i, WORDS] > 0:
            try_class(filling, entries[i, WORDS], subset, leave, letter, 0)
