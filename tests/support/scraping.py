"""Asking a bot how it is, and reading its metrics."""

from __future__ import annotations

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.settings import Address
from bot.wiring.app import App

ANY_PORT = Address("127.0.0.1", 0)


async def ask(address: Address, path: str) -> tuple[int, str]:
    """The status and text of an answer."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{address.host}:{address.port}{path}") as answer:
        return answer.status, await answer.text()


async def scrape(app: App) -> str:
    """The metrics of a bot as text."""
    assert app.monitoring
    status, text = await ask(app.monitoring.address, "/metrics")
    assert status == 200
    return text


def values(text: str) -> dict[str, dict[tuple[tuple[str, str], ...], float]]:
    """The value of each sample by its name, then by its labels in order."""
    found: dict[str, dict[tuple[tuple[str, str], ...], float]] = {}
    for family in text_string_to_metric_families(text):
        for one in family.samples:
            found.setdefault(one.name, {})[tuple(sorted(one.labels.items()))] = one.value
    return found
