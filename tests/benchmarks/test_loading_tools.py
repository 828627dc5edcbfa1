"""How long a new process takes until computer players can play, with and without the cached words.

Run with `pytest -m benchmark -s`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

from engine import jit

pytestmark = pytest.mark.benchmark

RUNS = 5
LOAD = """
import sys
from time import perf_counter
from engine.loading import cache, load_lexicon, load_variant
from engine.loading.computers import load_tools
variant = load_variant("standard", "en")
words = load_lexicon("english", variant.alphabet)
if sys.argv[1] == "cold":
    cache.read_vocabulary = lambda name: None
    graphs, cache.read_graph = cache.read_graph, lambda name: graphs(name) if name == words.id else None
begun = perf_counter()
load_tools(variant, words)
print(perf_counter() - begun)
"""


def seconds(how: str, folder: Path) -> float:
    """How long the tools of English take in a new process with a cache of its own."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", LOAD, how], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def test_tools_with_cached_words_beside_tools_without(tmp_path: Path) -> None:
    """The kernels are compiled and the graph of all words is cached in both."""
    kernels = jit.cache_folder()
    assert kernels
    shutil.copytree(kernels, tmp_path / "tilewright" / "kernels" / kernels.name)
    seconds("warm", tmp_path)
    pairs = [(seconds("cold", tmp_path), seconds("warm", tmp_path)) for _ in range(RUNS)]
    cold, warm = (median(times) for times in zip(*pairs, strict=True))
    print(f"\ncold {cold:.2f} s, warm {warm:.2f} s: {median(one[1] / one[0] for one in pairs):.2f} times as long")
