"""`tilewright doctor`: what is configured, reachable and missing."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.cli import inputs
from bot.cli.language import texts

FAULTY = 1
"""Exit code when something is wrong."""

_MARKS = {"ok": "[green]✓[/green]", "note": "[yellow]•[/yellow]", "wrong": "[red]✗[/red]"}


def command(
    playground: Annotated[bool, typer.Option("--playground", help="Look at the playground's database.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check the installation; the exit code is 1 if something is wrong. Secrets are never shown."""
    from bot.cli.checkup import Status, check_all, title

    findings = check_all(playground=playground)
    well = all(one.status is not Status.WRONG for one in findings)
    if as_json:
        told = [{"check": one.check, "status": one.status.value, "text": one.text} for one in findings]
        inputs.print_json({"ok": well, "checks": told})
    else:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(show_header=False, box=None)
        for one in findings:
            table.add_row(_MARKS[one.status.value], title(one.check), Text(one.text))
        console = Console()
        console.print(table)
        console.print(
            texts().gettext("All well.") if well else texts().gettext("Something is wrong: see the lines with ✗.")
        )
    if not well:
        raise typer.Exit(FAULTY)
