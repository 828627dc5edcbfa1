"""The log of a whole bot."""

from __future__ import annotations

import logging

import pytest

from bot.service.processes import watchdog

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
