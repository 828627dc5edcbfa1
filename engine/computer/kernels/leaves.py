"""Leaves, the multisets of tiles that may stay on a rack: listing and hashing them.

A leave is a row of letters in order, a blank being 0, padded with `END`. Rows are in lexicographic order, a beginning
before what continues it, which is the order of the values in a KLV2 file.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import HASHES, Bytes, Longs

END = 255
"""What follows the last letter of a leave."""


@kernel("int64(int64[::1], int64, uint8[:,::1])")
def list_leaves(counts: Longs, most: int, rows: Bytes) -> int:
    """Writes the leaves of one to `most` tiles and gives their number; only counts those that `rows` has no room for.

    `counts[l]` is how many tiles of letter l there are.
    """
    letters = len(counts)
    used = np.zeros(letters, np.int64)
    stack = np.zeros(most + 1, np.int64)
    found, depth = 0, 0
    while depth >= 0:
        letter = stack[depth]
        if depth == most or letter == letters:
            depth -= 1
            if depth >= 0:
                used[stack[depth]] -= 1
                stack[depth] += 1
            continue
        if used[letter] == counts[letter]:
            stack[depth] += 1
            continue
        used[letter] += 1
        if found < rows.shape[0]:
            for i in range(most):
                rows[found, i] = stack[i] if i <= depth else END
        found += 1
        depth += 1
        stack[depth] = letter
    return found


@kernel("int64[::1](uint8[:,::1])")
def hash_leaves(rows: Bytes) -> Longs:
    """The hash of each leave."""
    keys = np.zeros(rows.shape[0], np.int64)
    for row in range(rows.shape[0]):
        for i in range(rows.shape[1]):
            if rows[row, i] != END:
                keys[row] += HASHES[rows[row, i]]
    return keys
