"""The turn of a player that does not look ahead: its best play, placed on the board, and its best exchange.

A player that misjudges plays adds a normally distributed number to the value of each. As in `computer.luck`, a keyed
hash (BLAKE2b, 16 bytes) of what the number is for is turned into a quantile; the results here agree to the last bit.
"""

from __future__ import annotations

import math

import numpy as np

from engine.computer.kernels.assessing import Floats
from engine.computer.kernels.games import best_kept
from engine.computer.kernels.replies import Tools, best_of, hand_of
from engine.jit import kernel
from engine.play.generator.kernels.layout import (
    EQUITY,
    FIELDS,
    KEY,
    KEY_2,
    LINES,
    SECTIONS,
    STRIDE,
    THOUSAND,
    Bytes,
    Ints,
    Longs,
    Table,
)
from engine.play.generator.kernels.lines import prepare
from engine.play.generator.kernels.racks import FACTS, TILES, sort_rack, value_leaves
from engine.play.generator.kernels.selfplay import lay_prepared

PLAY, EXCHANGE = range(2)
"""Rows of a turn: the record of the best play; facts about the best exchange."""

WORTH, KEPT, ALIKE = range(3)
"""Facts about an exchange: the value of the tiles kept, in thousandths; their slots; how many sets are equal."""

FIRST = np.array(
    [
        7640891576956012808,
        -4942790177534073029,
        4354685564936845355,
        -6534734903238641935,
        5840696475078001361,
        -7276294671716946913,
        2270897969802886507,
        6620516959819538809,
    ],
    np.int64,
)
"""The initialisation vector of BLAKE2b (RFC 7693)."""

ORDER = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ],
    np.int64,
)
"""The order in which each round takes the words of a block; the last two of the 12 rounds repeat the first two."""

BLOCK, SIZE = 128, 16
"""Bytes in a block; bytes in a key and in a hash."""

PREFIX = np.frombuffer(b"('value', ", np.uint8).copy()
"""The start of the hashed text, the `repr` of a tuple."""


@kernel("int64(int64, int64)", lean=True)
def _rotate(number: int, by: int) -> int:
    """A number with its bits rotated to the right."""
    return ((number >> by) & ((1 << (64 - by)) - 1)) | (number << (64 - by))


@kernel("void(int64[::1], int64, int64, int64, int64, int64, int64)", lean=True)
def _mix(v: Longs, a: int, b: int, c: int, d: int, x: int, y: int) -> None:
    v[a] += v[b] + x
    v[d] = _rotate(v[d] ^ v[a], 32)
    v[c] += v[d]
    v[b] = _rotate(v[b] ^ v[c], 24)
    v[a] += v[b] + y
    v[d] = _rotate(v[d] ^ v[a], 16)
    v[c] += v[d]
    v[b] = _rotate(v[b] ^ v[c], 63)


@kernel("void(int64[::1], int64[::1], int64[::1], int64, boolean)")
def compress(state: Longs, block: Longs, work: Longs, length: int, last: bool) -> None:
    """Adds a block to the state of a hash; `length` is the number of bytes so far, including the block's."""
    for i in range(8):
        work[i], work[i + 8] = state[i], FIRST[i]
    work[12] ^= length
    if last:
        work[14] = ~work[14]
    for turn in range(12):
        order = ORDER[turn % 10]
        for i in range(4):
            _mix(work, i, i + 4, i + 8, i + 12, block[order[2 * i]], block[order[2 * i + 1]])
        for i in range(4):
            b, c, d = 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4
            _mix(work, i, b, c, d, block[order[8 + 2 * i]], block[order[9 + 2 * i]])
    for i in range(8):
        state[i] ^= work[i] ^ work[i + 8]


@kernel("int64(uint8[::1], int64, int64)")
def write_number(text: Bytes, at: int, number: int) -> int:
    """Writes a number of 0 or more in decimal digits; returns the place after it."""
    digits, rest = 1, number // 10
    while rest > 0:
        digits, rest = digits + 1, rest // 10
    for i in range(at + digits - 1, at - 1, -1):
        text[i] = 48 + number % 10
        number //= 10
    return at + digits


