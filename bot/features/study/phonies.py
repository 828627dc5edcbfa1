"""Phonies that look like words: one letter of a real word is changed, and every three letters in a row stay usual."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.model.alphabet import Word

_EDGE = ""
MOST_TRIED = 400
"""How many changes of one word are looked at."""
_SHORTEST_PART = 4
"""Unwanted words of this many letters are not shown inside a phony either."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """Which letters follow each other in a language's words; the edge of a word counts as a letter."""

    triples: frozenset[Word]

    @staticmethod
    def of(words: Iterable[Word]) -> Patterns:
        """The patterns of some words."""
        return Patterns(frozenset(triple for word in words for triple in _triples(word)))

    def allow(self, letters: Word) -> bool:
        """Whether letters could be a word, as far as three in a row tell."""
        return all(triple in self.triples for triple in _triples(letters))


def _triples(word: Word) -> Iterator[Word]:
    whole = (_EDGE, *word, _EDGE)
    return (whole[start : start + 3] for start in range(len(whole) - 2))


def phony_like(
    word: Word,
    letters: Iterable[str],
    patterns: Patterns,
    is_fit: Callable[[Word], bool],
    luck: random.Random,
) -> Word | None:
    """A phony with one letter of a word changed, that fits; None if there is none."""
    known = sorted(letters)
    changes = [(place, letter) for place in range(len(word)) for letter in known if letter != word[place]]
    tried = luck.sample(changes, min(len(changes), MOST_TRIED))
    made = ((*word[:place], letter, *word[place + 1 :]) for place, letter in tried)
    return next(islice((one for one in made if patterns.allow(one) and is_fit(one)), 1), None)


def shows(letters: Word, unwanted: Iterable[Word]) -> bool:
    """Whether letters are an unwanted word, or have one of some length inside."""
    text = "".join(letters)
    words = ("".join(word) for word in unwanted)
    return any(word == text or (len(word) >= _SHORTEST_PART and word in text) for word in words)
