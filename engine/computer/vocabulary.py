"""How common words are, which decides the words that a player of a given level knows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.words.lexicon import Key


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The ranks of words by frequency, 0 for the most common; unlisted words are rarer than any listed one.

    `words` are sorted and `ranks` are in the same order: a dictionary would take five times as much memory.
    """

    words: NDArray[np.bytes_]
    ranks: NDArray[np.int32]

    @staticmethod
    def of(keys: Iterable[Key]) -> Vocabulary:
        """The vocabulary of these words, most common first."""
        words = np.array(list(dict.fromkeys(keys)), np.bytes_)
        order = np.argsort(words)
        return Vocabulary(words[order], order.astype(np.int32))

    def __len__(self) -> int:
        return len(self.ranks)

    def rank(self, key: Key) -> int:
        """The rank of a word; for an unlisted word, the number of listed words."""
        at = bisect_left(self.words, key)
        return int(self.ranks[at]) if at < len(self) and self.words[at] == key else len(self)

    def first(self, count: int) -> tuple[Key, ...]:
        """The most common words by rank, at most `count` of them."""
        return tuple(self.ranked()[:count].tolist())

    def ranked(self) -> NDArray[np.bytes_]:
        """The words by rank, the most common first."""
        return self.words[np.argsort(self.ranks)]
