"""Records of plays: packing, keeping the best, sorting."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import EQUITY, FIELDS, KEY, KEY_2, NOTHING, SCORE, Longs, Table
from engine.play.generator.kernels.lean import lean

COUNT, LIMIT, FLOOR, FLOOR_PLACE = range(4)
"""A collector's state: plays so far, how many to keep (0: all of them), and what a play must reach to be kept still:

an equity and, where that is equal, a place (direction, row, column) that is not later."""
STATE = 4

LAST_PLACE = 1 << 11


@kernel("int64[::1](int64)")
def new_state(limit: int) -> Longs:
    """The state of an empty collector."""
    state = np.zeros(STATE, np.int64)
    state[LIMIT] = limit
    state[FLOOR] = NOTHING
    state[FLOOR_PLACE] = LAST_PLACE
    return state


@lean("boolean(int64[:,::1], int64, int64, int64, int64)")
def comes_before(out: Table, at: int, equity: int, key: int, key_2: int) -> bool:
    """Whether a play comes before the one at a place: more equity, or the lower keys."""
    if equity != out[at, EQUITY]:
        return equity > out[at, EQUITY]
    if key != out[at, KEY]:
        return key < out[at, KEY]
    return key_2 < out[at, KEY_2]


@lean("void(int64[:,::1], int64[::1], int64, int64, int64, int64)")
def keep(out: Table, state: Longs, equity: int, key: int, key_2: int, score: int) -> None:
    """Adds a play: at the end when all are wanted (only counted where `out` is full), else in its place."""
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


@lean("boolean(int64[:,::1], int64, int64)")
def _before(plays: Table, one: int, other: int) -> bool:
    return comes_before(plays, other, plays[one, EQUITY], plays[one, KEY], plays[one, KEY_2])


@lean("void(int64[:,::1], int64[::1], int64[::1], int64, int64, int64)")
def _merge(plays: Table, order: Longs, spare: Longs, start: int, middle: int, end: int) -> None:
    left, right = start, middle
    for at in range(start, end):
        if left < middle and (right >= end or not _before(plays, order[right], order[left])):
            spare[at] = order[left]
            left += 1
        else:
            spare[at] = order[right]
            right += 1


@kernel("int64[:,::1](int64[:,::1], int64)")
def sort_plays(plays: Table, count: int) -> Table:
    """The first `count` plays in order, as a new array: runs by insertion, then merged."""
    order = np.arange(count)
    spare = np.empty(count, np.int64)
    run = 8
    for start in range(0, count, run):
        for i in range(start + 1, min(start + run, count)):
            play = order[i]
            at = i
            while at > start and _before(plays, play, order[at - 1]):
                order[at] = order[at - 1]
                at -= 1
            order[at] = play
    while run < count:
        for start in range(0, count, 2 * run):
            _merge(plays, order, spare, start, min(start + run, count), min(start + 2 * run, count))
        order, spare = spare, order
        run *= 2
    result = np.empty((count, FIELDS), np.int64)
    for i in range(count):
        for field in range(FIELDS):
            result[i, field] = plays[order[i], field]
    return result
