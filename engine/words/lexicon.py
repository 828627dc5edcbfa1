"""A lexicon: the words that are valid in a game. A base list plus changes by a server or a host."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.model.alphabet import Alphabet, Word
from engine.words import search
from engine.words.store import Key, Words
from engine.words.wordlist import LexiconId, WordList, content_id

BLANK = "?"

MOST_CHANGES = 2_000
"""Most changes kept beside a base; with more, all words are merged into one list."""


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words over an alphabet. The base never changes: `added` and `removed` are kept beside it.

    `added` holds no words of the base and `removed` only words of it, so that the same words from the same base have
    the same identity, whatever the order of changes. Compare lexicons by `id`.
    """

    name: str
    alphabet: Alphabet
    base: Words
    base_id: LexiconId
    added: frozenset[Key] = frozenset()
    removed: frozenset[Key] = frozenset()
    _index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        index = {letter: i for i, letter in enumerate(self.alphabet.letters, 1)}
        object.__setattr__(self, "_index", index)

    @classmethod
    def of(cls, name: str, alphabet: Alphabet, words: WordList) -> Lexicon:
        """The lexicon of a list, which may be empty."""
        return cls(name, alphabet, words, content_id(words, alphabet))

    @property
    def id(self) -> LexiconId:
        """The identity that a game pins: the same for the same base and changes, on any machine."""
        if not self.is_changed:
            return self.base_id
        digest = hashlib.sha256(self.base_id.encode())
        for sign, keys in ((b"+", self.added), (b"-", self.removed)):
            for key in sorted(keys):
                digest.update(b"\0" + sign + key)
        return LexiconId(digest.hexdigest()[:32])

    @property
    def is_changed(self) -> bool:
        """Whether any words were added to the base or removed from it."""
        return bool(self.added or self.removed)

    def __len__(self) -> int:
        return len(self.base) + len(self.added) - len(self.removed)

    def __iter__(self) -> Iterator[Word]:
        keys = self.word_list() if self.is_changed else self.base
        return map(self.word, keys)

    def contains(self, word: Word) -> bool:
        """Whether a word is valid; a word with letters of another alphabet is not."""
        index = self._index
        try:
            key = bytes([index[letter] for letter in word])
        except KeyError:
            return False
        return key in self.added or (key not in self.removed and self.base.contains(key))

    def contains_each(self, keys: NDArray[np.bytes_]) -> NDArray[np.bool_]:
        """Which of many keys are valid words."""
        added, removed = (WordList.of(changes).contains_each(keys) for changes in (self.added, self.removed))
        return added | (self.base.contains_each(keys) & ~removed)

    def key(self, word: Word) -> Key:
        """The key of a word. Raises `KeyError` for a letter of another alphabet."""
        return bytes([self._index[letter] for letter in word])

    def word(self, key: Key) -> Word:
        """The word of a key."""
        return tuple([self.alphabet.letters[i - 1] for i in key])

    def with_words(self, words: Iterable[Word]) -> Lexicon:
        """The lexicon with these words added, even if removed before. Raises `KeyError` as `key` does."""
        keys = {self.key(word) for word in words}
        new = {key for key in keys if not self.base.contains(key)}
        return replace(self, added=self.added | new, removed=self.removed - keys)

    def without_words(self, words: Iterable[Word]) -> Lexicon:
        """The lexicon without these words; words not in it are ignored."""
        keys = {self.key(word) for word in words if self.contains(word)}
        return replace(self, added=self.added - keys, removed=self.removed | (keys - self.added))

    def changed(self, added: WordList, removed: WordList) -> Lexicon:
        """The lexicon with words removed, then others added.

        Many changes are merged into a new list, because every look-up and identity would have to scan them.
        """
        if len(added) + len(removed) > MOST_CHANGES:
            return Lexicon.of(self.name, self.alphabet, self.word_list().changed((), removed).changed(added, ()))
        changed = self.without_words(map(self.word, removed))
        return changed.with_words(map(self.word, added))

    def word_list(self) -> WordList:
        """All words as one list; takes about a second for a changed graph."""
        base = self.base if isinstance(self.base, WordList) else WordList.of(self.base)
        return base.changed(self.added, self.removed) if self.is_changed else base

    def anagrams(self, letters: Iterable[str], shortest: int | None = None) -> tuple[Word, ...]:
        """The words made of all these letters, `?` being any letter; with `shortest`, of some of them.

        Raises `KeyError` for a letter of another alphabet.
        """
        rack = list(letters)
        counts = [0] * (len(self.alphabet) + 1)
        for letter in rack:
            counts[0 if letter == BLANK else self._index[letter]] += 1
        least = len(rack) if shortest is None else shortest
        return self._find(lambda words: search.made_of(words, counts, counts[0], least))

    def _find(self, find: Callable[[Words], Iterator[Key]]) -> tuple[Word, ...]:
        found = [key for key in find(self.base) if key not in self.removed]
        if self.added:
            found = sorted([*found, *find(WordList.of(self.added))])
        return tuple(map(self.word, found))


def union(name: str, lexicons: Sequence[Lexicon]) -> Lexicon:
    """The lexicon of all words of several over one alphabet, under a name of its own.

    Takes about a second for several hundred thousand words. A single lexicon keeps its identity.
    """
    first, *others = lexicons
    if not others:
        return replace(first, name=name)
    words = first.word_list()
    for other in others:
        words = words.union(other.word_list())
    return Lexicon.of(name, first.alphabet, words)
