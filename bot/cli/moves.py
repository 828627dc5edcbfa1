"""`tilewright moves`: the best moves of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import inputs
from bot.cli.inputs import texts
from bot.cli.prepare import compiling, load_computers
from engine.model.levels import STRONGEST

if TYPE_CHECKING:
    from engine.api.position import Position
    from engine.computer.tools import Candidate
    from engine.play.generator.generator import ScoredExchange, ScoredPlay
    from engine.sentences import Sentence

Analysis = tuple[list[dict[str, object]], tuple["Sentence", ...]]
"""Moves, best first, and remarks on the position."""

BEST = 15
"""Number of moves shown by default."""
NOTHING = "(pass)"
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

    def answer(told: str) -> Analysis:
        position = engine.open_position(told, variant=variant, lexicon=lexicon, tell=inputs.tell_unfit)
        found = _ranked(position, level, seconds) if level else _plays(position, every)
        return list(found), position.remarks

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


def _answer_lines(answer: Callable[[str], Analysis]) -> None:
    """Answers each position, or says what is wrong with it, there and on standard error."""
    from engine.errors import EngineError

    failed = False
    for number, data in enumerate(typer.get_binary_stream("stdin"), 1):
        line = data.decode("utf-8", errors="replace").strip("\ufeff \t\r\n")
        if not line or line.startswith(COMMENT):
            continue
        try:
            moves, remarks = answer(line)
        except (EngineError, OSError) as error:
            failed = True
            inputs.tell([inputs.reason_for(error, texts().gettext("standard input, line {line}", line=number))])
            inputs.print_json({"line": number, "error": inputs.reason_for(error)})
        else:
            inputs.print_json(inputs.with_remarks({"moves": moves}, remarks))
    if failed:
        raise typer.Exit(inputs.BAD_INPUT)


def _plays(position: Position, every: bool) -> Iterator[dict[str, object]]:
    with compiling(texts().gettext("Preparing the move generator")):
        _ = position.resources.generator
    return (_as_data(play, position) for play in position.plays(None if every else BEST))


def _ranked(position: Position, level: int, seconds: float) -> Iterator[dict[str, object]]:
    """The moves that a level considers; it thinks for at most `seconds`, counted from when everything is loaded."""
    load_computers(position.resources)
    return (_evaluated(one, position) for one in position.rank(level, seconds)[:BEST])


def _as_data(move: ScoredPlay | ScoredExchange, position: Position) -> dict[str, object]:
    from engine.formats.tiletext import write_rack

    text = position.write(move)
    return {
        "move": f"(exch {text[1:]})" if text.startswith("-") else text,
        "score": move.score,
        "equity": move.equity,
        "leave": write_rack(move.leave, position.variant),
    }


def _evaluated(found: Candidate | None, position: Position) -> dict[str, object]:
    """A move and its evaluation: the chance of winning in per cent, the lead, the deals played, whether it is proven.

    Chance and lead are null if the move was not evaluated in that way.
    """
    from engine.formats.tiletext import write_rack

    nothing = {"move": NOTHING, "score": 0, "equity": 0.0, "leave": write_rack(position.rack, position.variant)}
    chance, lead = (found.chance, found.lead) if found else (None, None)
    return (_as_data(found.move, position) if found else nothing) | {
        "win": None if chance is None else round(100 * chance, 2),
        "lead": None if lead is None else round(lead, 2),
        "deals": found.deals if found else 0,
        "proven": bool(found and found.proven),
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
