"""Listing and hashing leaves, the multisets of tiles that may stay on a rack.

A leave is a row of letters in order, with 0 for a blank, padded with `END`. Rows are in lexicographic order, a prefix
before its continuations, as the values are in a KLV2 file.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import HASHES, Bytes, Longs

END = 255
"""Fills a row after the last letter of its leave."""


@kernel("int64(int64[::1], int64, uint8[:,::1])")
def list_leaves(counts: Longs, most: int, rows: Bytes) -> int:
    """Write the leaves of 1 to `most` tiles, as far as `rows` has room for them; return the number of all of them.

    `counts[l]` is the number of tiles of letter l.
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
