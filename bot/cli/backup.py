"""`tilewright backup`: copies database and key, even while the bot runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli import files, inputs


def command(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The zip file to write.")],
    playground: Annotated[bool, typer.Option("--playground", help="Of the playground's games.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Replace a file without asking.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Copy the database and the key for saved games into one file; the bot may go on running."""
    from bot.model.errors import DatabaseUnusable, KeyUnusable
    from bot.upkeep import back_up

    settings = inputs.find_settings()
    files.ask_to_replace(target, yes)
    try:
        with inputs.clear_errors(str(target)), files.waiting("Copying the database"):
            made = back_up(settings, target, playground=playground)
    except DatabaseUnusable as error:
        inputs.fail(f"{error.path}: {error.reason}")
    except KeyUnusable as error:
        inputs.fail(f"{error.where}: {error.reason}")
    if as_json:
        inputs.print_json({"file": str(target), "bytes": made.size, "games": made.games, "key": made.with_key})
        return
    key = "with the key for saved games" if made.with_key else "without a key: there is no key file"
    typer.echo(f"{target}: {made.games:,} games, {made.size / 1e6:.1f} MB, {key}")
