"""`tilewright run`, `worker`, `health` and `doctor`: the bot, a process that only computes, and how both are."""

from __future__ import annotations

import asyncio
import http.client
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import inputs
from bot.cli.inputs import texts
from bot.logs import start_logging
from bot.settings import KEYS

if TYPE_CHECKING:
    from bot.settings import Address


def command(
    discord: Annotated[
        bool, typer.Option("--discord", help="End if DISCORD_TOKEN is not set, instead of starting the playground.")
    ] = False,
) -> None:
    """Run the bot: on Discord if DISCORD_TOKEN is set, else in a playground whose address is printed."""
    settings = inputs.find_settings()
    if discord and not settings.token:
        from bot.wiring.starting import MISCONFIGURED

        told = texts().gettext("{setting} is not set, so there is no bot to run", setting=KEYS["token"])
        raise stopped(told, MISCONFIGURED)
    start_logging(settings.log, settings.log_format, settings.token)
    from bot.wiring.app import build
    from bot.wiring.starting import StartFailed

    try:
        asyncio.run(build(settings).run(announce=typer.echo))
    except StartFailed as error:
        raise stopped(texts().told(error.reason), error.exit_code) from error


def stopped(reason: str, code: int) -> typer.Exit:
    """What ends the command with a clear line on the terminal."""
    typer.echo(f"tilewright: {reason}", err=True)
    return typer.Exit(code)


MOST_THREADS = 256


def worker(
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_THREADS, help="How many moves to think about at once; by default one per core."),
    ] = None,
) -> None:
    """Make the moves of computer players for the bots on the same PostgreSQL database, without Discord."""
    settings = inputs.find_settings()
    start_logging(settings.log, settings.log_format, settings.token)
    from bot.wiring.starting import StartFailed
    from bot.wiring.worker import Worker

    try:
        asyncio.run(Worker(settings, threads).run(announce=_tell))
    except StartFailed as error:
        raise stopped(texts().told(error.reason), error.exit_code) from error


def _tell(threads: int) -> None:
    ready = texts().ngettext(
        "Ready to think about {count} move at once", "Ready to think about {count} moves at once", threads
    )
    typer.echo(ready)


ILL = 1
"""Exit code if the bot is not alive."""
ANSWER_SECONDS = 10.0
"""Seconds to wait for the answer."""
MOST_ANSWER_BYTES = 200
"""Bytes of the answer that are shown."""

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing is bound here


def health(
    address: Annotated[
        str | None, typer.Argument(help="HOST:PORT of the bot's metrics; by default that of TILEWRIGHT_METRICS.")
    ] = None,
) -> None:
    """Ask a running bot whether it is alive; the exit code is 0 if it is and 1 if it is not."""
    where = _address(address)
    try:
        status, text = _ask(where)
    except (OSError, http.client.HTTPException):
        status, text = 0, texts().gettext("No answer from {address}", address=f"{where.host}:{where.port}")
    typer.echo(text, err=status != http.client.OK)
    if status != http.client.OK:
        raise typer.Exit(ILL)


def _address(given: str | None) -> Address:
    """The address to ask; without one the command ends."""
    from bot.settings import SettingsError, read_address

    try:
        found = read_address("ADDRESS", given) if given else inputs.find_settings().metrics
    except SettingsError as error:
        inputs.fail(inputs.unusable(error))
    return found or inputs.fail(texts().gettext("name the address of the bot's metrics, or set TILEWRIGHT_METRICS"))


def _ask(address: Address) -> tuple[int, str]:
    """The status and the text of the bot's answer."""
    host = _EVERYWHERE.get(address.host, address.host)
    connection = http.client.HTTPConnection(host, address.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_ANSWER_BYTES).decode(errors="replace").strip()
    finally:
        connection.close()


FAULTY = 1
"""Exit code when something is wrong."""

_MARKS = {"ok": "[green]✓[/green]", "note": "[yellow]•[/yellow]", "wrong": "[red]✗[/red]"}


def doctor(
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
