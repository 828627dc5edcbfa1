"""All words of one length at once, as rows of numbers: a hundred times faster than walking through a store."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.words.graph.view import ACCEPTS, ARC, ARC_SHIFT, LAST, TILE, WordGraph
from engine.words.lexicon import Lexicon
from engine.words.store import Words
from engine.words.wordlist import WordList

Rows = NDArray[np.uint8]
"""Keys of one length, one in each row."""


def words_of_length(lexicon: Lexicon, length: int) -> Rows:
    """The keys of all words of a length, those that were added last."""
    rows = _rows_of(lexicon.base, length)
    removed = _rows([key for key in lexicon.removed if len(key) == length], length)
    if len(removed):
        rows = rows[~np.isin(_as_keys(rows), _as_keys(removed))]
    added = _rows(sorted(key for key in lexicon.added if len(key) == length), length)
    return np.concatenate((rows, added))


def _rows(keys: list[bytes], length: int) -> Rows:
    return np.frombuffer(b"".join(keys), np.uint8).reshape(len(keys), length)


def _as_keys(rows: Rows) -> NDArray[np.bytes_]:
    return np.ascontiguousarray(rows).view(f"S{rows.shape[1]}").reshape(len(rows))


def _rows_of(words: Words, length: int) -> Rows:
    if isinstance(words, WordGraph):
        return _of_graph(words, length)
    if isinstance(words, WordList):
        return _of_list(words, length)
    return _rows([key for key in words if len(key) == length], length)


def _of_list(words: WordList, length: int) -> Rows:
    if not len(words) or length > words.keys.dtype.itemsize:
        return np.zeros((0, length), np.uint8)
    return words.matrix()[np.char.str_len(words.keys) == length, :length]


def _of_graph(words: WordGraph, length: int) -> Rows:
    """Level by level: `starts` are the child lists of all prefixes that have as many letters as the level."""
    nodes = words.nodes
    lasts = np.flatnonzero(nodes & LAST)
    starts = np.array([words.dawg_root] if words.dawg_root else [], np.int64)
    rows = np.zeros((len(starts), 0), np.uint8)
    found = np.zeros(0, np.int32)
    for _ in range(length):
        sizes = lasts[np.searchsorted(lasts, starts)] - starts + 1
        owners = np.repeat(np.arange(len(starts)), sizes)
        offsets = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        found = nodes[starts[owners] + offsets]
        rows = np.column_stack((rows[owners], (found & TILE).astype(np.uint8)))
        arcs = (found >> ARC_SHIFT & ARC).astype(np.int64)
        if rows.shape[1] < length:
            rows, starts = rows[arcs > 0], arcs[arcs > 0]
    return rows[(found & ACCEPTS) > 0]
