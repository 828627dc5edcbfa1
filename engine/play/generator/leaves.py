"""Values of leaves, as arrays in which kernels look them up by a hash of the letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Longs

Letters = tuple[int, ...]
"""Letters as positions in the alphabet, 0 for a blank, in any order."""

HIGHEST_LEAVE = (1 << 23) - 1
"""The highest leave value that fits into an entry, in thousandths of a point."""

ROWS = 1 << 15
"""Leaves hashed at a time: the hashes of a million would take more memory than their table."""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveTable:
    """Values of leaves by their letters, in thousandths of a point; a leave not in the table is worth 0.

    `entries` is a hash table with open addressing that packs hash and value into one number, so that a look-up is one
    memory read; a hash is the sum of the letters' `HASHES`. Do not write to it.
    """

    entries: Longs

    @staticmethod
    def from_letters(leaves: NDArray[np.uint8], values: NDArray[np.floating]) -> LeaveTable:
        """The table for a matrix with one leave a row, padded with 255, and their values in points."""
        from engine.play.generator.kernels.layout import HASHES

        hashes = np.zeros(256, np.int64)
        hashes[: len(HASHES)] = HASHES
        hashes[255] = 0
        return LeaveTable._of(lambda rows: hashes[leaves[rows]].sum(axis=1), values)

    @staticmethod
    def from_keys(keys: Longs, values: NDArray[np.floating]) -> LeaveTable:
        """The table for hashes and values in points, both of the same length."""
        return LeaveTable._of(lambda rows: keys[rows], values)

    @staticmethod
    def _of(keys: Callable[[slice], Longs], values: NDArray[np.floating]) -> LeaveTable:
        """The table for values and the hashes of any rows of them."""
        from engine.play.generator.kernels import racks

        # numpy requests large pages, which make random reads cheaper, only for memory that it does not zero
        entries = np.empty(len(values) * 3 // 2 + 1, np.int64)
        entries[:] = 0
        for start in range(0, len(values), ROWS):
            rows = slice(start, start + ROWS)
            thousandths = np.rint(np.asarray(values[rows], np.float64) * 1000)
            racks.fill_leaves(keys(rows), np.clip(thousandths, -HIGHEST_LEAVE, HIGHEST_LEAVE).astype(np.int64), entries)
        return LeaveTable(entries)
