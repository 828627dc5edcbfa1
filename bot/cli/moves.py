"""`tilewright moves`: the best moves of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import inputs
from bot.cli.generators import Analysis, Problem, analyse, leaves_of, read_problem
from bot.cli.inputs import texts
from engine.model.levels import STRONGEST

if TYPE_CHECKING:
    from engine.play.generator.plays import ScoredPlay

BEST = 15
"""Number of moves shown by default."""
STANDARD_INPUT = "-"
COMMENT = "#"
HEADINGS = ("win", "lead", "deals", "proven")
"""The extra columns for moves that a computer player has evaluated."""


def command(
    cgp: Annotated[
        list[str], typer.Argument(metavar="CGP", help="A position, or - to read one per line from standard input.")
    ],
    lexicon: Annotated[str | None, typer.Option("--lexicon", help="A lexicon's name, or a file of words.")] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every legal move instead of the best ones.")] = False,
    level: Annotated[
        int | None,
        typer.Option(min=1, max=STRONGEST, help="Show the moves that a computer player of this level considers."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0, help=f"The most seconds that level {STRONGEST} thinks about a position.")
    ] = 0.5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the best moves of a position."""
    text = inputs.joined(cgp)
    if level and every:
        inputs.fail(
            texts().gettext("choose either --all or --level: a level considers only the moves that it finds promising")
        )

    def answer(position: str, often: bool = False) -> Analysis:
        if level:
            moves, remarks = analyse(position, variant, lexicon, level, seconds)
            return moves[:BEST], remarks
        problem = read_problem(position, variant, lexicon, often=often)
        return list(_moves(problem, every)), problem.remarks

    if text == STANDARD_INPUT:
        _answer_lines(answer)
        return
    with inputs.clear_errors():
        moves, remarks = answer(text)
    if as_json:
        inputs.print_json(inputs.with_remarks({"moves": moves}, remarks))
    else:
        inputs.tell(remarks)
        _show(moves)


def _answer_lines(answer: Callable[[str, bool], Analysis]) -> None:
    """Answers each position, or says what is wrong with it, there and on standard error."""
    from engine.errors import EngineError

    failed = False
    for number, data in enumerate(typer.get_binary_stream("stdin"), 1):
        line = data.decode("utf-8", errors="replace").strip("\ufeff \t\r\n")
        if not line or line.startswith(COMMENT):
            continue
        try:
            moves, remarks = answer(line, True)
        except (EngineError, OSError) as error:
            failed = True
            inputs.tell([inputs.reason_for(error, texts().gettext("standard input, line {line}", line=number))])
            inputs.print_json({"line": number, "error": inputs.reason_for(error)})
        else:
            inputs.print_json(inputs.with_remarks({"moves": moves}, remarks))
    if failed:
        raise typer.Exit(inputs.BAD_INPUT)


def _moves(problem: Problem, every: bool) -> Iterator[dict[str, object]]:
    board, rack = problem.position.board, problem.position.racks[0]
    generator, leaves = problem.generator, leaves_of(problem)
    plays = generator.all(board, rack, leaves) if every else generator.top(board, rack, BEST, leaves)
    return (_as_data(play, problem) for play in plays)


def _as_data(play: ScoredPlay, problem: Problem) -> dict[str, object]:
    from engine.formats.tiletext import write_rack
    from engine.play.placement import write_move

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
        typer.echo(texts().gettext("There is no legal play."))
        return
    table = Table(texts().pgettext("column", "move"))
    headings = [name for name in HEADINGS if name in moves[0]]
    for heading in ("score", "equity", *headings):
        table.add_column(_HEADINGS[heading](), justify="right")
    table.add_column(texts().pgettext("column", "leave"))
    for move in moves:
        figures = [_figure(move[name]) for name in ("equity", *headings)]
        table.add_row(Text(str(move["move"])), str(move["score"]), *figures, Text(str(move["leave"])))
    Console().print(table)


_HEADINGS: Mapping[str, Callable[[], str]] = {
    "score": lambda: texts().pgettext("column", "score"),
    "equity": lambda: texts().pgettext("column", "equity"),
    "win": lambda: texts().pgettext("column of chances in per cent", "win"),
    "lead": lambda: texts().pgettext("column", "lead"),
    "deals": lambda: texts().pgettext("column", "deals"),
    "proven": lambda: texts().pgettext("column", "proven"),
}


def _figure(value: object) -> str:
    if value is None or isinstance(value, bool):
        return texts().pgettext("in a table", "yes") if value else ""
    return texts().decimal(value) if isinstance(value, float) else str(value)
