"""`tilewright analyze`: grades every move of a finished game, from a GCG record or our own JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import files, inputs
from bot.cli.analysing import load_kernels, tools_for
from bot.cli.reviewed import Game, Reviewed
from bot.cli.wording import texts

if TYPE_CHECKING:
    from engine.computer.tools import Tools
    from engine.game.events import Event
    from engine.model.variant import Variant
    from engine.review.values import TurnReview


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
        game, tools = _read(inputs.read_bytes(file), variant, lexicon)
    reviewed = Reviewed(game, tuple(_review(game, tools, seconds)))
    with inputs.clear_errors():
        if gcg:
            files.write_file(gcg, [report.annotated(reviewed)])
        if html:
            files.write_file(html, [report.as_html(reviewed).encode()])
    if as_json:
        inputs.print_json(report.as_data(reviewed))
    elif not (gcg or html):
        typer.get_binary_stream("stdout").write(report.annotated(reviewed))
    else:
        report.show_players(reviewed)


def _read(data: bytes, variant: str | None, lexicon: str | None) -> tuple[Game, Tools]:
    """The game in a file, and the tools of its variant and words. Raises `BadData` or `OSError`."""
    from engine.formats import gamejson, gcg
    from engine.limits import COMMAND_LINE
    from engine.review.records import record_moments

    if data.lstrip()[:1] == b"{":
        return _own(gamejson.read(data, COMMAND_LINE), lexicon)
    record = gcg.read(data, COMMAND_LINE)
    if variant is None:
        meant = inputs.variant_of_names(record.board_layout, record.tile_distribution, lexicon)
    else:
        meant = inputs.find_variant(variant, inputs.language_of_lexicon(lexicon))
    tools = tools_for(meant, lexicon or _lexicon_named(record.lexicon, meant))
    moments = record_moments(record, meant, tools.lexicon)
    return Game(record, meant, moments, tuple(moment.decision.before - 1 for moment in moments)), tools


def _own(events: tuple[Event, ...], lexicon: str | None) -> tuple[Game, Tools]:
    """One of our own games."""
    from engine.formats.gamejson import game_record
    from engine.game.evolve import replay
    from engine.review.turns import moments

    setup = replay(events).setup
    tools = tools_for(setup.variant, lexicon or _lexicon_named(setup.lexicon.name, setup.variant))
    found = moments(events)
    # What the record holds right after a decision ends with it, and later undoing takes away only its own events.
    places = tuple(len(game_record(events[: one.decision.after]).events) - 1 for one in found)
    return Game(game_record(events), setup.variant, found, places), tools


def _lexicon_named(name: str, variant: Variant) -> str:
    """The lexicon that a game names if it is one of ours and fits, otherwise the one for its language."""
    fits = inputs.language_of_lexicon(name) == variant.language
    return name if fits else inputs.default_lexicon(variant)


def _review(game: Game, tools: Tools, seconds: float) -> Iterable[TurnReview]:
    """The reviews of the decisions in order, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from engine.computer.simulating import LANES
    from engine.review.reviewing import review_moment

    load_kernels()
    shown = Progress(console=Console(stderr=True), transient=True)
    with ThreadPoolExecutor(min(LANES, os.cpu_count() or 1)) as pool, shown as progress:
        task = progress.add_task(texts().gettext("Grading the moves"), total=len(game.moments))
        for moment in game.moments:
            yield review_moment(moment, tools, should_stop=_alarm(seconds), run=pool.map)
            progress.advance(task)


def _alarm(seconds: float) -> Callable[[], bool]:
    end = monotonic() + seconds
    return lambda: monotonic() > end
