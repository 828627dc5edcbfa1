"""How long a new machine or process takes until computer players can play, in each language."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

import pytest

from engine import jit
from engine.loading import list_lexicons, load_lexicon, load_variant
from engine.model.variant import Variant
from engine.play.generator.encoding import EncodedPosition, build_map
from engine.play.generator.generator import Generator
from engine.words.graph.kwg import build_graph
from engine.words.lexicon import WordList
from tests.support.beside import DEALS, FIGURES, GAMES, POSITIONS, SIMULATION, Engine, compare
from tests.support.compiled import COMPILE
from tests.support.generator_bench import best_time, play_positions

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


@pytest.mark.benchmark
def test_tools_with_cached_words_beside_tools_without(tmp_path: Path) -> None:
    """The kernels are compiled and the graph of all words is cached in both."""
    kernels = jit.cache_folder()
    assert kernels
    shutil.copytree(kernels, tmp_path / "tilewright" / "kernels" / kernels.name)
    seconds("warm", tmp_path)
    pairs = [(seconds("cold", tmp_path), seconds("warm", tmp_path)) for _ in range(RUNS)]
    cold, warm = (median(times) for times in zip(*pairs, strict=True))
    print(f"\ncold {cold:.2f} s, warm {warm:.2f} s: {median(one[1] / one[0] for one in pairs):.2f} times as long")


ROUNDS = int(os.environ.get("ROUNDS", "7"))
KIND = "from engine import jit; print(jit.ready_mode())"


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, Engine]:
    """An engine with kernels for any processor, and one with those for this processor."""
    folder = tmp_path_factory.mktemp("kernels")
    own = {**os.environ, jit.MODE: jit.ON}
    found = Engine(variables={**own, jit.MODE: jit.PORTABLE, "XDG_CACHE_HOME": str(folder)}), Engine(variables=own)
    for name, engine in zip(("for any processor", "for this processor"), found, strict=True):
        compile_with(name, engine)
    assert [told(engine, KIND) for engine in found] == [jit.PORTABLE, jit.ON]
    return found


def told(engine: Engine, program: str) -> str:
    """What a program prints in the environment of an engine."""
    process = engine.start("-c", program)
    printed = process.communicate()[0].strip()
    assert process.returncode == 0
    return printed


def compile_with(name: str, engine: Engine) -> None:
    """Compile every kernel that is not compiled yet, and print how long it took."""
    begun, used = perf_counter(), getrusage(RUSAGE_CHILDREN).ru_utime
    told(engine, COMPILE)
    used = getrusage(RUSAGE_CHILDREN).ru_utime - used
    print(f"\ncompiled {name}: {perf_counter() - begun:.0f} s, {used:.0f} s of processor time")


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
def test_time_of_portable_kernels_as_a_share_of_native_ones(kinds: tuple[Engine, Engine]) -> None:
    """Best plays by score and by equity, the best 60, all plays, games of levels 5 to 7, and deals of level 8."""
    for figure, (share, own) in compare(*kinds, ROUNDS, (*FIGURES, SIMULATION)).items():
        print(f"{figure}: {share:.3f} times the time of kernels for this processor; {rate(figure, own)}")
        assert share > 0


def rate(figure: str, seconds: float) -> str:
    """The speed behind processor seconds for a figure's work."""
    if figure == SIMULATION:
        return f"{DEALS / seconds:.0f} deals of all candidates a second"
    if figure in {"level 5", "level 6", "level 7"}:
        return f"{GAMES / seconds:.0f} games a second"
    return f"{1e6 * seconds / POSITIONS:.1f} us"


ROOT = Path(__file__).parents[2]


@pytest.mark.benchmark
@pytest.mark.timeout(1800)
def test_first_moves_without_a_cache(tmp_path: Path) -> None:
    """At several levels, with hints, until everything is compiled and afterwards."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-m", "tests.support.new_machine"], cwd=ROOT, env=environment, check=True)


@pytest.mark.benchmark
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_memory_of_a_bot_with_one_computer_player(language: str) -> None:
    """As levels 4, 7 and 8 move, hints are requested, and every board is played on; with compiled kernels."""
    command = [sys.executable, "-m", "tests.support.new_machine", "memory", language]
    subprocess.run(command, cwd=ROOT, check=True)


POSITIONS_A_LANGUAGE = 300
MOST = 2.0
"""Times English's time that the best play may take in any language."""


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
    return generator, play_positions(generator, POSITIONS_A_LANGUAGE, random.Random(1))


def compare_languages(code: str) -> float:
    """The median of the times that the best play takes in a language, each as a multiple of English's just after it."""
    ratios = []
    for _ in range(5):
        own, base = (best_time(*prepared(one), perf_counter, 2) for one in (code, "en"))
        ratios.append(own / base)
    print(f"\n{code}: {median(ratios):.2f} times English's time ({min(ratios):.2f} to {max(ratios):.2f})")
    return median(ratios)


@pytest.mark.benchmark
@pytest.mark.parametrize("code", [info.language for info in list_lexicons()])
def test_N22_the_best_play_with_the_words_of_every_language(code: str) -> None:
    """With its own words, up to three times as many, no language takes more than twice English's time."""
    assert compare_languages(code) <= MOST
