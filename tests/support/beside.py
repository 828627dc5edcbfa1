"""Measures an engine's speed on request, so that two engines can be measured side by side, in turns.

`compare` starts this file as a script for each engine: it imports only what older ones have too. Each line that it
reads names a figure; it answers with processor seconds for the same fixed amount of work.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).parents[2]
POSITIONS, GAMES, DEALS = 600, 12, 100
FIGURES = ("by score", "by equity", "best 60", "all plays", "level 5", "level 6", "level 7")
SIMULATION = "level 8"
"""The figure of deals, which engines have had for less time than the others."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A checkout, and the variables of the environment in which its engine runs."""

    folder: Path = ROOT
    variables: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """A process of this engine, with pipes for its input and output."""
        environment = {**self.variables, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, "-P", *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=self.folder, env=environment, stdin=pipe, stdout=pipe, text=True)


def compare(
    one: Engine, other: Engine, rounds: int, figures: Sequence[str] = FIGURES
) -> Mapping[str, tuple[float, float]]:
    """By figure, the median share of the other engine's time that the first takes, and the first's median seconds."""
    both = [engine.start(__file__) for engine in (one, other)]
    try:
        times: dict[str, list[tuple[float, float]]] = {figure: [] for figure in figures}
        for number in range(rounds + 1):
            for figure, pairs in times.items():
                # turns alternate in who goes first; the first round only warms up
                order = (0, 1) if number % 2 else (1, 0)
                taken = {at: _ask(both[at], figure) for at in order}
                if number:
                    pairs.append((taken[0], taken[1]))
        return {
            figure: (median(own / old for own, old in pairs), median(own for own, _ in pairs))
            for figure, pairs in times.items()
        }
    finally:
        for process in both:
            process.kill()
            process.communicate()


def _ask(process: subprocess.Popen[str], figure: str) -> float:
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{figure}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def _works() -> dict[str, Callable[[], object]]:
    """What is measured, by figure."""
    from engine.computer.selfplay import Contestant, play_game
    from engine.loading import load_lexicon, load_variant
    from engine.loading.computers import load_tools
    from engine.play.generator.generator import NO_VALUES
    from engine.play.generator.kernels import racks, search
    from tests.support.generator_bench import play_positions

    variant = load_variant("standard", "en")
    tools = load_tools(variant, load_lexicon("english", variant.alphabet))
    generator = tools.generator
    positions = play_positions(generator, POSITIONS, random.Random(1))
    leaves = [racks.value_leaves(racks.sort_rack(one.rack), tools.leaves.entries) for one in positions]
    nothing = [NO_VALUES] * len(positions)

    def plays(values: list[Any], limit: int) -> None:
        for position, value in zip(positions, values, strict=True):
            search.best_plays(*generator.arrays, value, position.board, position.rack, limit)

    def games(level: int) -> None:
        for number in range(GAMES):
            play_game(tools, (Contestant(level),) * 2, number, perf_counter)

    def deals() -> None:
        from tests.engine.computer.test_simulating import play_on, simulation_of
        from tests.support.engines import view_of

        simulation = simulation_of(view_of("\n" * 7 + ".......CARE", "ADEINOT"), "ADEINOT")
        play_on(simulation, simulation.deal(1, DEALS), simulation.turns)

    return {
        "by score": lambda: plays(nothing, 1),
        "by equity": lambda: plays(leaves, 1),
        "best 60": lambda: plays(leaves, 60),
        "all plays": lambda: plays(nothing, 0),
        **{f"level {level}": lambda level=level: games(level) for level in (5, 6, 7)},  # type: ignore[misc]
        SIMULATION: deals,
    }


if __name__ == "__main__":
    works = _works()
    for line in sys.stdin:
        begun = process_time()
        works[line.strip()]()
        print(process_time() - begun, flush=True)
