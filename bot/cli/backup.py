"""`tilewright backup`: copies database and key, even while the bot runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.cli import files, inputs
from bot.cli.language import size_text, texts


def command(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The zip file to write.")],
    playground: Annotated[bool, typer.Option("--playground", help="Back up the playground's games instead.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Replace a file without asking.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    "Copy the database and the key for saved games into one file; the bot can keep running."
    from bot.model.errors import DatabaseUnusable, KeyUnusable
    from bot.wiring.upkeep import back_up

    settings = inputs.find_settings()
    files.ask_to_replace(target, yes)
    try:
        with inputs.clear_errors(str(target)), files.waiting(texts().gettext("Copying the database")):
            made = back_up(settings, target, playground=playground)
    except DatabaseUnusable as error:
        inputs.fail(f"{error.path}: {texts().told(error.reason)}")
    except KeyUnusable as error:
        inputs.fail(f"{error.where}: {texts().told(error.reason)}")
    if as_json:
        inputs.print_json({"file": str(target), "bytes": made.size, "games": made.games, "key": made.with_key})
        return
    facts = {"file": target, "games": texts().ngettext("{count} game", "{count} games", made.games)}
    facts["size"] = size_text(made.size)
    if made.with_key:
        typer.echo(texts().gettext("{file}: {games}, {size}, with the key for saved games", **facts))
    else:
        typer.echo(texts().gettext("{file}: {games}, {size}, without a key: there is no key file", **facts))
