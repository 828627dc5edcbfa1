"""How fast moves are found: `python -m tests.tools.bench FILE [--lexicon L] [--variant V] [--json]`.

FILE has a CGP on each line. The engine does what computer players need, on one thread.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from bot.cli.generators import Problem, any_leaves_of, read_problem
from engine.play.generator.generator import NO_VALUES, leave_values
from engine.play.generator.kernels import search

WARM_UP = 20
"""Positions that are solved once before the clock runs."""


def measure(problems: list[Problem]) -> dict[str, float]:
    """The average microseconds per position for each search, and the total number of plays.

    Only the search is timed, from the position as arrays to plays as records, as computer players use it: for the best
    play by score, for the best play by equity with leave values looked up beforehand, and for all plays.
    """
    by_score, by_equity = [], []
    for problem in problems:
        position = problem.generator.position(problem.position.board, problem.position.racks[0])
        values = leave_values(position, any_leaves_of(problem))
        by_score.append((*problem.generator.arrays, NO_VALUES, position.board, position.rack))
        by_equity.append((*problem.generator.arrays, values, position.board, position.rack))
    for one, other in zip(by_score[:WARM_UP], by_equity[:WARM_UP], strict=True):
        search.best_plays(*one, 1)
        search.best_plays(*other, 1)
        search.all_plays(*one)
    instants = [perf_counter()]
    for arrays in (by_score, by_equity):
        for one in arrays:
            search.best_plays(*one, 1)
        instants.append(perf_counter())
    plays = sum(len(search.all_plays(*one)) for one in by_score)
    instants.append(perf_counter())
    score, equity, every = (after - before for before, after in pairwise(instants))
    return {
        "positions": len(problems),
        "best_us": round(score / len(problems) * 1e6, 1),
        "best_equity_us": round(equity / len(problems) * 1e6, 1),
        "all_us": round(every / len(problems) * 1e6, 1),
        "plays": plays,
        "plays_per_s": round(plays / every),
    }


def main() -> None:
    """Print the figures for the positions of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="one CGP on each line")
    parser.add_argument("--lexicon", help="a lexicon's name, or a file of words")
    parser.add_argument("--variant", help="a variant's name or file; :LANGUAGE after it chooses its language")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    lines = options.file.read_text("utf-8").split("\n")
    figures = measure([read_problem(one, options.variant, options.lexicon, often=True) for one in lines if one.strip()])
    if options.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:14} {figure:>14,}")


if __name__ == "__main__":
    main()
