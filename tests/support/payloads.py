"""Payloads of actions made from any values that fit their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from bot.front.components.buttons import Action, _plain, field_types
from bot.front.components.payloads import Long, Payload, Signed

LONGEST: dict[Any, Any] = {str: "z" * 40, int: 2**31 - 1, Long: 2**63 - 1, Signed: 1 - 2**31, bool: True}
"""The longest value of each type in a custom id."""


def kinds(action: Action[Any, Any]) -> list[Any]:
    """The types of the fields of an action's payload, in order, without `| None`."""
    types = field_types(action.payload_type)
    return [_plain(types[one.name]) for one in fields(action.payload_type)]


def filled(action: Action[Any, Any], value: Callable[[Any], Any]) -> Payload:
    """A payload of an action; `value` returns a value of a type: text, number, switch or enumeration."""
    made: Payload = action.payload_type(*map(value, kinds(action)))
    return made


def longest(action: Action[Any, Any]) -> Payload:
    """The payload of an action that needs the longest id."""
    return filled(action, lambda wanted: LONGEST[wanted] if wanted in LONGEST else max(wanted, key=len))
