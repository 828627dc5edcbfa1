"""How long it takes to choose a puzzle near a rating among 600, until one person has had them all, each of them once.

COUNT is how many are chosen.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import pytest

from engine.loading.puzzles import load_puzzle_lines
from tests.support.puzzles import collection_of, giving
from tests.support.service import ADA, HOME, StillClock, process

COUNT = int(os.environ.get("COUNT", "600"))


@pytest.mark.benchmark
@pytest.mark.timeout(1800)
async def test_600_puzzles_one_after_another(tmp_path: Path) -> None:
    """No puzzle comes twice."""
    lines = (*load_puzzle_lines("en"), *load_puzzle_lines("de")[:100])
    taken: list[tuple[float, float]] = []
    seen: set[str] = set()
    async with process(tmp_path, StillClock()) as run:
        collection = collection_of(run.store, lambda _: lines, lambda: ("en",))
        puzzles = giving(run.store, run.clock, collection)
        begun = process_time()
        await collection.prepare()
        print(f"\nread ahead: {1000 * (process_time() - begun):.0f} ms of processor time for {len(lines)} puzzles")
        for _ in range(COUNT):
            begun, spent = perf_counter(), process_time()
            key = (await puzzles.give(ADA.id, "Ada", "en", HOME.guild_id)).attempt.puzzle
            taken.append((1000 * (perf_counter() - begun), 1000 * (process_time() - spent)))
            seen.add(key)
            await puzzles.give_up(ADA.id, "Ada", key)
    assert len(seen) == COUNT
    for name, times in zip(("on the clock", "of processor time"), zip(*taken, strict=True), strict=True):
        print(f"ms {name}: first {times[0]:.0f}, median {median(times):.0f}, most {max(times):.0f}")
    print(f"load {os.getloadavg()[0]:.1f}")
