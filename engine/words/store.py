"""What every store of words can do, be it a sorted list or a graph, so that one may stand in for the other.

A word is its KEY here: the places of its letters in the alphabet, counted from 1, as bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

Key = bytes
Node = tuple[int, ...]
"""A place in a store: all words with a certain beginning. What the numbers mean is the store's own affair."""


class Words(Protocol):
    """Different words in the order of their keys."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Key]: ...

    def contains(self, key: Key) -> bool:
        """Whether the word is there."""

    def root(self) -> Node:
        """The place of the empty beginning."""

    def children(self, node: Node) -> Iterator[tuple[int, bool, Node]]:
        """Every letter that continues a beginning, in order: the letter, whether that is a word, and its place."""
