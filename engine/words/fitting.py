"""Finding the words that some tiles can spell, whatever the squares."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from engine.words.wordlist import WordList

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
