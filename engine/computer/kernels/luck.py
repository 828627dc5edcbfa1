"""The draws of `computer.luck`: a keyed hash (BLAKE2b, 16 bytes) of what a draw is for, as a number.

What a draw is for is hashed as its `repr` in Python; the results agree to the last bit.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import bundle, kernel
from engine.play.generator.kernels.layout import KEY, KEY_2, Bytes, Longs, Table

Floats = NDArray[np.float64]
State = tuple[int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int]

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

BLOCK, SIZE = 128, 16
"""Bytes in a block; bytes in a hash."""

DIGITS, LONGEST = 20, 64
"""The most digits of a number; no text is longer, so the second half of a block is always zeros."""

PLACE, VALUE, TURN = range(3)
PREFIXES = np.array([list(text.ljust(16, b"\0")) for text in (b"('place', ", b"('value', ", b"(")], np.uint8)
"""How the texts of draws begin, ended by zeros: those of tuples in Python."""


@bundle("uint8[::1], int64[::1], int64[::1]")
class Paper(NamedTuple):
    """Room to hash a text of one block: its bytes, the same bytes as words, and the state of the hash."""

    text: Bytes
    words: Longs
    state: Longs


@kernel("Paper()")
def new_paper() -> Paper:
    """Room for hashes."""
    text = np.zeros(BLOCK, np.uint8)
    return Paper(text, text.view(np.int64), np.zeros(8, np.int64))


@kernel("int64(int64, int64)", lean=True)
def _rotate(number: int, by: int) -> int:
    """A number with its bits rotated to the right."""
    return ((number >> by) & ((1 << (64 - by)) - 1)) | (number << (64 - by))


@kernel("UniTuple(int64, 4)(int64, int64, int64, int64, int64, int64)", lean=True)
def _mix(a: int, b: int, c: int, d: int, x: int, y: int) -> tuple[int, int, int, int]:
    a = a + b + x
    d = _rotate(d ^ a, 32)
    c = c + d
    b = _rotate(b ^ c, 24)
    a = a + b + y
    d = _rotate(d ^ a, 16)
    c = c + d
    b = _rotate(b ^ c, 63)
    return a, b, c, d


@kernel(
    "UniTuple(int64, 16)(UniTuple(int64, 16), int64, int64, int64, int64, int64, int64, int64, int64, int64, int64,"
    " int64, int64, int64, int64, int64, int64)",
    lean=True,
)
def _round(
    v: State, m0: int, m1: int, m2: int, m3: int, m4: int, m5: int, m6: int, m7: int, m8: int, m9: int, m10: int,
    m11: int, m12: int, m13: int, m14: int, m15: int,
) -> State:  # fmt: skip
    """One of the 12 rounds, with the words of a block in its order."""
    v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15 = v
    v0, v4, v8, v12 = _mix(v0, v4, v8, v12, m0, m1)
    v1, v5, v9, v13 = _mix(v1, v5, v9, v13, m2, m3)
    v2, v6, v10, v14 = _mix(v2, v6, v10, v14, m4, m5)
    v3, v7, v11, v15 = _mix(v3, v7, v11, v15, m6, m7)
    v0, v5, v10, v15 = _mix(v0, v5, v10, v15, m8, m9)
    v1, v6, v11, v12 = _mix(v1, v6, v11, v12, m10, m11)
    v2, v7, v8, v13 = _mix(v2, v7, v8, v13, m12, m13)
    v3, v4, v9, v14 = _mix(v3, v4, v9, v14, m14, m15)
    return v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15


@kernel("void(int64[::1], int64[::1], int64, boolean)")
def compress(state: Longs, block: Longs, length: int, last: bool) -> None:
    """Adds a block, whose second half is zeros, to the state of a hash; `length` is the number of bytes so far.

    That includes the block's. The order of words is written out: a table of it would be read 192 times.
    """
    m0, m1, m2, m3, m4, m5, m6, m7 = (
        block[0], block[1], block[2], block[3], block[4], block[5], block[6], block[7],
    )  # fmt: skip
    v = (
        state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7],
        FIRST[0], FIRST[1], FIRST[2], FIRST[3], FIRST[4] ^ length, FIRST[5], ~FIRST[6] if last else FIRST[6], FIRST[7],
    )  # fmt: skip
    v = _round(v, m0, m1, m2, m3, m4, m5, m6, m7, 0, 0, 0, 0, 0, 0, 0, 0)
    v = _round(v, 0, 0, m4, 0, 0, 0, 0, m6, m1, 0, m0, m2, 0, m7, m5, m3)
    v = _round(v, 0, 0, 0, m0, m5, m2, 0, 0, 0, 0, m3, m6, m7, m1, 0, m4)
    v = _round(v, m7, 0, m3, m1, 0, 0, 0, 0, m2, m6, m5, 0, m4, m0, 0, 0)
    v = _round(v, 0, m0, m5, m7, m2, m4, 0, 0, 0, m1, 0, 0, m6, 0, m3, 0)
    v = _round(v, m2, 0, m6, 0, m0, 0, 0, m3, m4, 0, m7, m5, 0, 0, m1, 0)
    v = _round(v, 0, m5, m1, 0, 0, 0, m4, 0, m0, m7, m6, m3, 0, m2, 0, 0)
    v = _round(v, 0, 0, m7, 0, 0, m1, m3, 0, m5, m0, 0, m4, 0, m6, m2, 0)
    v = _round(v, m6, 0, 0, 0, 0, m3, m0, 0, 0, m2, 0, m7, m1, m4, 0, m5)
    v = _round(v, 0, m2, 0, m4, m7, m6, m1, m5, 0, 0, 0, 0, m3, 0, 0, m0)
    v = _round(v, m0, m1, m2, m3, m4, m5, m6, m7, 0, 0, 0, 0, 0, 0, 0, 0)
    v = _round(v, 0, 0, m4, 0, 0, 0, 0, m6, m1, 0, m0, m2, 0, m7, m5, m3)
    for i in range(8):
        state[i] ^= v[i] ^ v[i + 8]


@kernel("int64[::1](int64, int64, int64)")
def take_key(first: int, second: int, size: int) -> Longs:
    """The state of a hash after its key: two words, of which `size` bytes count."""
    state, block = FIRST.copy(), np.zeros(16, np.int64)
    state[0] ^= 0x01010000 ^ (size << 8) ^ SIZE
    block[0], block[1] = first, second
    compress(state, block, BLOCK, False)
    return state


@kernel("int64(uint8[::1], int64, int64)", lean=True)
def write_number(text: Bytes, at: int, number: int) -> int:
    """Writes a number of 0 or more in decimal digits; returns the place after it, which may hold old digits."""
    first = at + DIGITS
    while number >= 10:
        first -= 2
        pair, number = number % 100, number // 100
        text[first], text[first + 1] = 48 + pair // 10, 48 + pair % 10
    if number > 0 or first == at + DIGITS:
        first -= 1
        text[first] = 48 + number
    for i in range(first, at + DIGITS):
        text[at + i - first] = text[i]
    return at + at + DIGITS - first


@kernel("void(int64[::1], int64, int64, int64, Paper)")
def hash_fact(keyed: Longs, what: int, fact: int, other: int, paper: Paper) -> None:
    """Hashes what a draw is for, after a key: a place, value or turn, a number, and another one if not negative."""
    text, state, at = paper.text, paper.state, 0
    while PREFIXES[what, at] != 0:
        text[at] = PREFIXES[what, at]
        at += 1
    at = write_number(text, at, fact)
    if other >= 0:
        text[at], text[at + 1] = 44, 32
        at = write_number(text, at + 2, other)
    elif what == TURN:
        # a tuple of one ends with a comma
        text[at] = 44
        at += 1
    text[at] = 41
    for i in range(at + 1, LONGEST):
        text[i] = 0
    for i in range(8):
        state[i] = keyed[i]
    compress(state, paper.words, BLOCK + at + 1, True)


@kernel("float64(int64[::1])", lean=True)
def chance_of(state: Longs) -> float:
    """The number from 0 up to 1 that a hash stands for."""
    number = 0
    for i in range(7):
        number = number << 8 | (state[0] >> (8 * i)) & 255
    return number / 72057594037927936.0


@kernel("int64(int64[::1], int64, int64, Paper)")
def pick_place(keyed: Longs, count: int, change: int, paper: Paper) -> int:
    """Which of so many places a tile goes to that changes a bag."""
    hash_fact(keyed, PLACE, change, -1, paper)
    return int(chance_of(paper.state) * count)


@kernel("int64[::1](int64, int64, int64, Paper)")
def key_of_turn(first: int, second: int, turn: int, paper: Paper) -> Longs:
    """The state of a hash after the key of a turn; the first two numbers are the key of the seat."""
    hash_fact(take_key(first, second, SIZE), TURN, turn, -1, paper)
    return take_key(paper.state[0], paper.state[1], SIZE)


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


@kernel("float64[::1](int64[:,::1], int64[::1], Paper)")
def bells(plays: Table, keyed: Longs, paper: Paper) -> Floats:
    """The normally distributed number that belongs to each play."""
    drawn = np.empty(plays.shape[0], np.float64)
    for number in range(plays.shape[0]):
        hash_fact(keyed, VALUE, plays[number, KEY], plays[number, KEY_2], paper)
        drawn[number] = quantile((chance_of(paper.state) + 2.0**-57) / (1.0 + 2.0**-56))
    return drawn


@kernel("float64[::1](int64[:,::1], int64[::1])")
def draw_bells(plays: Table, seed: Longs) -> Floats:
    """The numbers of plays by the two words of a turn's key."""
    return bells(plays, take_key(seed[0], seed[1], SIZE), new_paper())
