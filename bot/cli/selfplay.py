"""`tilewright selfplay`: computer players against each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import inputs
from bot.cli.inputs import texts
from bot.cli.prepare import load_computers

if TYPE_CHECKING:
    from bot.cli.outcomes import SelfPlaySetup
    from engine.computer.selfplay import SelfPlayResult

Task = tuple["SelfPlaySetup", int]
"""A contest and the number of a game in it."""

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def command(
    levels: Annotated[
        str,
        typer.Option(
            help="A level for each seat, such as 8,7; 8-simulation, 8-preendgame and 8-endgame leave out that search."
        ),
    ] = "7,7",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Another seed gives other games.")] = 1,
    variant: Annotated[
        str | None, typer.Option(help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    lexicon: Annotated[str | None, typer.Option(help="A lexicon's name, or a file of words.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="The most seconds that a player can think about a move.")] = 0.5,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one on each core.")] = 0,
    results: Annotated[
        Path | None, typer.Option(help="A file to which each game is appended; games already in it are not repeated.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let computer players play each other; each order of tiles is played from every seat in turn."""
    from bot.cli import outcomes
    from engine.api.opening import open_resources

    with inputs.clear_errors():
        players = outcomes.read_players(levels)
        resources = open_resources(variant, lexicon, tell=inputs.tell_unfit)
        load_computers(resources)
        meant = resources.variant
        contest = outcomes.SelfPlaySetup(
            players, seed, seconds, f"{meant.name}:{meant.language}", resources.lexicon.name
        )
        played = outcomes.read_results(results, contest) if results else {}
        played = {game: outcome for game, outcome in played.items() if game < games}
        missing = [(contest, game) for game in range(games) if game not in played]
        try:
            for game, outcome in _kept(
                play_all(missing, variant, lexicon, jobs or os.cpu_count() or 1), games, results
            ):
                played[game] = outcome
        except KeyboardInterrupt:
            typer.echo(f"tilewright: {_stopped(len(played), games, kept=results is not None)}", err=True)
            raise typer.Exit(INTERRUPTED) from None
    answer = outcomes.summary(contest, played)
    if as_json:
        inputs.print_json(answer)
    else:
        _show(answer)


def play_all(
    tasks: list[Task], variant: str | None, lexicon: str | None, jobs: int
) -> Iterator[tuple[Task, SelfPlayResult]]:
    """The outcomes of games as they finish, players in contest order. Raises `BadData` and `OSError`."""
    play = partial(_play, variant=variant, lexicon=lexicon)
    if jobs == 1 or len(tasks) < 2:
        yield from ((task, play(task)) for task in tasks)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (variant, lexicon)) as pool:
        waiting = {pool.submit(play, task): task for task in tasks}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _prepare(variant: str | None, lexicon: str | None) -> None:
    from engine.api.opening import open_resources

    _ = open_resources(variant, lexicon).computers


def _play(task: Task, variant: str | None, lexicon: str | None) -> SelfPlayResult:
    contest, game = task
    (result,) = engine.play_games(
        contest.players,
        1,
        first=game,
        seed=contest.seed,
        seconds=contest.seconds,
        variant=variant,
        lexicon=lexicon,
        tell=inputs.tell_unfit,
    )
    return result


def _kept(
    played: Iterable[tuple[Task, SelfPlayResult]], games: int, path: Path | None
) -> Iterator[tuple[int, SelfPlayResult]]:
    """The games by number, each appended to the file before it is yielded; shows a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import Progress

    from bot.cli import outcomes

    with ExitStack() as stack:
        if path:
            outcomes.mend(path)
        file = stack.enter_context(path.open("a", encoding="utf-8")) if path else None
        bar = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        task = bar.add_task(texts().pgettext("progress", "Games"), total=games)
        for (contest, game), outcome in played:
            if file:
                file.write(outcomes.line_of(game, outcome, contest))
                file.flush()
            bar.advance(task)
            yield game, outcome


def _stopped(played: int, games: int, *, kept: bool) -> str:
    if kept:
        return texts().gettext(
            "stopped after {played} of {games} games; run the same command to continue from here",
            played=played,
            games=games,
        )
    return texts().gettext(
        "stopped after {played} of {games} games; with --results, it could have continued from here",
        played=played,
        games=games,
    )


def _figure(value: float) -> str:
    """A number with two decimals at most: the quickest players take less than a tenth of a millisecond."""
    from babel.numbers import format_decimal

    return format_decimal(value, "#,##0.##", locale=texts().locale)


def _show(answer: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    from bot.cli import outcomes

    table = Table(
        texts().pgettext("column", "player"),
        texts().pgettext("column", "wins"),
        texts().pgettext("column", "mean score"),
        texts().pgettext("column of milliseconds", "ms a move"),
        texts().pgettext("column", "win rate"),
        title=texts().ngettext("{count} game", "{count} games", int(str(answer["games"]))),
    )
    players = answer["players"]
    assert isinstance(players, list)
    for player in players:
        name = "-".join([str(player["level"]), *player["without"]])
        rate = outcomes.interval(player["win_rate"], lambda share: texts().percent(share, 1))
        table.add_row(name, *(_figure(player[key]) for key in ("wins", "mean_score", "mean_move_ms")), rate)
    console = Console()
    console.print(table)
    for line in outcomes.shown(answer):
        console.print(line)
