"""How fast the best play is found in each language, against English. Run with `pytest -m benchmark -s`."""

from __future__ import annotations

import random
from functools import cache
from statistics import median
from time import perf_counter

import pytest

from engine.loading import list_lexicons, load_lexicon, load_variant
from engine.model.variant import Variant
from engine.play.generator.encoding import EncodedPosition
from engine.play.generator.generator import Generator
from engine.play.generator.wordmap import build_map
from engine.words.graph.build import build_graph
from engine.words.wordlist import WordList
from tests.support.generator_bench import best_time, play_positions

POSITIONS = 300
MOST = 2.0
"""Times English's time that the best play may take in any language."""

pytestmark = pytest.mark.benchmark


@cache
def prepared(code: str) -> tuple[Generator, list[EncodedPosition]]:
    """The generator of a language with its own list, whatever its size, and positions from its own games."""
    variant = load_variant("standard", code)
    (name,) = (info.name for info in list_lexicons() if info.language == code)
    return made(variant, load_lexicon(name, variant.alphabet).word_list())


def made(variant: Variant, words: WordList) -> tuple[Generator, list[EncodedPosition]]:
    """A generator with a word map, and positions from games that it plays."""
    graph = build_graph(words)
    generator = Generator(variant, graph, build_map(graph, 15))
    return generator, play_positions(generator, POSITIONS, random.Random(1))


def compare(code: str) -> float:
    """The median of the times that the best play takes in a language, each as a multiple of English's just after it."""
    ratios = []
    for _ in range(5):
        own, base = (best_time(*prepared(one), perf_counter, 2) for one in (code, "en"))
        ratios.append(own / base)
    print(f"\n{code}: {median(ratios):.2f} times English's time ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


@pytest.mark.parametrize("code", [info.language for info in list_lexicons()])
def test_N22_the_best_play_with_the_words_of_every_language(code: str) -> None:
    """With its own words, up to three times as many, no language takes more than twice English's time."""
    assert compare(code) <= MOST
