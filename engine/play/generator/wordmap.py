"""The word map of a graph: an optional index by letters that finds the best play several times as fast."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.play.generator.kernels.layout import Ints, Longs
    from engine.words.graph import WordGraph

MAX_BYTES = 64_000_000
"""Limit on the size of a map."""

LEAST_BYTES = 18
"""A word takes no fewer, even where each has an anagram; millions of words are not listed to learn that."""


@dataclass(frozen=True, slots=True, eq=False)
class WordMap:
    """The arrays that `kernels.wordmap` explains. Do not write to them."""

    longs: Longs
    ints: Ints


def build_map(graph: WordGraph, longest: int) -> WordMap | None:
    """The map of a graph's words of at most `longest` letters, in about 0.1 s; None if it would be too large."""
    from engine.play.generator.kernels import wordmap as kernels

    if LEAST_BYTES * graph.size > MAX_BYTES:
        return None
    longest = min(longest, kernels.LONGEST)
    count = kernels.list_words(graph.nodes, longest, np.zeros((0, longest), np.uint8))
    words = np.zeros((count, longest), np.uint8)
    kernels.list_words(graph.nodes, longest, words)
    keys, lengths = np.zeros(count, np.int64), np.zeros(count, np.int64)
    kernels.hash_words(words, keys, lengths)
    order = np.lexsort((keys, lengths))
    first = np.ones(count, np.bool_)
    first[1:] = keys[order][1:] != keys[order][:-1]
    classes = np.bincount(lengths[order][first], minlength=kernels.LONGEST + 1).tolist()
    ints, spot = _plan(classes)
    size = spot + int(((lengths + kernels.PACKED - 1) // kernels.PACKED).sum())
    if 8 * size > MAX_BYTES:
        return None
    # numpy requests large pages, which make random reads cheaper, only for memory that it does not zero
    longs = np.empty(size, np.int64)
    longs[:] = 0
    end = kernels.fill_map(words, keys, lengths, order, spot, longs, ints)
    return WordMap(longs[:end], ints) if end >= 0 else None


def _plan(classes: list[int]) -> tuple[Ints, int]:
    """Offsets and sizes for that many distinct keys of each length, and the offset after them all."""
    from engine.play.generator.kernels import wordmap as kernels

    ints = np.zeros(kernels.FIELDS * (kernels.LONGEST + 1), np.int32)
    at = 0
    for length, count in enumerate(classes):
        # bits for each key; fewer for each multiset with missing letters, because many words share it
        sizes = [bits * count // 64 + 1 for bits in (16, 8 * length, 3 * length * length // 2)]
        sizes.append(count * 5 // 4 + 1)
        for part, size in enumerate(sizes):
            ints[kernels.FIELDS * length + 2 * part : kernels.FIELDS * length + 2 * part + 2] = at, size
            at += size if 2 * part < kernels.TABLE else 2 * (size + kernels.SPARE)
    return ints, at