@kernel("float64(float64)")
def quantile(share: float) -> float:
    """The inverse of the normal distribution function (Wichura's algorithm AS 241), as in Python's `statistics`."""
    q = share - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        above = (
            (((((((2.5090809287301226727e3 * r + 3.3430575583588128105e4) * r + 6.7265770927008700853e4) * r
            + 4.5921953931549871457e4) * r + 1.3731693765509461125e4) * r + 1.9715909503065514427e3) * r
            + 1.3314166789178437745e2) * r + 3.3871328727963666080e0) * q
        )  # fmt: skip
        below = (
            ((((((5.2264952788528545610e3 * r + 2.8729085735721942674e4) * r + 3.9307895800092710610e4) * r
            + 2.1213794301586595867e4) * r + 5.3941960214247511077e3) * r + 6.8718700749205790830e2) * r
            + 4.2313330701600911252e1) * r + 1.0
        )  # fmt: skip
        return above / below
    r = share if q <= 0.0 else 1.0 - share
    r = math.sqrt(-math.log(r))
    if r <= 5.0:
        r = r - 1.6
        above = (
            ((((((7.74545014278341407640e-4 * r + 2.27238449892691845833e-2) * r + 2.41780725177450611770e-1) * r
            + 1.27045825245236838258e0) * r + 3.64784832476320460504e0) * r + 5.76949722146069140550e0) * r
            + 4.63033784615654529590e0) * r + 1.42343711074968357734e0
        )  # fmt: skip
        below = (
            ((((((1.05075007164441684324e-9 * r + 5.47593808499534494600e-4) * r + 1.51986665636164571966e-2) * r
            + 1.48103976427480074590e-1) * r + 6.89767334985100004550e-1) * r + 1.67638483018380384940e0) * r
            + 2.05319162663775882187e0) * r + 1.0
        )  # fmt: skip
    else:
        r = r - 5.0
        above = (
            ((((((2.01033439929228813265e-7 * r + 2.71155556874348757815e-5) * r + 1.24266094738807843860e-3) * r
            + 2.65321895265761230930e-2) * r + 2.96560571828504891230e-1) * r + 1.78482653991729133580e0) * r
            + 5.46378491116411436990e0) * r + 6.65790464350110377720e0
        )  # fmt: skip
        below = (
            ((((((2.04426310338993978564e-15 * r + 1.42151175831644588870e-7) * r + 1.84631831751005468180e-5) * r
            + 7.86869131145613259100e-4) * r + 1.48753612908506148525e-2) * r + 1.36929880922735805310e-1) * r
            + 5.99832206555887937690e-1) * r + 1.0
        )  # fmt: skip
    x = above / below
    return -x if q < 0.0 else x


@kernel("float64[::1](int64[:,::1], int64[::1])")
def bells(plays: Table, seed: Longs) -> Floats:
    """The normally distributed number that belongs to each play; `seed` is that of `luck`, as two words."""
    drawn, work = np.empty(plays.shape[0], np.float64), np.empty(16, np.int64)
    keyed, state, block = FIRST.copy(), np.empty(8, np.int64), np.zeros(16, np.int64)
    keyed[0] ^= 0x01010000 ^ (SIZE << 8) ^ SIZE
    block[0], block[1] = seed[0], seed[1]
    compress(keyed, block, work, BLOCK, False)
    text = np.zeros(BLOCK, np.uint8)
    for i in range(len(PREFIX)):
        text[i] = PREFIX[i]
    for number in range(plays.shape[0]):
        at = write_number(text, len(PREFIX), plays[number, KEY])
        text[at], text[at + 1] = 44, 32
        at = write_number(text, at + 2, plays[number, KEY_2])
        text[at] = 41
        for i in range(at + 1, BLOCK):
            text[i] = 0
        for word in range(16):
            block[word] = 0
            for i in range(8):
                block[word] |= np.int64(text[8 * word + i]) << (8 * i)
        for i in range(8):
            state[i] = keyed[i]
        compress(state, block, work, BLOCK + at + 1, True)
        chance = 0
        for i in range(7):
            chance = chance << 8 | (state[0] >> (8 * i)) & 255
        drawn[number] = quantile((chance / 72057594037927936.0 + 2.0**-57) / (1.0 + 2.0**-56))
    return drawn


@kernel("void(int64[:,::1], int64[::1], int64)")
def _find_exchange(found: Table, values: Longs, tiles: int) -> None:
    """Writes the facts about the best exchange; `values` is the value of keeping each set of slots."""
    best = best_kept(values, tiles)
    alike = 0
    for kept in range((1 << tiles) - 1):
        alike += 1 if values[kept] == values[best] else 0
    found[EXCHANGE, WORTH], found[EXCHANGE, KEPT], found[EXCHANGE, ALIKE] = values[best], best, alike


@kernel("int64[:,::1](Tools, int32[::1], int32[::1], boolean, int64, float64, int64[::1], int32[::1])")
def find_turn(
    tools: Tools, board: Ints, rack: Ints, keeps: bool, limit: int, noise: float, seed: Longs, laid: Ints
) -> Table:
    """A seat's best play and exchange while there are tiles to draw: see `PLAY`. An extra column is -1 without a play.

    `keeps` says whether the leave counts in the equity of a play. Of the best `limit` plays, the seat takes the one
    whose equity plus `noise` times a number of `bells` is highest. The play is placed on `laid`, a copy of the board.
    """
    variant = tools.variant
    size = variant[LINES] * variant[STRIDE]
    masks, cells = np.empty(size, np.int64), np.empty(SECTIONS * size, np.int32)
    prepare(variant, tools.nodes, board, masks, cells)
    slots = sort_rack(rack)
    values = value_leaves(slots, tools.leaves)
    hand = hand_of(variant, slots, values if keeps else np.zeros(len(values), np.int64))
    plays = best_of(tools, masks, cells, hand, np.empty(0, np.uint8), hand.subsets[:0], limit)
    found = np.zeros((2, FIELDS + 1), np.int64)
    _find_exchange(found, values, slots[FACTS, TILES])
    if plays.shape[0] == 0:
        found[PLAY, FIELDS] = -1
        return found
    best = 0
    if noise != 0.0:
        drawn = bells(plays, seed)
        for i in range(plays.shape[0]):
            drawn[i] = plays[i, EQUITY] / THOUSAND + noise * drawn[i]
            if drawn[i] > drawn[best]:
                best = i
    lay_prepared(variant, cells, laid, slots, plays, best)
    for field in range(FIELDS):
        found[PLAY, field] = plays[best, field]
    return found
