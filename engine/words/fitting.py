"""Finding the words that some tiles can spell, whatever the squares, all of one length at once."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.words.graph.view import ACCEPTS, ARC, ARC_SHIFT, LAST, TILE, WordGraph
from engine.words.lexicon import Lexicon, WordList, Words

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


Letters = tuple[int, ...]
"""How many there are of each letter, by its position in the alphabet, counted from 1; place 0 is for blanks."""


def spelled(words: WordList, stocks: Iterable[Letters]) -> WordList:
    """The words that the letters and blanks of at least one stock can spell."""
    different = np.array(sorted(set(stocks)), np.int16)
    if not len(different) or not len(words):
        return WordList.of(())
    # words that not even all stocks together can spell need no comparison with each
    able = WordList(words.keys[_can_spell(_counts(words, different.shape[1]), different.max(axis=0))])
    counts = _counts(able, different.shape[1])
    kept = np.zeros(len(able), np.bool_)
    for stock in different:
        kept |= _can_spell(counts, stock)
    return WordList(able.keys[kept])


def _counts(words: WordList, width: int) -> NDArray[np.int16]:
    """How many there are of each letter in each word; place 0 stays empty."""
    counts = np.zeros((len(words), width), np.int16)
    rows = np.arange(len(words))
    for column in words.matrix().T:
        counts[rows, column] += 1
    counts[:, 0] = 0
    return counts


def _can_spell(counts: NDArray[np.int16], stock: NDArray[np.int16]) -> NDArray[np.bool_]:
    lacking = np.maximum(counts - stock, 0)[:, 1:].sum(axis=1)
    return np.asarray(lacking <= stock[0])
