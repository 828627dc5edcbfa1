"""How fast plays are found: figures for the standard game and its English list. Run with `pytest -m benchmark -s`."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

import pytest

from engine.loading import load_graph
from engine.play.generator.encoding import Position
from engine.play.generator.generator import NO_VALUES, Generator
from engine.play.generator.kernels import search
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


def search_all(generator: Generator, positions: list[Position], limit: int) -> None:
    """The best plays of every position, or all of them for 0."""
    for position in positions:
        search.best_plays(*generator.arrays, NO_VALUES, position.board, position.rack, limit)


def seconds(run: Callable[[], object]) -> float:
    """The duration of a call, in seconds."""
    start = perf_counter()
    run()
    return perf_counter() - start


@pytest.mark.parametrize("limit", [0, 1])
def test_two_threads_against_one(with_map: Generator, positions: list[Position], limit: int) -> None:
    """Kernels release the interpreter lock, so that two threads do almost twice the work of one.

    Calls as short as the one for the best play lose some of that to handing over the lock.
    """
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(7):
            alone = seconds(lambda: search_all(with_map, positions, limit))
            both = seconds(lambda: list(pool.map(lambda _: search_all(with_map, positions, limit), range(2))))
            ratios.append(2 * alone / both)
    name = "best play" if limit else "all plays"
    print(
        f"\n{name}: two threads do {median(ratios):.2f} times the work of one ({min(ratios):.2f} to {max(ratios):.2f})"
    )


async def test_lag_of_an_event_loop_while_two_threads_generate(with_map: Generator, positions: list[Position]) -> None:
    """How late a loop wakes up from repeated sleeps of a millisecond."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(2) as pool:
        jobs = [loop.run_in_executor(pool, search_all, with_map, positions, 0) for _ in range(2)]
        await print_lags("two threads generate", *jobs)


async def test_lag_of_an_event_loop_while_kernels_compile_cold(tmp_path: Path) -> None:
    """Another process fills the cold cache, as in the bot; none of that work is on the loop."""
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    compiling = await asyncio.create_subprocess_exec(sys.executable, "-m", "engine.jit", env=environment)
    await print_lags("kernels compile", asyncio.ensure_future(compiling.wait()))
    assert compiling.returncode == 0


async def print_lags(what: str, *jobs: asyncio.Future[Any]) -> None:
    """How late the loop wakes up from sleeps of a millisecond until all jobs are done."""
    began, lags = perf_counter(), []
    while not all(job.done() for job in jobs):
        start = perf_counter()
        await asyncio.sleep(0.001)
        lags.append((perf_counter() - start - 0.001) * 1000)
    await asyncio.gather(*jobs)
    print(
        f"\nevent loop while {what}: {perf_counter() - began:.1f} s, {len(lags)} wakes; lag in ms:"
        f" mean {mean(lags):.2f}, median {median(lags):.2f}, worst {max(lags):.2f}"
    )
