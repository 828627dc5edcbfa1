"""Building and checking word graphs: the loops over millions of nodes.

A graph is first made of CELLS and then laid out as nodes. A cell is an entry of a child list together with the rest of
that list: (letter, accepts, list below, rest of this list), packed into an integer. Each cell is made only once, so
equal lists, and equal ends of lists, are shared. Cell 0 is the empty list. A rest has a lower number than its cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

MAX_CELLS = 1 << 24
ARC = MAX_CELLS - 1
"""Masks the arc of a node shifted down by 8: nodes are signed, so that numba's arithmetic on them stays integral."""
LIST = 64
"""Room for one child list: at most 60 letters and the separator."""

MOST_CELLS = MAX_CELLS - LIST * LIST
"""Building stops above this number, so that none of its steps can overflow."""

FINE, OUT_OF_RANGE, CYCLE, UNSORTED, TOO_DEEP, TOO_MANY = range(6)
"""The findings of `check`."""


# --- cells --------------------------------------------------------------------------------------------------------


@kernel("int64(int64, int64)", lean=True)
def _slot(key: int, mask: int) -> int:
    # products of 31-bit numbers never overflow, so the function gives the same result as plain Python
    mixed = (key & 0x7FFFFFFF) * 0x4F6CDD1D + (key >> 31) * 0x2C1B3C6D
    mixed ^= mixed >> 32
    return (mixed ^ (mixed >> 15)) & mask


@kernel("int64(int64[::1], int32[::1], int64[::1], int64, int64, int64, int64)", lean=True)
def _cell(keys: Longs, table: Ints, count: Longs, letter: int, accepts: int, below: int, rest: int) -> int:
    # in plain Python, these may come from an array of 32-bit numbers
    key = rest | (int(below) << 24) | (int(letter) << 48) | (int(accepts) << 54)
    mask = len(table) - 1
    slot = _slot(key, mask)
    while table[slot] != 0:
        if keys[table[slot]] == key:
            return int(table[slot])
        slot = (slot + 1) & mask
    cell = int(count[0])
    keys[cell] = key
    table[slot] = cell
    count[0] = cell + 1
    return cell


@kernel("Tuple((int64[::1], int32[::1]))(int64[::1], int64[::1], int64)")
def _grown(keys: Longs, count: Longs, capacity: int) -> tuple[Longs, Ints]:
    more = np.zeros(capacity, np.int64)
    table = np.zeros(2 * capacity, np.int32)
    mask = len(table) - 1
    for cell in range(1, count[0]):
        more[cell] = keys[cell]
        slot = _slot(keys[cell], mask)
        while table[slot] != 0:
            slot = (slot + 1) & mask
        table[slot] = cell
    return more, table


# --- the forward graph, and the list of all prefixes ----------------------------------------------------------------


@kernel("int64(uint8[:,::1], int64)", lean=True)
def shared_prefix(words: Bytes, row: int) -> int:
    """The length of the prefix that a word shares with the previous word."""
    if row == 0:
        return 0
    depth = 0
    while depth < words.shape[1] and words[row, depth] != 0 and words[row, depth] == words[row - 1, depth]:
        depth += 1
    return depth


@kernel("int64(uint8[:,::1])")
def count_prefixes(words: Bytes) -> int:
    """The number of distinct prefixes of sorted words, without the empty one."""
    total = 0
    for row in range(words.shape[0]):
        depth = shared_prefix(words, row)
        while depth < words.shape[1] and words[row, depth] != 0:
            depth += 1
            total += 1
    return total


@kernel("Tuple((int64[::1], int64[::1], int64))(uint8[:,::1], int32[:,::1], int64)")
def forward(words: Bytes, prefixes: Ints, capacity: int) -> tuple[Longs, Longs, int]:
    """Build the DAWG of sorted, distinct, zero-padded words: the cells, their number (in an array), and the root.

    Fills `prefixes`, whose row p is (parent, last letter, list of continuations, whether it is a word) for prefix p;
    row 0 is the empty prefix. Stops early if there are more than `MOST_CELLS`.
    """
    keys = np.zeros(capacity, np.int64)
    table = np.zeros(2 * capacity, np.int32)
    count = np.ones(1, np.int64)
    # the prefixes of the current word and, for each, its children so far
    path = np.zeros(words.shape[1] + 1, np.int64)
    children = np.zeros((words.shape[1] + 1, LIST), np.int64)
    sizes = np.zeros(words.shape[1] + 1, np.int64)
    length = 0
    used = 0
    for row in range(words.shape[0] + 1):
        shared = shared_prefix(words, row) if row < words.shape[0] else -1
        for depth in range(length, shared, -1):
            rest = 0
            for i in range(sizes[depth] - 1, -1, -1):
                p = children[depth, i]
                rest = _cell(keys, table, count, prefixes[p, 1], prefixes[p, 3], prefixes[p, 2], rest)
            sizes[depth] = 0
            prefixes[path[depth], 2] = rest
        if row == words.shape[0] or count[0] > MOST_CELLS:
            break
        if count[0] + LIST * (words.shape[1] + 1) > len(keys):
            keys, table = _grown(keys, count, 2 * len(keys))
        length = shared
        while length < words.shape[1] and words[row, length] != 0:
            used += 1
            prefixes[used, 0] = path[length]
            prefixes[used, 1] = words[row, length]
            children[length, sizes[length]] = used
            sizes[length] += 1
            length += 1
            path[length] = used
        prefixes[path[length], 3] = 1
    return keys, count, int(prefixes[0, 2])


