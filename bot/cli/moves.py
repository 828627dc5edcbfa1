"""`tilewright moves`: the best moves of positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import inputs
from bot.cli.generating import Problem, leaves_of, read_problem

if TYPE_CHECKING:
    from engine.play.generator.plays import Play

BEST = 15
"""Moves that are shown where not all are asked for."""
STANDARD_INPUT = "-"


def command(
    cgp: Annotated[list[str], typer.Argument(metavar="CGP", help="A position, or - for one a line on standard input.")],
    lexicon: Annotated[str | None, typer.Option("--lexicon", help="A lexicon's name, or a file of words.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", help="A variant's name or file, :LANGUAGE.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every legal move instead of the best.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Show the best moves of a position."""
    text = " ".join(cgp)
    if text == STANDARD_INPUT:
        _answer_lines(variant, lexicon, every)
        return
    with inputs.clear_errors():
        problem = read_problem(text, variant, lexicon)
        moves = list(_moves(problem, every))
    if as_json:
        inputs.print_json({"moves": moves})
    else:
        _show(moves)


def _answer_lines(variant: str | None, lexicon: str | None, every: bool) -> None:
    for number, data in enumerate(typer.get_binary_stream("stdin"), 1):
        line = data.decode("utf-8", errors="replace")
        if not line.strip():
            continue
        with inputs.clear_errors(f"standard input, line {number}"):
            moves = list(_moves(read_problem(line, variant, lexicon, often=True), every))
        inputs.print_json({"moves": moves})


def _moves(problem: Problem, every: bool) -> Iterator[dict[str, object]]:
    board, rack = problem.position.board, problem.position.racks[0]
    generator, leaves = problem.generator, leaves_of(problem)
    plays = generator.all(board, rack, leaves) if every else generator.top(board, rack, BEST, leaves)
    return (_as_data(play, problem) for play in plays)


def _as_data(play: Play, problem: Problem) -> dict[str, object]:
    from engine.formats.tiletext import write_move, write_rack

    return {
        "move": write_move(problem.position.board, play.placement, problem.variant),
        "score": play.score,
        "equity": play.equity,
        "leave": write_rack(play.leave, problem.variant),
    }


def _show(moves: list[dict[str, object]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not moves:
        typer.echo("There is no legal play.")
        return
    table = Table("move")
    for heading in ("score", "equity"):
        table.add_column(heading, justify="right")
    table.add_column("leave")
    for move in moves:
        equity = f"{move['equity']:.1f}"
        table.add_row(Text(str(move["move"])), str(move["score"]), equity, Text(str(move["leave"])))
    Console().print(table)
