"""What the integers mean that kernels hand to each other.

Tile code, in racks and on boards: `letter + 64 * blank + 256 * points`, letter 1.. by the alphabet, 0 for a blank that
is not played yet; a free square is 0.

Variant: a header of int32, then a template of six sections. Each section holds all lines, rows first and then columns,
`STRIDE` integers a line, with a wall before and after the squares. Sections: LETTER (0 free, `WALL` for a wall or a
blocked square), LETTER_FACTOR, WORD_FACTOR, CROSS_FACTOR (what a tile's points count in the cross word, 0 without one),
EXTRA (points of the square and of the cross word's old tiles), POINTS (of the tile that lies there).

Masks: one int64 a square, same order. Bit l is set where letter l fits the cross word; on a tile only its own letter;
bit 0 where a play touches what lies there already, or the start of an empty board.

Record of a play: equity in thousandths, then two integers that sort plays of equal equity, then score. The first of
them holds direction (1 bit), row (6), column (6) and seven tiles of seven bits, `2 * letter + blank`; the second five
more tiles and, in 20 bits, the set of rack slots that the play uses. Rack slots are ordered by falling points. So
a play has at most `MAX_TILES` tiles; a rack may hold `MOST_SLOTS`, whose plays only the GADDAG finds if there are more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Table = NDArray[np.int64]

WIDTH, HEIGHT, LETTERS, RACK, STRIDE, LINES, START_COLUMN, START_ROW, BONUS = range(9)
"""Places in a variant's header; 21 bonuses by number of tiles follow from `BONUS`, starts are -1 for no condition."""
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
"""Tiles of a play, and of a rack whose subsets are listed; tiles of any rack."""

SLOTS_USED = (1 << MOST_SLOTS) - 1
"""The bits of a record's second key that hold the rack slots used; a rack of `MAX_TILES` has the lowest twelve."""

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
"""The hash of a multiset of letters is the sum of these, so that parts of a word add up without sorting."""
