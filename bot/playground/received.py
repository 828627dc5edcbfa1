"""JSON from the wire, read with limits, so that no input surprises the code that uses it."""

from __future__ import annotations

import json
import math
import traceback
from pathlib import Path
from typing import Any

DEEPEST_JSON = 64
"""Deepest nesting of objects and lists; a message with all kinds of components needs about ten levels."""
LARGEST_NUMBER = 1 << 64

CONFUSED = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError, RecursionError)
"""Exceptions that code raises on data of an unexpected shape."""


def read_json(data: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError for invalid JSON and for unreasonable nesting or numbers."""
    try:
        value = json.loads(data, parse_int=_whole, parse_float=_real, parse_constant=_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    _check(value)
    return value


def _whole(digits: str) -> int:
    if len(digits) > 24 or abs(number := int(digits)) >= LARGEST_NUMBER:
        raise ValueError("a number is too large")
    return number


def _real(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _check(value: Any) -> None:
    """Raise ValueError for nesting beyond ``DEEPEST_JSON`` and for invalid text, such as half a surrogate pair."""
    level = [value]
    for _ in range(DEEPEST_JSON):
        if not level:
            return
        below: list[Any] = []
        for one in level:
            kind = type(one)  # JSON has no values of derived classes, and a thousand commands are checked at each start
            if kind is str:
                one.encode()
            elif kind is list:
                below += one
            elif kind is dict:
                below += one
                below += one.values()
        level = below
    raise ValueError("nested too deeply")


def place(error: BaseException) -> str:
    """The type of an error and where it happened, in one line."""
    frames = traceback.extract_tb(error.__traceback__)[-2:]
    return " < ".join([type(error).__name__, *(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames))])
