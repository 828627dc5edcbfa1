"""`tilewright analyze`: grades every move of a finished game, from a GCG record or our own JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import files, inputs
from bot.cli.inputs import texts
from bot.cli.prepare import load_computers

if TYPE_CHECKING:
    from engine.api.game import Game
    from engine.formats.gcg import GcgGame
    from engine.model.variant import Variant
    from engine.review.turns import Moment
    from engine.review.values import TurnReview


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game with its decisions and their reviews, in the same order."""

    game: Game
    moments: tuple[Moment, ...]
    turns: tuple[TurnReview, ...]


def command(
    file: Annotated[
        Path, typer.Argument(help="A game record (GCG, or JSON from /game export), or - for standard input.")
    ],
    gcg: Annotated[
        Path | None, typer.Option("--gcg", metavar="FILE", help="Write the game with notes to this file.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a report with pictures to this file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="The most seconds to think about a turn.")] = 20.0,
    variant: Annotated[
        str | None, typer.Option("--variant", help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    lexicon: Annotated[str | None, typer.Option("--lexicon", help="A lexicon's name, or a file of words.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Replace files that exist.")] = False,
) -> None:
    """Grade the moves of a finished game."""
    from bot.cli import report

    for target in (gcg, html):
        if target:
            files.ask_to_replace(target, yes)
    with inputs.clear_errors(file.name):
        game = engine.open_game(inputs.read_bytes(file), variant=variant, lexicon=lexicon, tell=inputs.tell_unfit)
        load_computers(game.resources)
        game = _named(game)
        moments = game.moments
    reviewed = Reviewed(game, moments, tuple(_review(game, len(moments), seconds)))
    with inputs.clear_errors():
        if gcg:
            files.write_file(gcg, [report.annotated(reviewed)])
        if html:
            files.write_file(html, [report.as_html(reviewed).encode()])
    if as_json:
        inputs.print_json(inputs.with_remarks(report.as_data(reviewed), game.remarks))
        return
    inputs.tell(game.remarks)
    if not (gcg or html):
        typer.get_binary_stream("stdout").write(report.annotated(reviewed))
    else:
        report.show_players(reviewed)


def _named(game: Game) -> Game:
    """The game with a record that names its variant, which may have been chosen by hand."""
    from engine.loading.origins import origin_of

    variant, record = game.resources.variant, game.record
    if _names(record, variant):
        return game
    chosen = replace(origin_of(variant, record.lexicon), game_type=record.game_type)
    return replace(game, record=record.played_with(chosen))


def _names(record: GcgGame, variant: Variant) -> bool:
    from engine.errors import BadData
    from engine.loading.choosing import variant_meant

    try:
        return variant_meant(record.origin, None, None) == variant
    except BadData:
        return False


def _review(game: Game, decisions: int, seconds: float) -> Iterable[TurnReview]:
    """The reviews of the decisions in order, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(texts().gettext("Grading the moves"), total=decisions)
        for turn in game.reviews(seconds):
            yield turn
            progress.advance(task)
