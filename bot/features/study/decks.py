"""Lists of questions: which words a list has, the most useful first, and phonies. Built in a thread."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from bot.features.study.store import Drill, Item, QuestionKind
from engine.computer.tools import Vocabulary
from engine.loading import list_languages, load_language
from engine.loading.computers import has_vocabulary, load_coarse, load_unwanted, load_vocabulary
from engine.model.tiles import Word
from engine.model.variant import Variant
from engine.words.fitting import Rows, words_of_length
from engine.words.lexicon import Lexicon

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


def shows(letters: Word, unwanted: AbstractSet[Word]) -> bool:
    """Whether letters are an unwanted word, or have one of some length inside."""
    parts = (
        letters[start:end] for start in range(len(letters)) for end in range(start + _SHORTEST_PART, len(letters) + 1)
    )
    return letters in unwanted or any(part in unwanted for part in parts)


SHORT_WORD = 3
LONGEST_DECK = 2_000
"""Questions in a list."""
MOST_OF_LENGTH = 600
"""Words of one length in a list, the most probable ones; of up to three letters, all."""
DEAR_LETTERS = 4
"""How many letters, with the most points, are dear; those that are worth as much as the last of them are too."""
_LENGTHS = {
    Drill.TWO: (2,),
    Drill.THREE: (3,),
    Drill.DEAR: (2, 3, 4, 5),
    Drill.VOWELS: (4, 5, 6, 7),
    Drill.SEVENS: (7,),
    Drill.EIGHTS: (8,),
    Drill.ANAGRAMS: (5,),
    Drill.HOOKS: (2, 3),
}
_KINDS = {
    Drill.SEVENS: (QuestionKind.ANAGRAM,),
    Drill.EIGHTS: (QuestionKind.ANAGRAM,),
    Drill.ANAGRAMS: (QuestionKind.ANAGRAM,),
    Drill.HOOKS: (QuestionKind.FRONT, QuestionKind.BACK),
}
"""What is asked in a list; in the others, whether something is a word."""
_TAUGHT_BY = (2, 3, 4)
"""Lengths of the words from which the letter patterns of a language are learnt."""


@dataclass(frozen=True)
class StudyWords:
    """A dictionary to study, with the tiles of a variant. Its methods may take a second: call them in a thread.

    `is_family` leaves out coarse words too.
    """

    lexicon: Lexicon
    variant: Variant
    is_family: bool = True
    _lists: dict[Drill, tuple[Item, ...]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def unwanted(self) -> frozenset[Word]:
        """The words that are not shown: those that hints leave out in the same place."""
        language, lexicon = self.variant.language, self.lexicon
        coarse = load_coarse(language, lexicon) if self.is_family else frozenset()
        return frozenset(map(lexicon.word, load_unwanted(language, lexicon) | coarse))

    @cached_property
    def vowels(self) -> frozenset[str]:
        """The vowels of the language; none if its file does not exist."""
        language = self.variant.language
        return load_language(language).vowels if language in list_languages() else frozenset()

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """How common words are; None if nobody has counted them for this language."""
        return load_vocabulary(self.variant.language, self.lexicon) if has_vocabulary(self.variant.language) else None

    @cached_property
    def patterns(self) -> Patterns:
        """The letter patterns of the language's short words."""
        return Patterns.of(word for length in _TAUGHT_BY for word in self.words(length))

    @cached_property
    def dear(self) -> frozenset[str]:
        """The letters worth most."""
        points = {tile.letter: tile.points for tile in self.variant.tile_set.kinds if not tile.is_blank}
        ordered = sorted(points.values(), reverse=True)
        least = ordered[min(DEAR_LETTERS, len(ordered)) - 1] if ordered else 0
        return frozenset(letter for letter, worth in points.items() if worth >= least)

    @cached_property
    def _bag(self) -> Counter[str]:
        return Counter(tile.letter for tile in self.variant.tile_set.tiles)

    def words(self, length: int) -> Iterator[Word]:
        """All words of a length."""
        return map(self.lexicon.word, words_of_length(self.lexicon, length).tolist())

    def deck(self, deck: Drill) -> tuple[Item, ...]:
        """The questions of a list: short words first, then the most probable to be drawn."""
        if deck not in self._lists:
            self._lists[deck] = tuple(islice(self._made(deck), LONGEST_DECK))
        return self._lists[deck]

    def _made(self, deck: Drill) -> Iterator[Item]:
        kinds = _KINDS.get(deck, (QuestionKind.WORD,))
        for length in _LENGTHS.get(deck, ()):
            rows = words_of_length(self.lexicon, length)
            rows = self._sets(rows, deck) if kinds == (QuestionKind.ANAGRAM,) else rows[self._suit(rows, deck)]
            most = MOST_OF_LENGTH if length > SHORT_WORD else len(rows)
            for key in rows[np.argsort(-ways_to_draw(rows, self._counts), kind="stable")][:most].tolist():
                items = (Item(kind, self.lexicon.word(key)) for kind in kinds)
                yield from (item for item in items if not self.shows_unwanted(item))

    def _suit(self, rows: Rows, deck: Drill) -> NDArray[np.bool_]:
        """Which words have what a list is about."""
        if deck is Drill.DEAR:
            return np.asarray(np.isin(rows, self._numbers(self.dear)).any(axis=1), bool)
        if deck is Drill.VOWELS:
            consonants = (~np.isin(rows, self._numbers(self.vowels))).sum(axis=1)
            return np.asarray((consonants <= _consonants(rows.shape[1])) & bool(self.vowels), bool)
        return np.ones(len(rows), bool)

    def suits(self, word: Word, deck: Drill) -> bool:
        """Whether letters have what a list is about."""
        return bool(self._suit(np.array([list(self.lexicon.key(word))], np.uint8), deck)[0])

    def _sets(self, rows: Rows, deck: Drill) -> Rows:
        """The letters of words, in alphabetical order; in the drill, those that make several words."""
        sets, counts = np.unique(np.sort(rows, axis=1), axis=0, return_counts=True)
        return sets[counts >= (2 if deck is Drill.ANAGRAMS else 1)]

    def sorted(self, word: Word) -> Word:
        """The letters of a word in alphabetical order."""
        return tuple(sorted(word, key=self.lexicon.alphabet.index))

    def _numbers(self, letters: Iterable[str]) -> list[int]:
        return [self.lexicon.alphabet.index(letter) for letter in letters if letter in self.lexicon.alphabet]

    @cached_property
    def _counts(self) -> tuple[int, ...]:
        """How many tiles of each letter there are, by its number in the alphabet; blanks are number 0."""
        return (self._bag[""], *(self._bag[letter] for letter in self.lexicon.alphabet.letters))

    def rank(self, word: Word) -> int | None:
        """How many words are more common; None for a rare word, or where nobody has counted."""
        if self.vocabulary is None:
            return None
        rank = self.vocabulary.rank(self.lexicon.key(word))
        return rank if rank < len(self.vocabulary) else None

    def phony(self, word: Word, deck: Drill, luck: random.Random) -> Item | None:
        """A phony that resembles a word of a list and would suit it; None if there is none."""
        made = phony_like(word, self._letters, self.patterns, lambda letters: self._is_phony(letters, deck), luck)
        return Item(QuestionKind.WORD, made) if made else None

    @cached_property
    def _letters(self) -> frozenset[str]:
        return frozenset(self._bag) & frozenset(self.lexicon.alphabet.letters)

    def _is_phony(self, letters: Word, deck: Drill) -> bool:
        fits = self.suits(letters, deck) and not self.lexicon.contains(letters)
        return fits and not shows(letters, self.unwanted)

    # --- answers ---

    def solutions(self, item: Item) -> tuple[Word, ...]:
        """The words that answer a question: those made from its letters, or with a letter in front or after them.

        Of the question whether something is a word, that word; none if it is a phony.
        """
        match item.kind:
            case QuestionKind.WORD:
                return (item.letters,) if self.lexicon.contains(item.letters) else ()
            case QuestionKind.ANAGRAM:
                return self.lexicon.made_of(item.letters)
            case QuestionKind.FRONT:
                return self._real((letter, *item.letters) for letter in self.lexicon.alphabet.letters)
            case QuestionKind.BACK:
                return self._real((*item.letters, letter) for letter in self.lexicon.alphabet.letters)

    def _real(self, words: Iterable[Word]) -> tuple[Word, ...]:
        return tuple(filter(self.lexicon.contains, words))

    def shows_unwanted(self, item: Item) -> bool:
        """Whether a question or its answer would show a word that nobody is shown."""
        letters = item.letters
        match item.kind:
            case QuestionKind.WORD:
                return shows(letters, self.unwanted)
            case QuestionKind.ANAGRAM:
                return self.sorted(letters) in self._unwanted_sets
            case QuestionKind.FRONT:
                return letters in self._unwanted_tails
            case QuestionKind.BACK:
                return letters in self._unwanted_heads

    @cached_property
    def _unwanted_sets(self) -> frozenset[Word]:
        return frozenset(map(self.sorted, self.unwanted))

    @cached_property
    def _unwanted_tails(self) -> frozenset[Word]:
        return self.unwanted | {word[1:] for word in self.unwanted}

    @cached_property
    def _unwanted_heads(self) -> frozenset[Word]:
        return self.unwanted | {word[:-1] for word in self.unwanted}


