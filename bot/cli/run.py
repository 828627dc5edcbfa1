"""`tilewright run`: the bot on Discord, or the playground if no token is set."""

from __future__ import annotations

import asyncio
import logging

import typer

from bot.cli import inputs


def command() -> None:
    """Run the bot: on Discord if DISCORD_TOKEN is set, else in a playground whose address is printed."""
    settings = inputs.find_settings()
    start_logging(settings.log)
    from bot.app import StartFailed, build

    try:
        asyncio.run(build(settings).run(announce=typer.echo))
    except StartFailed as error:
        raise _stopped(str(error), error.exit_code) from error


def start_logging(level: str) -> None:
    """Logs to standard error. Details of requests are never logged: they contain racks from private messages."""
    logging.basicConfig(level=level.upper(), format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    for noisy in ("discord", "aiosqlite", "asyncio", "PIL", "numba", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _stopped(reason: str, code: int) -> typer.Exit:
    typer.echo(f"tilewright: {reason}", err=True)
    return typer.Exit(code)
