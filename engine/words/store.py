"""The interface of every store of words, sorted list or graph, so that one can replace the other.

Words are given as KEYS: the positions of their letters in the alphabet, counted from 1, as bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Key = bytes
Node = tuple[int, ...]
"""A place in a store, for all words with a certain prefix. Only the store knows what the numbers mean."""


class Words(Protocol):
    """Distinct words in key order."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Key]: ...

    def contains(self, key: Key) -> bool:
        """Whether the word is in the store."""

    def contains_each(self, keys: NDArray[np.bytes_]) -> NDArray[np.bool_]:
        """Which of many keys are words in the store; much faster than one by one."""

    def root(self) -> Node:
        """The place of the empty prefix."""

    def children(self, node: Node) -> Iterator[tuple[int, bool, Node]]:
        """Every letter that continues a prefix, in order: the letter, whether it completes a word, and its place."""
