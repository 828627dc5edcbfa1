"""Checks of single fields in a request body; each records Discord's error codes on a form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.playground.errors import Form
from bot.playground.shapes import Json


def required(form: Form) -> None:
    """Record that the field is missing."""
    form.add("BASE_TYPE_REQUIRED", "This field is required")


def length(form: Form, size: int, low: int, high: int) -> None:
    """Record a ``size`` (characters or items) outside ``low`` to ``high``."""
    if low <= size <= high:
        return
    if low:
        form.add("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
    else:
        form.add("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")


def text(form: Form, body: Json, key: str, high: int, low: int = 0, needed: bool = False) -> str:
    """The string ``body[key]`` of ``low`` to ``high`` characters; ``""`` if it is missing or invalid."""
    value = body.get(key)
    if value is None:
        if needed:
            required(form.at(key))
        return ""
    if not isinstance(value, str):
        form.at(key).add("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        return ""
    length(form.at(key), len(value), low, high)
    return value


def number(form: Form, body: Json, key: str, low: int, high: int) -> int | None:
    """The integer ``body[key]`` from ``low`` to ``high``, if there is one."""
    value = body.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        form.at(key).add("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return None
    if value < low:
        form.at(key).add("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
    if value > high:
        form.at(key).add("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
    return value


def choice(form: Form, value: Any, allowed: Iterable[int | str]) -> bool:
    """Whether ``value`` is one of ``allowed``; records a mistake if not."""
    values = list(allowed)
    if value in values:
        return True
    form.add("BASE_TYPE_CHOICES", f"Value must be one of ({', '.join(map(str, values))}).")
    return False


def objects(form: Form, body: Json, key: str, high: int, low: int = 0, needed: bool = False) -> list[Json]:
    """The list of objects ``body[key]`` of ``low`` to ``high`` items; ``[]`` if it is missing or invalid."""
    value = body.get(key)
    if value is None:
        if needed:
            required(form.at(key))
        return []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        form.at(key).add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    length(form.at(key), len(value), low, high)
    return value
