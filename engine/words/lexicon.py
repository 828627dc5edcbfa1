"""Lexicons and the stores of their words: one interface, a sorted list that needs no graph, and a server's changes."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NewType, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, UnknownLetter
from engine.model.tiles import BLANK, Alphabet, Word
from engine.sentences import Internal

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


def made_of(words: Words, counts: Sequence[int], blanks: int, shortest: int) -> Iterator[Key]:
    """Words of at least that length made from letters and blanks; `counts[i]` is how often letter i is available."""
    left = list(counts)
    yield from _made_of(words, words.root(), b"", left, blanks, shortest)


def _made_of(words: Words, node: Node, start: Key, left: list[int], blanks: int, shortest: int) -> Iterator[Key]:
    for letter, accepts, child in words.children(node):
        real = left[letter] > 0
        if not real and not blanks:
            continue
        key = start + bytes((letter,))
        if accepts and len(key) >= shortest:
            yield key
        if real:
            left[letter] -= 1
        yield from _made_of(words, child, key, left, blanks if real else blanks - 1, shortest)
        if real:
            left[letter] += 1


ONE, MANY = 0, -1
"""In a pattern of keys, any letter, and any number of letters."""
_SIGNS = {BLANK: ONE, "*": MANY}


def matching(words: Words, pattern: Sequence[int]) -> Iterator[Key]:
    """Words of a form: letters by their numbers, `ONE` and `MANY`."""
    return _matching(words, words.root(), b"", pattern, _going_on(pattern, {0}))


def _matching(words: Words, node: Node, start: Key, pattern: Sequence[int], places: set[int]) -> Iterator[Key]:
    """The words that begin with `start`, after which the pattern can go on at several places."""
    for letter, accepts, child in words.children(node):
        fits = {one for one in places if one < len(pattern) and pattern[one] in (ONE, MANY, letter)}
        after = _going_on(pattern, {one + (pattern[one] != MANY) for one in fits})
        key = start + bytes((letter,))
        if accepts and len(pattern) in after:
            yield key
        if after:
            yield from _matching(words, child, key, pattern, after)


def _going_on(pattern: Sequence[int], places: set[int]) -> set[int]:
    """The places in a pattern, and those after what may stand for nothing."""
    found = set(places)
    for place in places:
        while place < len(pattern) and pattern[place] == MANY:
            place += 1
            found.add(place)
    return found


@dataclass(frozen=True, slots=True)
class WordHooks:
    """The letters that make another word when added in front of a word, and after it."""

    front: tuple[str, ...]
    back: tuple[str, ...]


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


MOST_CHANGES = 2_000
"""Most changes kept beside a base; with more, all words are merged into one list."""


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words over an alphabet. The base never changes: `added` and `removed` are kept beside it.

    `added` holds no words of the base and `removed` only words of it, so that the same words from the same base have
    the same identity, whatever the order of changes. Compare lexicons by `id`. Threads may share one.

    `"HELLO" in lexicon` looks a word up. A loop goes through the words as tuples of letters, which `alphabet.spell`
    turns into text.
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

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return isinstance(word, tuple) and self.contains(word)
        try:
            return self.contains(self.alphabet.split(word))
        except UnknownLetter:
            return False

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

    def anagrams(self, letters: str, shortest: int | None = None) -> tuple[str, ...]:
        """The words made of all letters of a text, `?` being any letter; with `shortest`, of some of them.

        Raises `UnknownLetter`.
        """
        return tuple(map(self.alphabet.spell, self.made_of(self._letters(letters), shortest)))

    def hooks(self, word: str) -> WordHooks:
        """The letters that make another word in front of one and after it. Raises `UnknownLetter`."""
        middle, letters = self.alphabet.split(word), self.alphabet.letters
        front = tuple(letter for letter in letters if self.contains((letter, *middle)))
        return WordHooks(front, tuple(letter for letter in letters if self.contains((*middle, letter))))

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The words of a form: `?` stands for one letter, `*` for any number of them, as in `?AT` and `*ING`.

        Raises `UnknownLetter`.
        """
        signs = [_SIGNS[one] if one in _SIGNS else self._index[one] for one in self._letters(pattern)]
        return tuple(map(self.alphabet.spell, self._find(lambda words: matching(words, signs))))

    def words_not_in(self, other: Lexicon) -> tuple[str, ...]:
        """The words that another lexicon over the same letters lacks. Raises `BadData` for other letters."""
        if self.alphabet.letters != other.alphabet.letters:
            raise BadData("lexicon", Internal("has other letters"))
        keys = self.word_list().keys
        return tuple(self.alphabet.spell(self.word(key)) for key in keys[~other.contains_each(keys)].tolist())

    def _letters(self, text: str) -> Iterator[str]:
        """The letters of a text, with the signs of patterns as they are."""
        text, position = self.alphabet.normal(text), 0
        while position < len(text):
            if (letter := text[position]) in _SIGNS:
                position += 1
            else:
                letter, position = self.alphabet.read(text, position)
            yield letter

    def made_of(self, letters: Iterable[str], shortest: int | None = None) -> tuple[Word, ...]:
        """The words made of all these letters, `?` being any letter; with `shortest`, of some of them.

        Raises `KeyError` for a letter of another alphabet.
        """
        rack = list(letters)
        counts = [0] * (len(self.alphabet) + 1)
        for letter in rack:
            counts[0 if letter == BLANK else self._index[letter]] += 1
        least = len(rack) if shortest is None else shortest
        return self._find(lambda words: made_of(words, counts, counts[0], least))

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
