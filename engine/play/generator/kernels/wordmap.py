"""The word map: which multisets of letters make words, and which words.

Keys are sums of letter hashes (`HASHES`). Every part is divided by word length: consecutive lookups are mostly for one
length, so they read memory that is close together.

ints: eight numbers for each length from 0 to 31: the place and size of three filters and of a table, all in longs.
longs: the filters, whose bits stand for multisets that make a word, that make one with one more letter, and with two
more; the tables of pairs of a key and its only word, or the place and number of its words; and these words. A word is
packed, ten letters of six bits to a number; a word of more than ten letters is never in the table itself.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import ACCEPTS, ARC, HASHES, LAST, TILE, Bytes, Ints, Longs

FIELDS = 8
TABLE = 6
"""The place of the table's two numbers among those of a length; those of filter n are at `2 * n`."""
LONGEST = 31
PACKED = 10
"""Letters packed into one number."""
MANY = 1 << 62
"""Marks a value in a table that gives the place of the words (from bit 16 on) and their number (below)."""
SPARE = 64
"""Pairs after the end of a table, for keys that overflow it."""
LOW = (1 << 32) - 1
FIRST_BIT, SECOND_BIT = 33, 45
"""Two bits in one number of a filter stand for a key; the six bits of the key from each of these on say which."""

_ONE = np.int64(1)


@kernel("boolean(int64[::1], int32[::1], int64, int64, int64)", lean=True)
def may_hold(longs: Longs, ints: Ints, length: int, missing: int, key: int) -> bool:
    """Whether the letters may make a word of that length with `missing` (0 to 2) more; if False, they certainly do not.

    A True may be wrong.
    """
    at = FIELDS * length + 2 * missing
    found = longs[ints[at] + (((key & LOW) * ints[at + 1]) >> 32)]
    return bool((found >> ((key >> FIRST_BIT) & 63)) & (found >> ((key >> SECOND_BIT) & 63)) & 1)


@kernel("int64(int64[::1], int32[::1], int64, int64)", lean=True)
def find_words(longs: Longs, ints: Ints, length: int, key: int) -> int:
    """The place of a key's value, -1 if there are no words of these letters."""
    if not may_hold(longs, ints, length, 0, key):
        return -1
    at = ints[FIELDS * length + TABLE] + 2 * (((key & LOW) * ints[FIELDS * length + TABLE + 1]) >> 32)
    while longs[at] != key:
        if longs[at] == 0:
            return -1
        at += 2
    return int(at) + 1


@kernel("int64(int32[::1], int64, uint8[:,::1])")
def list_words(nodes: Ints, longest: int, words: Bytes) -> int:
    """Write the words of a graph with at most `longest` letters, zero-padded; return their number.

    Words for which there is no room are only counted.
    """
    stack = np.zeros(LONGEST + 1, np.int64)
    letters = np.zeros(LONGEST + 1, np.uint8)
    count, depth = 0, 0
    stack[0] = (nodes[0] >> 8) & ARC
    if stack[0] == 0:
        return 0
    while depth >= 0:
        node = nodes[stack[depth]]
        letters[depth] = node & TILE
        if node & ACCEPTS != 0:
            if count < words.shape[0]:
                for i in range(depth + 1):
                    words[count, i] = letters[i]
            count += 1
        arc = (node >> 8) & ARC
        if arc != 0 and depth + 1 < longest:
            depth += 1
            stack[depth] = arc
            continue
        while depth >= 0 and nodes[stack[depth]] & LAST != 0:
            depth -= 1
        if depth >= 0:
            stack[depth] += 1
    return count


@kernel("void(uint8[:,::1], int64[::1], int64[::1])", lean=True)
def hash_words(words: Bytes, keys: Longs, lengths: Longs) -> None:
    """Write the key and the length of each word."""
    for w in range(words.shape[0]):
        key, length = 0, 0
        while length < words.shape[1] and words[w, length] != 0:
            key += HASHES[words[w, length]]
            length += 1
        keys[w] = key
        lengths[w] = length


@kernel("void(int64[::1], int32[::1], int64, int64, int64)", lean=True)
def _set(longs: Longs, ints: Ints, length: int, missing: int, key: int) -> None:
    at = FIELDS * length + 2 * missing
    place = ints[at] + (((key & LOW) * ints[at + 1]) >> 32)
    longs[place] |= (_ONE << ((key >> FIRST_BIT) & 63)) | (_ONE << ((key >> SECOND_BIT) & 63))


@kernel("void(uint8[:,::1], int64[::1], int32[::1], int64, int64, int64)", lean=True)
def _mark(words: Bytes, longs: Longs, ints: Ints, w: int, length: int, key: int) -> None:
    _set(longs, ints, length, 0, key)
    for i in range(length):
        less = key - HASHES[words[w, i]]
        _set(longs, ints, length, 1, less)
        for j in range(i + 1, length):
            _set(longs, ints, length, 2, less - HASHES[words[w, j]])


@kernel("int64(uint8[:,::1], int64, int64, int64[::1], int64)", lean=True)
def _pack(words: Bytes, w: int, length: int, longs: Longs, at: int) -> int:
    """Packs a word at a place; returns the place after it."""
    for start in range(0, length, PACKED):
        packed = np.int64(0)
        for j in range(start, min(start + PACKED, length)):
            packed |= np.int64(words[w, j]) << (6 * (j - start))
        longs[at] = packed
        at += 1
    return at


@kernel("int64(uint8[:,::1], int64[::1], int64[::1], int64[::1], int64, int64[::1], int32[::1])", lean=True)
def fill_map(words: Bytes, keys: Longs, lengths: Longs, order: Longs, spot: int, longs: Longs, ints: Ints) -> int:
    """Fill the map with words, given in order of length and key. Words outside the tables begin at `spot`.

    `ints` must be complete and `longs` zero. Returns the place after the last word, or -1 if a table overflows.
    """
    start = 0
    while start < len(order):
        key, length = keys[order[start]], lengths[order[start]]
        end = start
        while end < len(order) and keys[order[end]] == key:
            end += 1
        _mark(words, longs, ints, order[start], length, key)
        table, size = ints[FIELDS * length + TABLE], ints[FIELDS * length + TABLE + 1]
        at = table + 2 * (((key & LOW) * size) >> 32)
        while longs[at] != 0:
            at += 2
        if at >= table + 2 * (size + SPARE - 1):
            return -1
        longs[at] = key
        if end - start == 1 and length <= PACKED:
            _pack(words, order[start], length, longs, at + 1)
        else:
            longs[at + 1] = MANY | (spot << 16) | (end - start)
            for i in range(start, end):
                spot = _pack(words, order[i], length, longs, spot)
        start = end
    return spot
