"""What the log may say of an error: its kind and where it happened, never a text that could hold a rack's tiles."""

from __future__ import annotations

import traceback

from bot.model.errors import ServiceError
from engine.errors import EngineError


def describe(error: BaseException) -> str:
    """An error for the log. Only errors known to keep secrets are quoted."""
    name = str(error) if isinstance(error, EngineError | ServiceError) else type(error).__name__
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return " < ".join((name, *reversed(places[-6:])))
