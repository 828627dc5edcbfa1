"""How fast moves are found: `python -m tests.tools.bench FILE [--lexicon L] [--variant V] [--json]`.

FILE has a CGP on each line. The engine does what computer players need, on one thread.
"""

from __future__ import annotations

import argparse
import json
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import engine
from engine.loading.computers import load_leaves
from engine.play.generator.encoding import LeaveTable
from engine.play.generator.generator import NO_VALUES, leave_values
from engine.play.generator.kernels import search

WARM_UP = 20
"""Positions that are solved once before the clock runs."""


def measure(positions: list[engine.Position]) -> dict[str, float]:
    """The average microseconds per position for each search, and the total number of plays.

    Only the search is timed, from the position as arrays to plays as records, as computer players use it: for the best
    play by score, for the best play by equity with leave values looked up beforehand, and for all plays.
    """
    by_score, by_equity = [], []
    for one in positions:
        generator = one.resources.generator
        encoded = generator.position(one.board, one.rack)
        values = leave_values(encoded, _leaves(one.variant))
        by_score.append((*generator.arrays, NO_VALUES, encoded.board, encoded.rack))
        by_equity.append((*generator.arrays, values, encoded.board, encoded.rack))
    for score_arrays, equity_arrays in zip(by_score[:WARM_UP], by_equity[:WARM_UP], strict=True):
        search.best_plays(*score_arrays, 1)
        search.best_plays(*equity_arrays, 1)
        search.all_plays(*score_arrays)
    instants = [perf_counter()]
    for arrays in (by_score, by_equity):
        for given in arrays:
            search.best_plays(*given, 1)
        instants.append(perf_counter())
    plays = sum(len(search.all_plays(*given)) for given in by_score)
    instants.append(perf_counter())
    score, equity, every = (after - before for before, after in pairwise(instants))
    return {
        "positions": len(positions),
        "best_us": round(score / len(positions) * 1e6, 1),
        "best_equity_us": round(equity / len(positions) * 1e6, 1),
        "all_us": round(every / len(positions) * 1e6, 1),
        "plays": plays,
        "plays_per_s": round(plays / every),
    }


@lru_cache(maxsize=2)
def _leaves(variant: engine.Variant) -> LeaveTable:
    return load_leaves(variant)


def main() -> None:
    """Print the figures for the positions of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="one CGP on each line")
    parser.add_argument("--lexicon", help="a lexicon's name, or a file of words")
    parser.add_argument("--variant", help="a variant's name or file; :LANGUAGE after it chooses its language")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    lines = options.file.read_text("utf-8").split("\n")
    named = {"variant": options.variant, "lexicon": options.lexicon}
    figures = measure([engine.open_position(one, **named) for one in lines if one.strip()])
    if options.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:14} {figure:>14,}")


if __name__ == "__main__":
    main()
