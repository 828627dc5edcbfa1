"""How the time of each reader grows, what a separate process costs, and figures of the word graph."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engines.reading.process import Sandbox
from bot.model.words import alphabet_data
from bot.wiring.readingjobs import word_list
from engine.errors import EngineError
from engine.formats import cardwords, gamejson, gcg, klv, varianttoml
from engine.formats.cardwords import Source
from engine.formats.replay import replay
from engine.limits import CHAT, COMMAND_LINE
from engine.loading import parse_word_list, resource_folder, shipped_words
from engine.loading.cache import unpack
from engine.words.graph import kwg
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import WordList
from tests.support.games import STANDARD
from tests.support.malformed import HEAD
from tests.support.oversized import TINY, finished_game, packed, variant_text
from tests.support.words import ENGLISH, SPANISH, english

LIMITS = replace(COMMAND_LINE, events=10**9, words=10**9)
SIZES = 4
MOST = 3.2
"""A quadratic reader takes four times as long for twice the input."""


def _words(count: int) -> list[str]:
    letters = ENGLISH.letters
    return ["".join(letters[number // 26**place % 26] for place in range(5)) for number in range(0, 7 * count, 7)]


def _read_words(text: str, alphabet: object = ENGLISH) -> Callable[[], object]:
    data = packed(text.encode())
    return lambda: parse_word_list(data, alphabet, "x", strict=False, limits=LIMITS)  # type: ignore[arg-type]


def _game_of(hints_given: int) -> Callable[[], object]:
    game = finished_game()
    events = game["events"]
    place = next(number for number, event in enumerate(events) if event["type"] == "Passed")
    hints = [
        {"type": "HintGiven", "v": 1, "at": events[place]["at"], "seat": 0, "kind": "nudge", "cost": 0}
    ] * hints_given
    text = json.dumps(game | {"events": events[:place] + hints + events[place:], "turns": None})
    return lambda: gamejson.read(text, LIMITS)


def _graph(count: int) -> Callable[[], object]:
    keys = WordList.of(list(english().word_list())[:count])
    data = kwg.encode(build_graph(keys))
    return lambda: list(kwg.decode(data, 26, limits=LIMITS))


def _leaves(count: int) -> Callable[[], object]:
    path = resource_folder("data") / "leaves" / "standard-en.klv2.xz"
    leaves = klv.decode(unpack(path.read_bytes(), "leaves", LIMITS.graph_bytes), 26, limits=LIMITS)
    some = replace(leaves, rows=leaves.rows[:count].copy(), values=leaves.values[:count].copy())
    data = klv.encode(some)
    return lambda: klv.decode(data, 26, limits=LIMITS)


def _cardwords(words: str = "AB\n", **files: str) -> Callable[[], object]:
    texts = TINY | files

    def read() -> object:
        charset, cards, table, bonus = (Source(name, texts[name]) for name in ("charset", "cards", "table", "bonus"))
        return cardwords.read_game("x", "en", (charset, cards, table, bonus), [Source("w", words)], (), LIMITS)

    return read


def _variant(more: str) -> Callable[[], object]:
    return lambda: varianttoml.read(variant_text(new=more), "x", None, LIMITS)


def _record(text: str) -> Callable[[], object]:
    return lambda: gcg.read((HEAD + text).encode(), LIMITS)


def _replay(text: str) -> Callable[[], object]:
    game = gcg.read((HEAD + text).encode(), LIMITS)
    return lambda: replay(game, STANDARD)


KINDS: Mapping[str, Callable[[int], Callable[[], object]]] = {
    "words": lambda n: _read_words("\n".join(_words(20 * n))),
    "words of long letters": lambda n: _read_words("CHA\nLLAR\n" * 5 * n, SPANISH),
    "open brackets": lambda n: _read_words("[" * 20 * n + "\nAB\n"),
    "short words and a long one": lambda n: _read_words("AB\n" * 50 * n + "A" * 31 + "\n"),
    "word graph": lambda n: _graph(5 * n),
    "leaves": lambda n: _leaves(20 * n),
    "variant of keys": lambda n: _variant("[colours]\n" + "".join(f"a{i} = 1\n" for i in range(n))),
    "variant of comments": lambda n: _variant("# '\n" * n),
    "cards": lambda n: _cardwords(cards="9\n" + "[A 1]\n" * n),
    "table": lambda n: _cardwords(table="9*9 (0,0) " + "(0,0) B\n" * n),
    "dictionary": lambda n: _cardwords("\n".join("A" * (2 + i % 29) for i in range(n))),
    "record of a note": lambda n: _record("#note x\n" + "y\n" * 10 * n),
    "record of passes": lambda n: _record(">a: AB - +0 0\n" * n),
    "replay of passes": lambda n: _replay(">a: AB - +0 0\n" * (n // 4)),
    "game": lambda n: _game_of(n // 16),
}


def _seconds(read: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        with suppress(EngineError):
            read()
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.benchmark
@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_input_takes_about_twice_the_time(kind: str) -> None:
    """Whether it is read or refused; the largest sizes count, at which fixed costs no longer matter."""
    sizes = [4_000 << step for step in range(SIZES)]
    times = [_seconds(KINDS[kind](size)) for size in sizes]
    ratios = [after / before for before, after in pairwise(times)]
    shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"\n{kind}: {times[0] * 1e3:.1f} to {times[-1] * 1e3:.1f} ms; twice as much takes {shown} times as long")
    assert times[-1] < 0.02 or ratios[-1] < MOST


@pytest.mark.benchmark
async def test_reading_a_whole_dictionary() -> None:
    """The first file may wait for the process to start; later ones do not."""
    data = shipped_words("english")
    options = {"where": "words.txt", "most": CHAT.words, **alphabet_data(STANDARD.alphabet)}
    sandbox = Sandbox("bot.wiring.readingjobs")
    try:
        began = time.perf_counter()
        await sandbox.warm()
        started = time.perf_counter()
        output = await sandbox.run("word_list", data, **options)
        read = time.perf_counter()
        assert word_list(data, options).data == output.data
        here = time.perf_counter() - read
        print(
            f"start {started - began:.2f} s; {output.facts['count']:,} words elsewhere {read - started:.2f} s, "
            f"here {here:.2f} s: ratio {(read - started) / here:.2f}"
        )
    finally:
        await sandbox.close()


def seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


@pytest.mark.benchmark
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


@pytest.mark.benchmark
def test_lookup_beside_a_set() -> None:
    """Lookups in graph and list compared with a set of the same keys."""
    words = english().word_list()
    keys = list(words)[::11]
    graph, known = build_graph(words), set(words)
    for name, contains in (("set", known.__contains__), ("graph", graph.contains), ("list", words.contains)):
        took = min(seconds(lambda contains=contains: all(map(contains, keys))) for _ in range(3))
        print(f"\n{name}: {len(keys) / took:,.0f} lookups/s", end="")
    print()


@pytest.mark.benchmark
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
