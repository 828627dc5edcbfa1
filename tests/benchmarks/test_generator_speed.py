"""How fast plays are found: figures for the standard game and its English list. Run with `pytest -m benchmark -s`."""

from __future__ import annotations

import random
import resource
from time import perf_counter

import pytest

from engine.loading import load_graph
from engine.play.generator.encoding import Position
from engine.play.generator.generator import Generator
from engine.play.generator.wordmap import build_map
from tests.support.games import STANDARD
from tests.support.generator_bench import measure, play_positions
from tests.support.words import english

POSITIONS = 2000

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def graph_only() -> Generator:
    """The generator without a word map."""
    return Generator(STANDARD, load_graph(english()))


@pytest.fixture(scope="module")
def with_map(graph_only: Generator) -> Generator:
    """The generator with a word map."""
    start = perf_counter()
    word_map = build_map(load_graph(english()), 15)
    assert word_map
    size = (word_map.longs.nbytes + word_map.ints.nbytes) / 1e6
    print(f"\nword map: {size:.1f} MB, built in {perf_counter() - start:.2f} s")
    return Generator(STANDARD, load_graph(english()), word_map)


@pytest.fixture(scope="module")
def positions(with_map: Generator) -> list[Position]:
    """Positions from self-play by best score."""
    return play_positions(with_map, POSITIONS, random.Random(1))


def test_microseconds_per_position(graph_only: Generator, with_map: Generator, positions: list[Position]) -> None:
    """Best play and all plays, with and without the word map, on one thread; both find the same number of plays."""
    plays = set()
    for name, generator in (("without map", graph_only), ("with map", with_map)):
        figures = measure(generator, positions, perf_counter)
        plays.add(figures.plays)
        print(
            f"\n{name}: {figures.positions} positions, best {figures.best_mean:.1f} us (median"
            f" {figures.best_median:.1f}), all {figures.all_mean:.1f} us (median {figures.all_median:.1f}),"
            f" {figures.plays} plays, {figures.plays_per_second / 1e6:.2f} million a second"
        )
    assert len(plays) == 1
    print(f"most memory used by this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
