"""Figures of the word graph: building, size, lookups compared with Python's own set, searches."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from engine.words.graph.build import build_graph
from engine.words.wordlist import WordList
from tests.support.words import english

pytestmark = pytest.mark.benchmark


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def test_building_beside_sorting() -> None:
    """Building takes a small multiple of sorting the same words in Python."""
    words = english().word_list()
    keys = list(words)[::-1]
    sorting = min(seconds(lambda: sorted(keys, key=lambda key: key[::-1])) for _ in range(3))
    building = min(seconds(lambda: build_graph(words)) for _ in range(3))
    graph = build_graph(words)
    print(f"\n{len(words)} words: built in {building:.2f} s ({building / sorting:.1f} sorts)")
    print(f"{len(graph.nodes)} nodes, {graph.nodes.nbytes / 1e6:.2f} MB")
    assert building < 40 * sorting


def test_lookup_beside_a_set() -> None:
    """Lookups in graph and list compared with a set of the same keys."""
    words = english().word_list()
    keys = list(words)[::11]
    graph, known = build_graph(words), set(words)
    for name, contains in (("set", known.__contains__), ("graph", graph.contains), ("list", words.contains)):
        took = min(seconds(lambda contains=contains: all(map(contains, keys))) for _ in range(3))
        print(f"\n{name}: {len(keys) / took:,.0f} lookups/s", end="")
    print()


def test_memory_beside_a_set() -> None:
    """The list takes less memory than a set of the same keys."""
    words = english().word_list()
    tracemalloc.start()
    as_set = set(words)
    of_set = tracemalloc.get_traced_memory()[0]
    as_list = WordList.of(as_set)
    of_list = tracemalloc.get_traced_memory()[0] - of_set
    tracemalloc.stop()
    of_graph = build_graph(as_list).nodes.nbytes
    print(f"\nset {of_set / 1e6:.1f} MB, list {of_list / 1e6:.1f} MB, graph {of_graph / 1e6:.1f} MB")
    assert of_list < of_set
