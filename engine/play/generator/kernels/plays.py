"""Records of plays: packing, keeping the best, sorting."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, FIELDS, KEY, KEY_2, NOTHING, SCORE, Longs, Table

COUNT, LIMIT, FLOOR, FLOOR_PLACE, STEPS = range(5)
"""The state of a collection: plays so far, the number to keep (0: all), the floor in two numbers, the steps left.

A further play is kept only if its equity reaches the floor; if the two are equal, its place (direction, row, column)
must not come after that of the floor. A step is one attempt of a walk to place a tile; the number of steps is limited
so that every search ends, whatever the board, rack and words.
"""
STATE = 5
MOST_STEPS = 100_000_000
MOST_PLAYS = 1_000_000
"""The number of plays after which a walk ends if all are wanted."""

LAST_PLACE = 1 << 13
RUN = 8


@kernel("int64[::1](int64)")
def new_state(limit: int) -> Longs:
    """The state of an empty collection."""
    state = np.zeros(STATE, np.int64)
    state[LIMIT] = limit
    state[FLOOR] = NOTHING
    state[FLOOR_PLACE] = LAST_PLACE
    state[STEPS] = MOST_STEPS
    return state


@kernel("boolean(int64[:,::1], int64, int64, int64, int64)", lean=True)
def comes_before(out: Table, at: int, equity: int, key: int, key_2: int) -> bool:
    """Whether a play comes before the one at a place: by higher equity, then by lower keys."""
    if equity != out[at, EQUITY]:
        return bool(equity > out[at, EQUITY])
    if key != out[at, KEY]:
        return bool(key < out[at, KEY])
    return bool(key_2 < out[at, KEY_2])


@kernel("void(int64[:,::1], int64[::1], int64, int64, int64, int64)", lean=True)
def keep(out: Table, state: Longs, equity: int, key: int, key_2: int, score: int) -> None:
    """Add a play: at the end if all are wanted (only counted if `out` is full), else in its place."""
    at = state[COUNT]
    limit = state[LIMIT]
    if limit == 0:
        state[COUNT] = at + 1
        if at < out.shape[0]:
            out[at, EQUITY] = equity
            out[at, KEY] = key
            out[at, KEY_2] = key_2
            out[at, SCORE] = score
        return
    if at == limit:
        if not comes_before(out, limit - 1, equity, key, key_2):
            return
        at = limit - 1
    else:
        state[COUNT] = at + 1
    while at > 0 and comes_before(out, at - 1, equity, key, key_2):
        for field in range(FIELDS):
            out[at, field] = out[at - 1, field]
        at -= 1
    out[at, EQUITY] = equity
    out[at, KEY] = key
    out[at, KEY_2] = key_2
    out[at, SCORE] = score
    if state[COUNT] == limit:
        state[FLOOR] = out[limit - 1, EQUITY]
        state[FLOOR_PLACE] = out[limit - 1, KEY] >> 49


@kernel("boolean(int64[:,::1], int64, int64, int64, int64)", lean=True)
def _before(plays: Table, key: int, one: int, other_key: int, other: int) -> bool:
    """Whether play `one` comes before play `other`, by their sort keys or, if those are equal, by their records."""
    if key != other_key:
        return key < other_key
    return comes_before(plays, other, plays[one, EQUITY], plays[one, KEY], plays[one, KEY_2])


@kernel("void(int64[:,::1], int64[:,::1], int64, int64)", lean=True)
def _sort_run(plays: Table, pairs: Table, start: int, end: int) -> None:
    for i in range(start + 1, end):
        key, play = pairs[i, 0], pairs[i, 1]
        at = i
        while at > start and _before(plays, key, play, pairs[at - 1, 0], pairs[at - 1, 1]):
            pairs[at, 0], pairs[at, 1] = pairs[at - 1, 0], pairs[at - 1, 1]
            at -= 1
        pairs[at, 0], pairs[at, 1] = key, play


@kernel("void(int64[:,::1], int64[:,::1], int64[:,::1], int64, int64, int64)", lean=True)
def _merge(plays: Table, pairs: Table, merged: Table, start: int, middle: int, end: int) -> None:
    left, right = start, middle
    for at in range(start, end):
        if left < middle and (
            right >= end or not _before(plays, pairs[right, 0], pairs[right, 1], pairs[left, 0], pairs[left, 1])
        ):
            merged[at, 0], merged[at, 1] = pairs[left, 0], pairs[left, 1]
            left += 1
        else:
            merged[at, 0], merged[at, 1] = pairs[right, 0], pairs[right, 1]
            right += 1


@kernel("int64[:,::1](int64[:,::1], int64)")
def sort_plays(plays: Table, count: int) -> Table:
    """The first `count` plays in order, as a new array: short runs sorted by insertion, then merged.

    Each play is sorted by a key of its equity, place and first four tiles, which usually decide, or else by its record.
    """
    low, high = 0, 0
    for i in range(count):
        low = plays[i, EQUITY] if i == 0 else min(low, plays[i, EQUITY])
        high = plays[i, EQUITY] if i == 0 else max(high, plays[i, EQUITY])
    wide = high - low >= 1 << 20
    pairs = np.empty((count, 2), np.int64)
    merged = np.empty((count, 2), np.int64)
    for i in range(count):
        pairs[i, 0] = high - plays[i, EQUITY] if wide else (high - plays[i, EQUITY]) << 43 | plays[i, KEY] >> 19
        pairs[i, 1] = i
    for start in range(0, count, RUN):
        _sort_run(plays, pairs, start, min(start + RUN, count))
    run = RUN
    while run < count:
        for start in range(0, count, 2 * run):
            _merge(plays, pairs, merged, start, min(start + run, count), min(start + 2 * run, count))
        pairs, merged = merged, pairs
        run *= 2
    result = np.empty((count, FIELDS), np.int64)
    for i in range(count):
        for field in range(FIELDS):
            result[i, field] = plays[pairs[i, 1], field]
    return result
