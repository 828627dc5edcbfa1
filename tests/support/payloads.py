"""Payloads of actions made from any values that fit their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from bot.front.core.custom_ids import Action, _plain, _types
from bot.front.core.payloads import Payload

LONGEST: dict[type, Any] = {str: "z" * 40, int: 10**20 - 1, bool: True}
"""The longest value of each type in a custom id."""


def filled(action: Action[Any, Any], value: Callable[[Any], Any]) -> Payload:
    """A payload of an action; `value` returns a value of a type: text, number, switch or enumeration."""
    types = _types(action.payload_type)
    made: Payload = action.payload_type(*(value(_plain(types[one.name])) for one in fields(action.payload_type)))
    return made


def longest(action: Action[Any, Any]) -> Payload:
    """The payload of an action that needs the longest id."""
    return filled(action, lambda wanted: LONGEST[wanted] if wanted in LONGEST else max(wanted, key=len))
