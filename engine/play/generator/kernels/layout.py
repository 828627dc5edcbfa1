"""The meaning of the integers that kernels pass to each other.

Tile code, on racks and boards: `letter + 64 * blank + 256 * points`. Letters are numbered from 1 in the order of the
alphabet; 0 is a blank not yet played. A free square is 0.

Variant: a header of int32, then a template of six sections. Each section holds all lines, rows first and then columns,
`STRIDE` integers a line, with a wall before and after the squares. Sections: LETTER (0 free, `WALL` for a wall or a
blocked square), LETTER_FACTOR, WORD_FACTOR, CROSS_FACTOR (the factor of a tile's points in the cross word, 0 without
one), EXTRA (points for the square itself and for the old tiles of the cross word), POINTS (of the tile on the square).

Masks: one int64 for each square, in the same order. Bit l is set if letter l fits the cross word and some word has it
before the tiles that follow in the line; on a tile, only the bit of its own letter. Bit 0 is set on a tile, on a square
with a cross word and on the start of an empty board, where a play connects.

Record of a play: equity in thousandths, then two integers that sort plays of equal equity, then score. The first of
them holds direction (1 bit), row (6), column (6) and seven tiles of seven bits, `2 * letter + blank`; the second five
more tiles and, in 20 bits, the set of rack slots that the play uses. Rack slots are ordered by descending points. A
play has at most `MAX_TILES` tiles, a rack at most `MOST_SLOTS`; with more than `MAX_TILES` tiles on the rack, only the
GADDAG finds its plays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Table = NDArray[np.int64]

WIDTH, HEIGHT, LETTERS, RACK, STRIDE, LINES, START_COLUMN, START_ROW, BONUS = range(9)
"""Places in a variant's header. 21 bonuses, by number of tiles, begin at `BONUS`; a start of -1 means anywhere."""
HEADER = 32

LETTER, LETTER_FACTOR, WORD_FACTOR, CROSS_FACTOR, EXTRA, POINTS = range(6)
SECTIONS = 6

WALL = 63
BLANK = 64
TILE = 63
ARC = (1 << 24) - 1
LAST = 64
ACCEPTS = 128

THOUSAND = 1000
"""Equities are counted in thousandths of a point."""

MAX_TILES, MOST_SLOTS = 12, 20
"""The most tiles in a play, and on a rack whose subsets are listed; the most tiles on any rack."""

SLOTS_USED = (1 << MOST_SLOTS) - 1
"""The bits of a record's second key for the rack slots used; a rack of `MAX_TILES` tiles needs the lowest twelve."""

EQUITY, KEY, KEY_2, SCORE = range(4)
FIELDS = 4

NOTHING = -(1 << 62)
"""Less than any equity."""


def _letter_hashes() -> Longs:
    """A number of 57 bits for a blank and each letter (splitmix64); sums of 31 of them stay below the sign bit."""
    state, numbers = 0x7469_6C65_7772_6967, []
    for _ in range(64):
        state = (state + 0x9E37_79B9_7F4A_7C15) % 2**64
        mixed = (state ^ (state >> 30)) * 0xBF58_476D_1CE4_E5B9 % 2**64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB % 2**64
        numbers.append((mixed ^ (mixed >> 31)) >> 7)
    return np.array(numbers, np.int64)


HASHES = _letter_hashes()
"""The hash of a multiset of letters is the sum of these, so hashes of parts of a word add up without sorting."""
