"""`tilewright bench`: how fast moves are found."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from bot.cli import inputs
from bot.cli.generators import Problem, any_leaves_of, read_problem
from bot.cli.inputs import texts

WARM_UP = 20
"""Positions that are solved once before the clock runs."""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file with one CGP per line.")],
    lexicon: Annotated[str | None, typer.Option("--lexicon", help="A lexicon's name, or a file of words.")] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    "Measure how long it takes to find the best play, by score and by equity, and all plays, on one thread."
    with inputs.clear_errors():
        lines = inputs.read_bytes(file).decode("utf-8", errors="replace").splitlines()
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            with inputs.clear_errors(texts().gettext("{file}, line {line}", file=file.name, line=number)):
                problems.append(read_problem(line, variant, lexicon, often=True))
    if not problems:
        inputs.fail(texts().gettext("{file}: has no positions", file=file))
    figures = measure(problems)
    if as_json:
        inputs.print_json(figures)
    else:
        for name, figure in figures.items():
            typer.echo(f"{name:14} {figure:>14,}")


def measure(problems: list[Problem]) -> dict[str, float]:
    """The average microseconds per position for each search, and the total number of plays.

    Only the search is timed, from the position as arrays to plays as records, as computer players use it: for the best
    play by score, for the best play by equity with leave values looked up beforehand, and for all plays.
    """
    from engine.play.generator.generator import NO_VALUES, leave_values
    from engine.play.generator.kernels import search

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
