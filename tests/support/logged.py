"""The log of a whole bot."""

from __future__ import annotations

import logging

import pytest

from bot.service import watchdog


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The errors logged, except for an event loop that a busy machine delayed."""
    errors = (one for one in caplog.records if one.levelno >= logging.ERROR)
    return [one.getMessage() for one in errors if one.name != watchdog.LOG.name]