# --- the graph of reversed prefixes ---------------------------------------------------------------------------------


@kernel("void(int32[:,::1], int32[::1], int32[::1], int32[::1], int32[::1], int64, int64)")
def _sort_by_letter(
    prefixes: Ints, items: Ints, ahead: Ints, spare_items: Ints, spare_ahead: Ints, low: int, high: int
) -> None:
    """Sorts a range of items by the next letter of their reversed prefix; items with no letters left come first."""
    starts = np.zeros(LIST + 1, np.int64)
    for i in range(low, high):
        starts[prefixes[ahead[i], 1] + 1] += 1
    for letter in range(1, LIST + 1):
        starts[letter] += starts[letter - 1]
    for i in range(low, high):
        letter = prefixes[ahead[i], 1]
        spare_items[low + starts[letter]] = items[i]
        spare_ahead[low + starts[letter]] = ahead[i]
        starts[letter] += 1
    for i in range(low, high):
        items[i] = spare_items[i]
        ahead[i] = spare_ahead[i]


@kernel("int64(int32[:,::1], int64[::1], int32[::1], int64[::1], int64, int64)")
def _tail(prefixes: Ints, keys: Longs, table: Ints, count: Longs, item: int, ahead: int) -> int:
    """The list for the rest of one reversed prefix that no other shares: a chain, built from its end."""
    letters = np.zeros(LIST, np.int64)
    length = 0
    while ahead != 0:
        letters[length] = prefixes[ahead, 1]
        ahead = prefixes[ahead, 0]
        length += 1
    below = 0
    if prefixes[item, 2] != 0:
        below = _cell(keys, table, count, 0, 0, prefixes[item, 2], 0)
    accepts = int(prefixes[item, 3])
    for i in range(length - 1, -1, -1):
        below = _cell(keys, table, count, letters[i], accepts, below, 0)
        accepts = 0
    return below


@kernel("int64(int64[::1], int32[::1], int64[::1], int64[:,::1], int64)", lean=True)
def _list_of(keys: Longs, table: Ints, count: Longs, children: Longs, size: int) -> int:
    """The list of `size` children, each (letter, accepts, list below): a chain, built from its end."""
    rest = 0
    for i in range(size - 1, -1, -1):
        rest = _cell(keys, table, count, children[i, 0], children[i, 1], children[i, 2], rest)
    return rest


@kernel("int64(int32[:,::1], int32[::1], int64, int64)", lean=True)
def _step_back(prefixes: Ints, ahead: Ints, start: int, high: int) -> int:
    """Advances the items of a range that have the first one's next letter by that letter; returns where they end."""
    letter, end = prefixes[ahead[start], 1], start
    while end < high and prefixes[ahead[end], 1] == letter:
        ahead[end] = prefixes[ahead[end], 0]
        end += 1
    return end


@kernel("int64(int32[:,::1], int64, int64[:,::1])", lean=True)
def _separate(prefixes: Ints, item: int, children: Longs) -> int:
    """Make the continuations of an item with no letters left the first child; return 0 if it has none, else 1."""
    children[0, 0], children[0, 1], children[0, 2] = 0, 0, prefixes[item, 2]
    return 1 if prefixes[item, 2] != 0 else 0


