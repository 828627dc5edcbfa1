"""A sorted list of words: available before any graph is built, and the form in which words are merged."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from engine.model.alphabet import Alphabet
from engine.words.store import Key, Node

_ROWS = 1 << 16
"""Words whose identity is computed at a time."""
LexiconId = NewType("LexiconId", str)
"""The identity of a set of words and its alphabet, whatever their source: 32 hexadecimal digits."""


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """Distinct words in order. `keys` are fixed-width byte strings padded with zeros, which no key contains."""

    keys: NDArray[np.bytes_]

    @classmethod
    def of(cls, keys: Iterable[Key]) -> WordList:
        """The list of keys given in any order, duplicates allowed."""
        found = sorted(set(keys))
        return cls(np.array(found, dtype=np.bytes_) if found else np.zeros(0, "S1"))

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys.tolist())

    def contains(self, key: Key) -> bool:
        """Whether the word is in the list."""
        if not key or len(key) > self.keys.dtype.itemsize:
            return False
        wanted = np.array(key, dtype=self.keys.dtype)
        place = int(np.searchsorted(self.keys, wanted))
        return place < len(self.keys) and bool(self.keys[place] == key)

    def contains_each(self, keys: NDArray[np.bytes_]) -> NDArray[np.bool_]:
        """Which of many keys are words in the list."""
        if not len(self):
            return np.zeros(len(keys), np.bool_)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        return np.asarray(self.keys[places] == keys)

    def root(self) -> Node:
        """The place of the empty prefix: the first word with it, the position after the last, and the prefix length."""
        return 0, len(self.keys), 0

    def children(self, node: Node) -> Iterator[tuple[int, bool, Node]]:
        """Every letter that continues a prefix, in order: the letter, whether it completes a word, and its place."""
        low, high, depth = node
        if depth == self.keys.dtype.itemsize:
            return
        column = self.matrix()[low:high, depth]
        cuts = [0, *(np.flatnonzero(column[1:] != column[:-1]) + 1).tolist(), high - low]
        for start, end in itertools.pairwise(cuts):
            if start < end and (letter := int(column[start])):
                accepts = len(self.keys[low + start]) == depth + 1
                yield letter, accepts, (low + start, low + end, depth + 1)

    def matrix(self) -> NDArray[np.uint8]:
        """The keys as rows of numbers, shape (words, longest word), without copying."""
        return self.keys.view(np.uint8).reshape(len(self.keys), self.keys.dtype.itemsize)

    def union(self, other: WordList) -> WordList:
        """The words of both lists."""
        if not len(self) or not len(other):
            return other if not len(self) else self
        return WordList(np.union1d(self.keys, other.keys))

    def changed(self, added: Iterable[Key], removed: Iterable[Key]) -> WordList:
        """The list with words added, then others removed."""
        more, fewer = WordList.of(added), WordList.of(removed)
        kept = np.union1d(self.keys, more.keys) if len(more) else self.keys
        return WordList(np.setdiff1d(kept, fewer.keys, assume_unique=True) if len(fewer) else kept)


def content_id(words: WordList, alphabet: Alphabet) -> LexiconId:
    """The identity of the words, whatever file or order they came in."""
    digest = hashlib.sha256("\n".join(alphabet.letters).encode())
    digest.update(b"\0" if len(words) else b"\0\0")
    for start in range(0, len(words), _ROWS):
        rows = np.pad(words.matrix()[start : start + _ROWS], ((0, 0), (1, 0)))
        digest.update(rows[(rows != 0) | (np.arange(rows.shape[1]) == 0)].tobytes())  # a zero before each word
    return LexiconId(digest.hexdigest()[:32])
