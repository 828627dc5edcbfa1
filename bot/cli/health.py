"""`tilewright health`: whether a bot is alive, for the health check of a container."""

from __future__ import annotations

import http.client
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import inputs
from bot.cli.language import texts

if TYPE_CHECKING:
    from bot.settings import Address

ILL = 1
"""Exit code if the bot is not alive."""
ANSWER_SECONDS = 10.0
"""Seconds to wait for the answer."""
MOST_ANSWER_BYTES = 200
"""Bytes of the answer that are shown."""

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing is bound here


def command(
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
