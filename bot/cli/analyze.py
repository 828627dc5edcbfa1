"""`tilewright analyze`: grades every move of a finished game, from a GCG record or our own JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import files, inputs
from bot.cli.generators import load_kernels, tools_for
from bot.cli.inputs import texts

if TYPE_CHECKING:
    from engine.computer.tools import ComputerTools
    from engine.formats.gcg import GcgGame
    from engine.game.events import Event
    from engine.model.variant import Variant
    from engine.review.turns import Moment
    from engine.review.values import TurnReview
    from engine.sentences import Sentence


@dataclass(frozen=True, slots=True)
class GameToReview:
    """A game to review: its record, and for each decision what was known and the place of its event in the record."""

    record: GcgGame
    variant: Variant
    moments: tuple[Moment, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game with the reviews of its decisions, in the same order."""

    game: GameToReview
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
        game, tools, remarks = _read(inputs.read_bytes(file), variant, lexicon)
    reviewed = Reviewed(game, tuple(_review(game, tools, seconds)))
    with inputs.clear_errors():
        if gcg:
            files.write_file(gcg, [report.annotated(reviewed)])
        if html:
            files.write_file(html, [report.as_html(reviewed).encode()])
    if as_json:
        inputs.print_json(inputs.with_remarks(report.as_data(reviewed), remarks))
        return
    inputs.tell(remarks)
    if not (gcg or html):
        typer.get_binary_stream("stdout").write(report.annotated(reviewed))
    else:
        report.show_players(reviewed)


def _read(
    data: bytes, variant: str | None, lexicon: str | None
) -> tuple[GameToReview, ComputerTools, tuple[Sentence, ...]]:
    """The game in a file, the tools of its variant and words, and remarks on both. Raises `BadData` or `OSError`."""
    record, events = inputs.read_record(data)
    meant = inputs.meant_by(record.origin, None if events else variant, lexicon, inputs.default_lexicon)
    tools = tools_for(meant.variant, meant.lexicon)
    game = _own(record, events, meant.variant) if events else _foreign(record, meant.variant, tools)
    return game, tools, meant.remarks


def _foreign(record: GcgGame, variant: Variant, tools: ComputerTools) -> GameToReview:
    """A game from a record, which is written with its variant if that was chosen by hand."""
    from engine.loading.origins import origin_of
    from engine.review.records import record_moments

    moments = record_moments(record, variant, tools.lexicon)
    if not _names(record, variant):
        chosen = replace(origin_of(variant, record.lexicon), game_type=record.game_type)
        record = record.played_with(chosen)
    return GameToReview(record, variant, moments, tuple(moment.decision.before - 1 for moment in moments))


def _names(record: GcgGame, variant: Variant) -> bool:
    """Whether a record tells its variant."""
    from engine.errors import BadData

    try:
        return inputs.variant_meant(record.origin, None, None) == variant
    except BadData:
        return False


def _own(record: GcgGame, events: tuple[Event, ...], variant: Variant) -> GameToReview:
    """One of our own games."""
    from engine.formats import journal
    from engine.review.turns import moments

    found = moments(events)
    # What the record holds right after a decision ends with it, and later undoing takes away only its own events.
    before = (journal.record(events[: one.decision.after], open_racks=True) for one in found)
    return GameToReview(record, variant, found, tuple(len(one.events) - 1 for one in before))


def _review(game: GameToReview, tools: ComputerTools, seconds: float) -> Iterable[TurnReview]:
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
