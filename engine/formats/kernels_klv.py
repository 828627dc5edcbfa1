"""The compiled loop of the KLV2 reader."""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.play.generator.kernels.layout import ACCEPTS, ARC, LAST, TILE, Bytes, Ints

LONGEST_LEAVE = 32


@kernel("int64(int32[::1], uint8[:,::1])")
def read_rows(nodes: Ints, rows: Bytes) -> int:
    """Write the leaves of a checked graph in order; return the size of the longest. Stops at one that is too long.

    `rows` must have room for all leaves and be filled with 255.
    """
    most = rows.shape[1]
    found, depth, longest = 0, 0, 0
    stack = np.zeros(LONGEST_LEAVE, np.int64)
    stack[0] = (nodes[0] >> 8) & ARC
    if stack[0] == 0:
        return 0
    while depth >= 0:
        node = nodes[stack[depth]]
        if node & ACCEPTS != 0:
            longest = max(longest, depth + 1)
            if longest > most:
                return longest
            for i in range(depth + 1):
                rows[found, i] = nodes[stack[i]] & TILE
            found += 1
        arc = (node >> 8) & ARC
        if arc != 0:
            depth += 1
            stack[depth] = arc
            continue
        while depth >= 0 and nodes[stack[depth]] & LAST != 0:
            depth -= 1
        if depth >= 0:
            stack[depth] += 1
    return longest
