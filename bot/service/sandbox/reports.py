"""Refusals as plain data, so that the bot can say what a reader found wrong with a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from bot.model.errors import SaveDamaged, ServiceError, TooManyWords
from engine.errors import (
    BadData,
    BadFile,
    EngineError,
    Fault,
    MalformedCoordinate,
    MalformedMove,
    MalformedText,
    NoSuchPoints,
    Size,
    TooLarge,
    UnknownLetter,
)
from engine.limits import LONGEST_WORD_LINE, MOST_FAULTS
from engine.loading import LexiconMissing, ResourceMissing
from engine.words.textlist import BadWord

Known = type[EngineError] | type[ServiceError]

KNOWN: Mapping[str, Known] = {
    kind.__name__: kind
    for kind in (
        *(BadData, BadFile, BadWord, TooLarge, LexiconMissing, ResourceMissing),
        *(MalformedText, MalformedCoordinate, MalformedMove, NoSuchPoints, UnknownLetter),
        *(SaveDamaged, TooManyWords),
    )
}
"""The refusals that cross from the reading process. Any other error there is a bug."""

MOST_TEXT = LONGEST_WORD_LINE
"""The most characters of a fact: no reader quotes more, and more is never shown."""

Plain = str | int | float | bool | None


def write(error: Exception) -> dict[str, Any] | None:
    """A refusal as data; None for an error that is not a refusal. An unknown subclass is written as its base."""
    for kind in type(error).__mro__:
        if KNOWN.get(kind.__name__) is kind:
            return {"error": kind.__name__, "facts": {one: _plain(getattr(error, one)) for one in _names(kind)}}
    return None


def read(data: Mapping[str, Any]) -> Exception:
    """The refusal from the data of `write`. Raises `ValueError` for anything else."""
    try:
        kind = KNOWN[data["error"]]
        given = data["facts"]
        return kind(**{name: _value(given[name]) for name in _names(kind)})
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("no refusal") from error


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(getattr(kind, "__dataclass_fields__", ()))


def _plain(value: object) -> Any:
    """A fact in JSON's terms: faults and sizes as objects, several facts as a list."""
    match value:
        case tuple():
            return [_plain(one) for one in value[:MOST_FAULTS]]
        case Fault():
            return _fault(value)
        case Size():
            return {"size": value.name}
    return _short(value)


def _fault(fault: Fault) -> dict[str, Any]:
    facts = [[name, _short(value)] for name, value in fault.facts]
    return {**{one.name: _short(getattr(fault, one.name)) for one in fields(fault)}, "facts": facts}


def _short(value: object) -> Plain:
    if value is None or isinstance(value, int | float):
        return value
    return str(value)[:MOST_TEXT]


def _value(value: Any) -> Any:
    match value:
        case list():
            return tuple(_value(one) for one in value)
        case {"size": name}:
            return Size[name]
        case dict():
            return _read_fault(value)
    return _checked(value)


def _read_fault(data: Mapping[str, Any]) -> Fault:
    facts = tuple((str(name), _checked(value)) for name, value in data["facts"])
    return Fault(str(data["where"]), int(data["line"]), str(data["reason"]), str(data["form"]), facts)


def _checked(value: Any) -> Plain:
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError("not a plain fact")
