"""What operators read of a bot: its log and its metrics."""

from __future__ import annotations

import logging

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.service.processes import watchdog
from bot.settings import Address
from bot.wiring.app import App

COLLECTED = "Task was destroyed but it is pending!"
"""Logged at any time about a task of an earlier test, whose event loop ended before it."""


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The errors logged, except for an event loop that a busy machine delayed."""
    errors = (one for one in caplog.records if one.levelno >= logging.ERROR)
    return [one.getMessage() for one in errors if one.name != watchdog.LOG.name and not _is_collected(one)]


def told_by_bot(caplog: pytest.LogCaptureFixture) -> list[str]:
    """All that the bot has logged, except for an event loop that a busy machine delayed."""
    own = (one for one in caplog.records if one.name.startswith("bot") and one.name != watchdog.LOG.name)
    return [one.getMessage() for one in own]


def errors_in(log: str) -> list[str]:
    """The errors in the text that a process has logged, except for an event loop that a busy machine delayed."""
    lines = (line for line in log.splitlines() if "ERROR" in line)
    return [line for line in lines if not line.startswith(f"ERROR:{watchdog.LOG.name}:")]


def failures(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The errors and exceptions logged, at whatever level."""
    found = (one for one in caplog.records if one.exc_info or one.levelno >= logging.ERROR)
    return [one.getMessage() for one in found if not _is_collected(one)]


def _is_collected(record: logging.LogRecord) -> bool:
    return record.name == "asyncio" and record.getMessage().startswith(COLLECTED)


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