@kernel("Tuple((int64[::1], int64))(int32[:,::1], int64[::1], int64[::1])")
def backward(prefixes: Ints, keys: Longs, count: Longs) -> tuple[Longs, int]:
    """Add the cells of the GADDAG; return all cells and its root.

    The GADDAG holds every reversed prefix and, below a separator, the forward graph's continuations of that prefix, so
    only the prefixes are new. They are sorted along the way, letter by letter: the next letter of a reversed prefix is
    that of its parent. Each frame of the stack is a node of the tree of reversed prefixes. Returns root 0 if there are
    more than `MOST_CELLS`.
    """
    keys, table = _grown(keys, count, len(keys))
    total = prefixes.shape[0] - 1
    items = np.arange(1, total + 1).astype(np.int32)
    ahead = items.copy()
    spare_items, spare_ahead = np.zeros(total, np.int32), np.zeros(total, np.int32)
    # for each open node, the items that are left and the children found so far
    at, high = np.zeros(LIST, np.int64), np.zeros(LIST, np.int64)
    sizes, children = np.zeros(LIST, np.int64), np.zeros((LIST, LIST, 3), np.int64)
    depth, high[0] = 0, total
    _sort_by_letter(prefixes, items, ahead, spare_items, spare_ahead, 0, total)
    while True:
        if at[depth] == high[depth]:
            rest = _list_of(keys, table, count, children[depth], sizes[depth])
            depth -= 1
            if depth < 0:
                return keys, rest
            children[depth, sizes[depth] - 1, 2] = rest
            continue
        if count[0] > MOST_CELLS:
            return keys, 0
        if count[0] + LIST * LIST > len(keys):
            keys, table = _grown(keys, count, 2 * len(keys))
        start = at[depth]
        child = children[depth, sizes[depth]]
        child[0], child[1] = prefixes[ahead[start], 1], 0
        end = at[depth] = _step_back(prefixes, ahead, start, high[depth])
        sizes[depth] += 1
        if end - start == 1:
            child[1] = prefixes[items[start], 3] if ahead[start] == 0 else 0
            child[2] = _tail(prefixes, keys, table, count, items[start], ahead[start])
            continue
        depth += 1
        _sort_by_letter(prefixes, items, ahead, spare_items, spare_ahead, start, end)
        at[depth], high[depth], sizes[depth] = start, end, 0
        if ahead[start] == 0:
            child[1] = prefixes[items[start], 3]
            sizes[depth] = _separate(prefixes, items[start], children[depth])
            at[depth] += 1


# --- nodes --------------------------------------------------------------------------------------------------------


@kernel("int32[::1](int64[::1], int64, int64, int64)")
def lay_out(keys: Longs, count: int, dawg: int, gaddag: int) -> Ints:
    """The nodes of all cells, in the newer KWG layout; empty if there are too many for its arcs.

    Only lists that are not the rest of another are written; every other list is the end of one of these.
    """
    is_rest = np.zeros(count, np.uint8)
    sizes = np.zeros(count, np.int32)
    for cell in range(1, count):
        rest = keys[cell] & ARC
        is_rest[rest] = 1
        sizes[cell] = sizes[rest] + 1
    total = 2
    for cell in range(1, count):
        if is_rest[cell] == 0:
            total += sizes[cell]
    if total > MAX_CELLS:
        return np.zeros(0, np.int32)
    places = np.zeros(count, np.int32)
    cells = np.zeros(total, np.int32)
    place = 2
    for head in range(count - 1, 0, -1):
        cell = head if is_rest[head] == 0 else 0
        while cell != 0:
            if places[cell] == 0:
                places[cell] = place
            cells[place] = cell
            place += 1
            cell = keys[cell] & ARC
    nodes = np.zeros(total, np.int32)
    nodes[0] = (places[dawg] << 8) | 64
    nodes[1] = (places[gaddag] << 8) | 64
    for place in range(2, total):
        key = keys[cells[place]]
        last = 64 if key & ARC == 0 else 0
        nodes[place] = (places[(key >> 24) & ARC] << 8) | (((key >> 54) & 1) << 7) | last | ((key >> 48) & 63)
    return nodes


@kernel("Tuple((int64, int64, int64))(int32[::1], int64, int64, int64)")
def check(nodes: Ints, root: int, letters: int, longest: int) -> tuple[int, int, int]:
    """Walk everything below a list; return what is wrong, at which node, and how many strings the list holds.

    `letters` is the highest letter allowed, `longest` the most tiles allowed on a path. Every node is opened once; a
    node met while still open closes a cycle.
    """
    size = len(nodes)
    counts = np.full(size, -2, np.int64)  # -2 unseen, -1 open
    heights = np.zeros(size, np.int32)
    stack = np.zeros(size + 1, np.int64)
    depth = 0
    stack[0] = root
    while depth >= 0 and root != 0:
        at = stack[depth]
        if at >= size:
            return OUT_OF_RANGE, at, 0
        below = (nodes[at] >> 8) & ARC
        last = nodes[at] & 64 != 0
        counts[at] = -1
        if nodes[at] & 63 > letters or (not last and at + 1 < size and nodes[at + 1] & 63 <= nodes[at] & 63):
            return UNSORTED, at, 0
        waiting = 0
        for side in range(2):
            other = below if side == 0 else at + 1
            if (side == 0 and below == 0) or (side == 1 and last):
                continue
            if other >= size:
                return OUT_OF_RANGE, at, 0
            if counts[other] == -1:
                return CYCLE, at, 0
            if counts[other] == -2 and waiting == 0:
                waiting = other
        if waiting != 0:
            depth += 1
            stack[depth] = waiting
            continue
        found = 1 if nodes[at] & 128 != 0 else 0
        heights[at] = 1
        if below != 0:
            found += counts[below]
            heights[at] = heights[below] + 1
        if not last:
            found += counts[at + 1]
            heights[at] = max(heights[at], heights[at + 1])
        if heights[at] > longest:
            return TOO_DEEP, at, 0
        if found > 1 << 40:
            return TOO_MANY, at, 0
        counts[at] = found
        depth -= 1
    return FINE, 0, counts[root] if root != 0 else 0
