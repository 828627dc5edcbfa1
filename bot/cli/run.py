"""`tilewright run`: the bot on Discord, or the playground if no token is set."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from bot.cli import inputs
from bot.cli.language import texts
from bot.logs import start_logging
from bot.settings import KEYS


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
