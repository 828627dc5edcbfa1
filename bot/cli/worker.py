"""`tilewright worker`: a process that only computes, for the bots on the same PostgreSQL database."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.cli import inputs, run
from bot.cli.language import texts
from bot.logs import start_logging

MOST_THREADS = 256


def command(
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
        raise run.stopped(texts().told(error.reason), error.exit_code) from error


def _tell(threads: int) -> None:
    ready = texts().ngettext(
        "Ready to think about {count} move at once", "Ready to think about {count} moves at once", threads
    )
    typer.echo(ready)