def ways_to_draw(rows: Rows, counts: Sequence[int]) -> NDArray[np.float64]:
    """In how many ways tiles make each word, blanks (`counts[0]`) included: its probability among those of its length.

    `counts[i]` is how many tiles letter i has.
    """
    blanks = counts[0]
    ways = np.zeros((len(rows), blanks + 1))
    ways[:, 0] = 1
    for letter, have in enumerate(counts[1:], 1):
        needed = (rows == letter).sum(axis=1)
        table = [[_choices(have, need - used) for used in range(blanks + 1)] for need in range(rows.shape[1] + 1)]
        ways = _multiplied(ways, np.array(table)[needed])
    return np.asarray(ways @ np.array([comb(blanks, used) for used in range(blanks + 1)], float), float)


def _choices(have: int, need: int) -> float:
    return float(comb(have, need)) if need >= 0 else 0.0


def _multiplied(ways: NDArray[np.float64], some: NDArray[np.float64]) -> NDArray[np.float64]:
    """The products of polynomials, without the terms of more blanks than there are."""
    after = np.zeros_like(ways)
    for used in range(ways.shape[1]):
        after[:, used:] += ways[:, : ways.shape[1] - used] * some[:, used : used + 1]
    return after


def _consonants(length: int) -> int:
    """How many consonants a word of that length can have among its vowels."""
    return 1 if length < 6 else 2
