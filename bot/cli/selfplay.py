"""`tilewright selfplay`: computer players against each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import inputs

if TYPE_CHECKING:
    from engine.computer.selfplay import Outcome
    from engine.computer.tools import Tools

Task = tuple[tuple[int, ...], int, int, float]
"""Levels, seed, number of the game, seconds for a move."""

_tools: list[Tools] = []
"""What this process plays with, once it is prepared."""


def command(
    levels: Annotated[str, typer.Option(help="A level for each seat, such as 8,8.")] = "7,7",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Another seed gives other games.")] = 1,
    variant: Annotated[str | None, typer.Option(help="A variant's name or file, :LANGUAGE.")] = None,
    lexicon: Annotated[str | None, typer.Option(help="A lexicon's name, or a file of words.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="The longest that a player may think about a move.")] = 0.5,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0 for one on each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Let computer players play each other; each order of tiles is played from every seat in turn."""
    with inputs.clear_errors():
        seats = read_levels(levels)
        tasks = [(seats, seed, game, seconds) for game in range(games)]
        results = list(_with_bar(play_all(tasks, variant, lexicon, jobs or os.cpu_count() or 1), games))
    answer = summary(seats, results, seed)
    if as_json:
        inputs.print_json(answer)
    else:
        _show(answer)


def read_levels(text: str) -> tuple[int, ...]:
    """The levels of a list such as `8,7`. Raises `BadData`."""
    from engine.errors import BadData
    from engine.game.state import LEVELS

    parts = text.split(",")
    if not all(part.strip().isdecimal() and int(part) in LEVELS for part in parts):
        raise BadData("--levels", f"{text!r} is no list of levels from {LEVELS[0]} to {LEVELS[-1]}, such as 8,7")
    return tuple(map(int, parts))


def play_all(tasks: list[Task], variant: str | None, lexicon: str | None, jobs: int) -> Iterator[Outcome]:
    """The outcomes of games one after the other, seats in the order of `levels`. Raises `BadData` and `OSError`."""
    _prepare(variant, lexicon)  # here too: bad input is told at once, and compiled code is cached for the others
    if jobs == 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (variant, lexicon)) as pool:
        yield from pool.map(_play, tasks)


def _prepare(variant: str | None, lexicon: str | None) -> None:
    from engine.loading.computers import load_tools

    meant = inputs.find_variant(variant, inputs.language_of_lexicon(lexicon))
    words = inputs.find_lexicon(lexicon or inputs.default_lexicon(meant), meant.alphabet)
    _tools[:] = [load_tools(meant, words)]


def _play(task: Task) -> Outcome:
    """Plays a game with the levels turned by its number, so that each order of tiles is played from every seat."""
    from engine.computer.selfplay import play_game, turned

    levels, seed, game, seconds = task
    shift = game % len(levels)
    number = (seed << 32) + game // len(levels)
    outcome = play_game(_tools[0], levels[shift:] + levels[:shift], number, perf_counter, seconds)
    return turned(outcome, shift)


def _with_bar(outcomes: Iterable[Outcome], games: int) -> Iterator[Outcome]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Games", total=games)
        for outcome in outcomes:
            bar.advance(task)
            yield outcome


def summary(levels: tuple[int, ...], outcomes: list[Outcome], seed: int) -> dict[str, object]:
    """What is told of games: for each seat its level, wins (a tie counts half), mean score and time of a move."""
    players = [
        {
            "level": level,
            "wins": round(sum(1 / len(one.winners) for one in outcomes if seat in one.winners), 2),
            "mean_score": round(sum(one.scores[seat] for one in outcomes) / len(outcomes), 1),
            "mean_move_ms": round(
                1000 * sum(one.seconds[seat] for one in outcomes) / sum(one.moves[seat] for one in outcomes), 2
            ),
        }
        for seat, level in enumerate(levels)
    ]
    return {"games": len(outcomes), "seed": seed, "players": players}


def _show(answer: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("level", "wins", "mean score", "ms a move", title=f"{answer['games']} games")
    players = answer["players"]
    assert isinstance(players, list)
    for player in players:
        table.add_row(*(f"{value:g}" for value in player.values()))
    Console().print(table)
