"""What leaves are worth: learnt values, or an estimate from the tile set alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.model.tiles import Alphabet, TileSet
from engine.model.variant import Variant
from engine.play.generator.encoding import LeaveTable, Letters

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Bytes, Longs

END = 255
"""The padding after the last letter in a row of `LeaveList`."""

MOST_LEAVES = 1_500_000
"""The most leaves in a table: for large racks it holds only the shorter ones."""


@dataclass(frozen=True, slots=True, eq=False)
class LeaveList:
    """Leaves and their values.

    `rows` has shape (leaves, most tiles) and is in lexicographic order. Each row holds letters by their place in the
    alphabet from 1, a blank as 0, and is padded with `END`. `values` are in points.
    """

    rows: Bytes
    values: NDArray[np.floating]

    def table(self) -> LeaveTable:
        """The table in which the move generator looks up values."""
        return LeaveTable.from_letters(self.rows, self.values)


def letter_counts(tile_set: TileSet, alphabet: Alphabet) -> Longs:
    """How many tiles of each letter there are, blanks first; shape (letters + 1,)."""
    counts = np.zeros(len(alphabet) + 1, np.int64)
    for tile in tile_set.tiles:
        counts[alphabet.index(tile.letter) if tile.letter else 0] += 1
    return counts


def all_leaves(variant: Variant) -> Bytes:
    """The rows of every leave that can occur in a variant, up to the length of `longest_leave`."""
    from engine.computer.kernels import leaves as kernels

    counts = letter_counts(variant.tile_set, variant.alphabet)
    most = longest_leave(variant)
    rows = np.zeros((kernels.list_leaves(counts, most, np.zeros((0, most), np.uint8)), most), np.uint8)
    kernels.list_leaves(counts, most, rows)
    return rows


def longest_leave(variant: Variant) -> int:
    """The most tiles of a leave that `all_leaves` lists."""
    numbers = _numbers_by_size(letter_counts(variant.tile_set, variant.alphabet).tolist(), variant.rack_size - 1)
    most = variant.rack_size - 1
    while most > 1 and sum(numbers[1 : most + 1]) > MOST_LEAVES:
        most -= 1
    return most


def _numbers_by_size(counts: list[int], most: int) -> list[int]:
    """How many leaves there are of 0 to `most` tiles."""
    numbers = [1] + [0] * most
    for count in counts:
        numbers = [sum(numbers[max(0, size - count) : size + 1]) for size in range(most + 1)]
    return numbers


def rows_of(leaves: Iterable[Letters]) -> Bytes:
    """Leaves as rows of a `LeaveList`."""
    found = list(leaves)
    rows = np.full((len(found), max(map(len, found), default=1)), END, np.uint8)
    for row, leave in zip(rows, found, strict=True):
        row[: len(leave)] = leave
    return rows


VOWELS = frozenset("AEIOUYАЕЁИОУЫЭЮЯ")
"""Letters that are vowels, without accents; if an alphabet has none of them, balance is ignored."""

BLANK, SAME, BALANCE = 22.0, 1.6, 0.6
"""Points for a blank, points off for each pair of equal tiles, and points off for the imbalance of vowels (squared)."""


def estimate(variant: Variant) -> LeaveTable:
    """The worth of leaves estimated from their letters alone, for variants without learnt values.

    The rule of thumb: blanks are worth a lot, while duplicates and too many or too few vowels cost points.
    """
    return estimate_of(variant, all_leaves(variant)).table()


def estimate_of(variant: Variant, rows: Bytes) -> LeaveList:
    """The same estimate for the given leaves only."""
    letters = ("", *variant.alphabet.letters)
    vowel = np.array([is_vowel(letter) for letter in letters] + [False] * (END + 1 - len(letters)))
    counts = letter_counts(variant.tile_set, variant.alphabet)
    expected = counts[vowel[: len(counts)]].sum() / max(counts[1:].sum(), 1)
    blanks = (rows == 0).sum(axis=1)
    own = ((rows != END) & (rows != 0)).sum(axis=1)
    pairs = sum(
        (rows[:, i] == rows[:, j]) & (rows[:, i] != END) & (rows[:, i] != 0)
        for i in range(rows.shape[1])
        for j in range(i)
    )
    astray = vowel[rows].sum(axis=1) - expected * own
    values = BLANK * blanks - SAME * pairs - (BALANCE * astray**2 if vowel.any() else 0)
    return LeaveList(rows, values)


def is_vowel(letter: str) -> bool:
    """Whether a letter is a vowel, with or without accents."""
    return unicodedata.normalize("NFD", letter)[:1].upper() in VOWELS
