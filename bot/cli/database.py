"""`tilewright database` and `tilewright backup`: copying a database, and saving it with its key while the bot runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import files, inputs
from bot.cli.inputs import size_text, texts

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.wiring.upkeep import CopyReport, OnProgress


app = typer.Typer(no_args_is_help=True, help="Databases: copy one.")
app.callback()(lambda: None)  # else the only subcommand would be the command itself


@app.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The database to copy: a file or an address.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The empty database to copy into.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    "Copy everything into an empty database, for example from a file to PostgreSQL, and compare the two."
    from bot.model.errors import DatabaseInUse, DatabaseUnusable, KeyUnusable

    settings = inputs.find_settings()
    try:
        copied = asyncio.run(_copy(settings, _address(source), _address(target)))
    except DatabaseInUse as error:
        inputs.fail(texts().gettext("{database} is open in a bot; stop it first", database=error.path))
    except DatabaseUnusable as error:
        inputs.fail(f"{error.path}: {texts().told(error.reason)}")
    except KeyUnusable as error:
        inputs.fail(f"{error.where}: {texts().told(error.reason)}")
    if as_json:
        inputs.print_json({"rows": copied.rows, "games": copied.games, "key": copied.key and str(copied.key)})
        return
    games = texts().ngettext("{count} game", "{count} games", copied.games)
    typer.echo(texts().gettext("Copied and compared: {games}", games=games))
    if copied.key:
        typer.echo(texts().gettext("The key for saved games is in {file}", file=copied.key))


def _address(text: str) -> str:
    """The address of a database; a file may be named by its path. Ends the command if it is not one."""
    from bot.settings import Settings, SettingsError, sqlite_url

    url = text if "://" in text else sqlite_url(Path(text).absolute())
    try:
        return Settings.from_environment({"TILEWRIGHT_DATABASE_URL": url}).database_url
    except SettingsError as error:
        inputs.fail(inputs.unusable(error))


async def _copy(settings: Settings, source: str, target: str) -> CopyReport:
    from bot.wiring.upkeep import copy_between

    with _bars() as (copied, compared):
        return await copy_between(settings, source, target, copied, compared)


@contextmanager
def _bars() -> Iterator[tuple[OnProgress, OnProgress]]:
    """Progress bars on a terminal: one for copying, one for comparing."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        first = bars.add_task(texts().gettext("Copying the database"), total=None)
        second = bars.add_task(texts().gettext("Comparing both"), total=None)
        yield (
            lambda done, total: bars.update(first, completed=done, total=total),
            lambda done, total: bars.update(second, completed=done, total=total),
        )


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
