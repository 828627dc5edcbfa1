"""Which words some tiles can spell."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.words.fitting import spelled
from engine.words.wordlist import WordList

LETTERS = 4
words = st.lists(st.binary(min_size=1, max_size=6).map(lambda word: bytes(1 + one % LETTERS for one in word)))
stocks = st.lists(st.tuples(*[st.integers(0, 3)] * (LETTERS + 1)), max_size=4)


def can_spell(word: bytes, stock: tuple[int, ...]) -> bool:
    """The rule itself: each letter is there, or a blank for it."""
    return sum(max(0, count - stock[letter]) for letter, count in Counter(word).items()) <= stock[0]


@given(words, stocks)
def test_words_are_kept_that_some_stock_spells(keys: list[bytes], given: list[tuple[int, ...]]) -> None:
    """Only the words that a stock spells are kept, in order."""
    expected = sorted({key for key in keys if any(can_spell(key, stock) for stock in given)})
    assert list(spelled(WordList.of(keys), given)) == expected


def test_no_words_and_no_stocks() -> None:
    assert len(spelled(WordList.of([]), [(1, 1)])) == 0
    assert len(spelled(WordList.of([b"\1"]), [])) == 0
