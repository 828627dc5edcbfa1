"""`tilewright puzzles`: makes puzzles from games of computer players, or from games that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import files, inputs
from bot.cli.inputs import texts
from bot.cli.prepare import load_computers

if TYPE_CHECKING:
    from engine.computer.tools import ComputerTools
    from engine.puzzles.values import Puzzle

app = typer.Typer(help="Puzzles: positions in which one move stands out.", no_args_is_help=True)


@app.callback()
def main() -> None:
    """Puzzles: positions in which one move stands out."""


@app.command()
def make(
    file: Annotated[Path, typer.Argument(help="The file to write, one puzzle per line; .xz compresses it.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    most: Annotated[int, typer.Option(min=0, help="Stop after this many puzzles; 0 plays all games.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other games.")] = 1,
    variant: Annotated[
        str | None, typer.Option(help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    lexicon: Annotated[str | None, typer.Option(help="A lexicon's name, or a file of words.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="The most seconds to simulate a position.")] = 10.0,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Replace a file without asking.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make puzzles from games that computer players play, each confirmed by a simulation."""
    from engine.api.opening import open_resources
    from engine.puzzles import values

    files.ask_to_replace(file, yes)
    with inputs.clear_errors():
        tools = load_computers(open_resources(variant, lexicon, tell=inputs.tell_unfit))
        began = monotonic()
        found, is_done = _until_interrupted(_shown(_made(tools, games, seed, seconds), games, most))
        if found or is_done:
            files.write_file(file, [(values.write(one) + "\n").encode() for one in found])
    taken = round(monotonic() - began, 1)
    if as_json:
        inputs.print_json({"puzzles": len(found), "seconds": taken, "file": str(file)})
    else:
        count = texts().ngettext("{count} puzzle", "{count} puzzles", len(found))
        typer.echo(f"{file}: {count}")
    if not is_done:
        raise typer.Exit(INTERRUPTED)


INTERRUPTED = 130
"""The exit code after an interrupt, as shells have it."""


def _until_interrupted(puzzles: Iterator[Puzzle]) -> tuple[list[Puzzle], bool]:
    """The puzzles, and whether these are all: an interrupt leaves those that were found before."""
    found: list[Puzzle] = []
    try:
        found.extend(puzzles)
    except KeyboardInterrupt:
        return found, False
    return found, True


def _made(tools: ComputerTools, games: int, seed: int, seconds: float) -> Iterator[tuple[int, list[Puzzle]]]:
    """The puzzles of each game, by the game's number from 1."""
    from engine.puzzles.making import from_selfplay

    def alarm() -> Callable[[], bool]:
        end = monotonic() + seconds
        return lambda: monotonic() > end

    for game in range(games):
        yield game + 1, list(from_selfplay(tools, (seed << 32) + game, alarm))


def _shown(made: Iterator[tuple[int, list[Puzzle]]], games: int, most: int) -> Iterator[Puzzle]:
    """The puzzles as they are found, at most `most` of them; shows on standard error how many there are."""
    from rich.console import Console
    from rich.progress import Progress

    count = 0
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(texts().pgettext("progress", "Puzzles"), total=most or games)
        for game, puzzles in made:
            for puzzle in puzzles[: most - count] if most else puzzles:
                count += 1
                yield puzzle
            bar.update(task, completed=count if most else game)
            if most and count >= most:
                return
