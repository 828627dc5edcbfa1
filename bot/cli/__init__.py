"""The command `tilewright`: one module for each subcommand, importing what it needs only when called."""

from __future__ import annotations

import logging

import typer

from bot.cli import analyze, database, lexicon, moves, prepare, puzzles, render, replay, run, selfplay, variant

_POSITION = {"ignore_unknown_options": True}
"""A position without quotes may hold `-5/3` and `-lex`, which are no options of the command."""


_QUIET = logging.NullHandler()
"""Commands show by themselves what takes long, so the engine's log goes only where a log is kept."""


def build() -> typer.Typer:
    """The command with all its subcommands; without a subcommand it runs the bot."""
    logging.getLogger("engine").addHandler(_QUIET)
    app = typer.Typer(
        name="tilewright",
        help="A Discord bot that hosts crossword-board word games.",
        no_args_is_help=False,
        add_completion=False,
        pretty_exceptions_enable=False,
    )

    @app.callback(invoke_without_command=True)
    def default(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            run.command()

    app.command("run")(run.command)
    app.command("worker")(run.worker)
    app.command("moves", context_settings=_POSITION)(moves.command)
    app.command("replay")(replay.command)
    app.command("analyze")(analyze.command)
    app.command("render", context_settings=_POSITION)(render.command)
    app.command("selfplay")(selfplay.command)
    app.command("backup")(database.command)
    app.command("doctor")(run.doctor)
    app.command("health")(run.health)
    app.command("prepare")(prepare.command)
    app.add_typer(database.app, name="database")
    app.add_typer(lexicon.app, name="lexicon")
    app.add_typer(puzzles.app, name="puzzles")
    app.add_typer(variant.app, name="variant")
    return app


def main() -> None:
    """Run the command with the process's arguments."""
    build()()
