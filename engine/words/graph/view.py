"""A view of a word graph's nodes that works at once, without compiled code.

The nodes are those of a KWG file in its newer layout, one 32-bit number each:

    bits 0-5   tile: 0 the GADDAG's separator, 1 to 60 a letter's position in the alphabet
    bit  6     this is the last of its siblings
    bit  7     a word ends here
    bits 8-31  the index of the first child, 0 if there is none

Siblings are adjacent, in ascending order of tile. The child index of node 0 is the DAWG's first node and that of node 1
the GADDAG's. The GADDAG of CARE holds ERAC, RAC@E, AC@RE and C@ARE, with @ for the separator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.words.lexicon import Key, Node

TILE = 0x3F
LAST = 0x40
ACCEPTS = 0x80
ARC_SHIFT = 8
ARC = 0xFFFFFF
Nodes = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class WordGraph:
    """Words as a graph of nodes.

    `nodes` is a contiguous int32 array; do not write to it. Because it is signed, child indexes are
    `(node >> 8) & 0xFFFFFF`. It is not marked read-only because compiled code treats that as another type. `size` is
    the number of words.
    """

    nodes: Nodes
    size: int
    _view: memoryview = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_view", self.nodes.data)

    def __reduce__(self) -> tuple[type[WordGraph], tuple[NDArray[np.int32], int]]:
        # for other processes: a memory view cannot be sent and is remade from the nodes
        return WordGraph, (self.nodes, self.size)

    @property
    def dawg_root(self) -> int:
        """The index of the first node of the DAWG, 0 if there are no words."""
        return self._view[0] >> ARC_SHIFT & ARC

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Key]:
        view, letters, places = self._view, bytearray(), [self.dawg_root]
        while places:
            place = places.pop()
            del letters[len(places) :]
            if not place:
                continue
            node = view[place]
            letters.append(node & TILE)
            if node & ACCEPTS:
                yield bytes(letters)
            places += (0 if node & LAST else place + 1, node >> ARC_SHIFT & ARC)

    def contains(self, key: Key) -> bool:
        """Whether the word is in the graph."""
        view = self._view
        index = 0
        node = 0
        for letter in key:
            index = view[index] >> ARC_SHIFT & ARC
            if not index:
                return False
            node = view[index]
            while node & TILE != letter:
                if node & LAST:
                    return False
                index += 1
                node = view[index]
        return bool(node & ACCEPTS)

    def contains_each(self, keys: NDArray[np.bytes_]) -> NDArray[np.bool_]:
        """Which of many keys are words in the graph: all follow it together, letter by letter."""
        columns = np.ascontiguousarray(keys).view(np.uint8).reshape(len(keys), keys.dtype.itemsize).T
        found = np.zeros(len(keys), np.bool_)
        left, nodes = np.arange(len(keys)), np.full(len(keys), self.nodes[0] & ~ACCEPTS)
        for column in columns:
            ends = column[left] == 0
            found[left[ends]] = nodes[ends] & ACCEPTS
            left, nodes = left[~ends], nodes[~ends]
            places, nodes = self._below(nodes, column[left])
            left = left[places]
        found[left] = nodes & ACCEPTS
        return found

    def _below(self, nodes: Nodes, letters: NDArray[np.uint8]) -> tuple[NDArray[np.intp], Nodes]:
        """The children of nodes by one letter each: the places of those that have it, and the children."""
        indexes = nodes >> ARC_SHIFT & ARC
        open_ = np.flatnonzero(indexes)
        places, children = [open_[:0]], [nodes[:0]]
        while len(open_):
            siblings = self.nodes[indexes[open_]]
            fits = siblings & TILE == letters[open_]
            places.append(open_[fits])
            children.append(siblings[fits])
            open_ = open_[~fits & (siblings & LAST == 0)]
            indexes[open_] += 1
        return np.concatenate(places), np.concatenate(children)

    def root(self) -> Node:
        """The node of the empty prefix."""
        return (self.dawg_root,)

    def children(self, node: Node) -> Iterator[tuple[int, bool, Node]]:
        """Every letter that continues a prefix, in order: the letter, whether it completes a word, and its node."""
        (index,) = node
        while index:
            entry = self._view[index]
            yield entry & TILE, bool(entry & ACCEPTS), (entry >> ARC_SHIFT & ARC,)
            index = 0 if entry & LAST else index + 1
