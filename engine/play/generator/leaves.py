"""What tiles that stay on the rack are worth, as arrays that kernels look up by the hash of the tiles' letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Longs

Letters = tuple[int, ...]
"""Letters by their place in the alphabet, 0 for a blank, in any order."""


LARGEST = (1 << 23) - 1
"""No leave is worth more, in thousandths of a point, than what an entry has room for."""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveTable:
    """Values of leaves by their letters, in thousandths of a point; leaves that it lacks are worth nothing.

    `entries` is a hash table with open addressing, of hashes and values in one number each, so that a value costs one
    read from memory; hashes are sums of `HASHES` of the letters. Nobody may write to it.
    """

    entries: Longs

    @staticmethod
    def of(values: Mapping[Letters, float]) -> LeaveTable:
        """The table of values in points."""
        from engine.play.generator.kernels.layout import HASHES

        keys = np.array([sum(int(HASHES[letter]) for letter in leave) for leave in values], np.int64)
        return LeaveTable.from_keys(keys, np.array(list(values.values()), np.float64))

    @staticmethod
    def from_letters(leaves: NDArray[np.uint8], values: NDArray[np.floating]) -> LeaveTable:
        """The table of a matrix with a leave in each row, padded with 255, and of their values in points."""
        from engine.play.generator.kernels.layout import HASHES

        hashes = np.zeros(256, np.int64)
        hashes[: len(HASHES)] = HASHES
        hashes[255] = 0
        return LeaveTable.from_keys(hashes[leaves].sum(axis=1), values)

    @staticmethod
    def from_keys(keys: Longs, values: NDArray[np.floating]) -> LeaveTable:
        """The table of hashes and values in points, as long as each other."""
        from engine.play.generator.kernels import racks

        thousandths = np.rint(np.asarray(values, np.float64) * 1000)
        # numpy asks for large pages, which make random reads cheaper, only for memory that it does not zero
        entries = np.empty(len(keys) * 3 // 2 + 1, np.int64)
        entries[:] = 0
        racks.fill_leaves(keys, np.clip(thousandths, -LARGEST, LARGEST).astype(np.int64), entries)
        return LeaveTable(entries)
