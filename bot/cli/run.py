"""`tilewright run`: the bot on Discord, or the playground if no token is set."""

from __future__ import annotations

import asyncio

import typer

from bot.cli import inputs
from bot.cli.language import texts
from bot.logs import start_logging


def command() -> None:
    """Run the bot: on Discord if DISCORD_TOKEN is set, else in a playground whose address is printed."""
    settings = inputs.find_settings()
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
