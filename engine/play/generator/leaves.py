"""What tiles that stay on the rack are worth, as arrays that kernels look up by the hash of the tiles' letters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Ints, Longs

Letters = tuple[int, ...]
"""Letters by their place in the alphabet, 0 for a blank, in any order."""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveTable:
    """Values of leaves by their letters, in thousandths of a point; leaves that it lacks are worth nothing.

    `keys` are sums of `HASHES` of the letters, sorted by their lowest bits; `table` holds the number of these bits,
    where each bucket begins among the keys, and the values. Nobody may write to them.
    """

    keys: Longs
    table: Ints

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
        bits = max(len(keys).bit_length() - 1, 1)
        order = np.argsort(keys & ((1 << bits) - 1), kind="stable")
        counts = np.bincount(keys & ((1 << bits) - 1), minlength=1 << bits)
        starts = np.concatenate(([bits, 0], np.cumsum(counts)))
        thousandths = np.rint(np.asarray(values, np.float64)[order] * 1000)
        return LeaveTable(keys[order], np.concatenate((starts, thousandths)).astype(np.int32))
