"""`tilewright bench`: how fast moves are found."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bot.cli import inputs
from bot.cli.generating import Problem, read_problem

WARM_UP = 20
"""Positions that are solved once before the clock runs."""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A CGP per line.")],
    lexicon: Annotated[str | None, typer.Option("--lexicon", help="A lexicon's name, or a file of words.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", help="A variant's name or file, :LANGUAGE.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Measure the time that best play and all plays take, on one thread."""
    with inputs.clear_errors():
        lines = inputs.read_bytes(file).decode("utf-8", errors="replace").splitlines()
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            with inputs.clear_errors(f"{file.name}, line {number}"):
                problems.append(read_problem(line, variant, lexicon, often=True))
    if not problems:
        inputs.fail(f"{file}: holds no position")
    figures = measure(problems)
    if as_json:
        inputs.print_json(figures)
    else:
        for name, figure in figures.items():
            typer.echo(f"{name:12} {figure:>14,}")


def measure(problems: list[Problem]) -> dict[str, float]:
    """Microseconds per position, on average, and plays.

    What is measured is the search, from the position as arrays to plays as records, as computer players use it.
    """
    from engine.play.generator.generator import NO_VALUES
    from engine.play.generator.kernels import search

    arrays = [
        (*problem.generator.arrays, NO_VALUES, position.board, position.rack)
        for problem in problems
        for position in [problem.generator.position(problem.position.board, problem.position.racks[0])]
    ]
    for one in arrays[:WARM_UP]:
        search.best_plays(*one, 1)
        search.all_plays(*one)
    start = perf_counter()
    for one in arrays:
        search.best_plays(*one, 1)
    middle = perf_counter()
    plays = sum(len(search.all_plays(*one)) for one in arrays)
    end = perf_counter()
    return {
        "positions": len(problems),
        "best_us": round((middle - start) / len(problems) * 1e6, 1),
        "all_us": round((end - middle) / len(problems) * 1e6, 1),
        "plays": plays,
        "plays_per_s": round(plays / (end - middle)),
    }
