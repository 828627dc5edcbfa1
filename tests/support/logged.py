"""What a whole bot has logged."""

from __future__ import annotations

import logging

import pytest

from bot.service import watchdog


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error, but for an event loop that a busy machine kept waiting."""
    errors = (one for one in caplog.records if one.levelno >= logging.ERROR)
    return [one.getMessage() for one in errors if one.name != watchdog.LOG.name]
