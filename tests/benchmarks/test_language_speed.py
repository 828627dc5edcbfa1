"""How fast the best play is found in each language, against English. Run with `pytest -m benchmark -s`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from statistics import median
from time import perf_counter

import pytest

from engine.loading import list_languages, list_lexicons, load_lexicon, load_variant
from engine.model.variant import Variant
from engine.play.generator.encoding import Position
from engine.play.generator.generator import Generator
from engine.play.generator.wordmap import build_map
from engine.words.graph.build import build_graph
from engine.words.wordlist import WordList
from tests.support.games import STANDARD
from tests.support.generator_bench import measure, play_positions
from tests.support.words import english

POSITIONS = 300
MOST = 2.0
"""Times English's time that the best play may take in any language."""

pytestmark = pytest.mark.benchmark


def by_frequency(variant: Variant) -> list[int]:
    """The indexes of all letters, those with the most tiles first."""
    tiles = [tile.letter for tile in variant.tile_set.tiles]
    letters = variant.alphabet.letters
    return [variant.alphabet.index(one) for one in sorted(letters, key=lambda letter: -tiles.count(letter))]


def enciphered(variant: Variant) -> Iterator[bytes]:
    """The English list in a language's letters: as many words of the same lengths, common letters for common ones.

    Letters beyond the first 26 share the place of one of these, so that all of them occur and no two words coincide.
    """
    own = by_frequency(variant)
    places = {letter: own[rank::26] for rank, letter in enumerate(by_frequency(STANDARD))}
    for number, word in enumerate(english().word_list()):
        yield bytes(places[letter][number % len(places[letter])] for letter in word)


@cache
def prepared(code: str) -> tuple[Generator, list[Position]]:
    """The generator of a language with a list of English's size, and positions from its own games."""
    variant = load_variant("standard", code)
    words = WordList.of(enciphered(variant))
    assert len(words) == len(english().word_list())
    return made(variant, words)


@cache
def prepared_with_own_words(code: str) -> tuple[Generator, list[Position]]:
    """The generator of a language with its own list, whatever its size, and positions from its own games."""
    variant = load_variant("standard", code)
    (name,) = (info.name for info in list_lexicons() if info.language == code)
    return made(variant, load_lexicon(name, variant.alphabet).word_list())


def made(variant: Variant, words: WordList) -> tuple[Generator, list[Position]]:
    """A generator with a word map, and positions from games that it plays."""
    graph = build_graph(words)
    generator = Generator(variant, graph, build_map(graph, 15))
    return generator, play_positions(generator, POSITIONS, random.Random(1))


def compare(code: str, prepare: Callable[[str], tuple[Generator, list[Position]]]) -> float:
    """The median of the times that the best play takes in a language, each as a multiple of English's just after it."""
    ratios = []
    for _ in range(5):
        own, base = (measure(*prepare(one), perf_counter, runs=2).best_mean for one in (code, "en"))
        ratios.append(own / base)
    print(f"\n{code}: {median(ratios):.2f} times English's time ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


@pytest.mark.parametrize("code", list_languages())
def test_N11_the_best_play_in_every_language(code: str) -> None:
    """With lists of one size, no language takes more than twice English's time."""
    assert compare(code, prepared) <= MOST


@pytest.mark.parametrize("code", [info.language for info in list_lexicons()])
def test_N22_the_best_play_with_the_words_of_every_language(code: str) -> None:
    """With its own words, up to three times as many, no language takes more than twice English's time either."""
    assert compare(code, prepared_with_own_words) <= MOST
