"""The input and output of reading jobs, and refusals, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from string import Formatter
from typing import Any

from bot.model.errors import BotError, SaveDamaged, TooManyWords
from engine.errors import (
    BadData,
    BadFile,
    EngineError,
    Fault,
    MalformedCoordinate,
    MalformedMove,
    MalformedText,
    NoSuchPoints,
    NoSuchTile,
    Size,
    TooLarge,
    UnknownLetter,
)
from engine.formats.cgp import MalformedCgp
from engine.formats.gcg import MalformedGcg
from engine.limits import LONGEST_WORD_LINE, MOST_FAULTS
from engine.loading import LexiconMissing, ResourceMissing
from engine.sentences import Sentence
from engine.words.textlist import BadWord

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class JobLimits:
    """The limits of one job.

    `memory` is the bytes of address space beyond what the process needs to start (enforced on Linux), `cpu` the seconds
    of computing (enforced on POSIX), `wall` the seconds altogether (enforced everywhere), `result` the bytes of the
    answer. `nice` is the Unix nice value: the bot comes first, but only once the process has started, since someone may
    be waiting.
    """

    memory: int = 768 * MEGABYTE
    cpu: int = 30
    wall: float = 60.0
    result: int = 192 * MEGABYTE
    nice: int = 10


@dataclass(frozen=True, slots=True)
class Output:
    """The output of a job: facts that JSON can hold, and bytes."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    data: bytes = b""


ReadingJob = Callable[[bytes, Mapping[str, Any]], Output]
"""Reads bytes, with options that JSON can hold. May raise `EngineError` and `BotError` that `reports` knows."""


Known = type[EngineError] | type[BotError]

REFUSALS: Mapping[str, Known] = {
    kind.__name__: kind
    for kind in (
        *(BadData, BadFile, BadWord, TooLarge, LexiconMissing, ResourceMissing),
        *(MalformedText, MalformedCoordinate, MalformedMove, NoSuchPoints, NoSuchTile, UnknownLetter),
        *(MalformedCgp, MalformedGcg, SaveDamaged, TooManyWords),
    )
}
"""The refusals that cross from the reading process. Any other error there is a bug."""

MOST_TEXT = LONGEST_WORD_LINE
"""The most characters of a fact: no reader quotes more, and more is never shown."""

Plain = str | int | float | bool | None

MOST_INNER = 4
"""How deeply sentences may lie within each other; no reader's do more than twice."""


def write(error: Exception) -> dict[str, Any] | None:
    """A refusal as data; None for an error that is not a refusal. An unknown subclass is written as its base."""
    for kind in type(error).__mro__:
        if REFUSALS.get(kind.__name__) is kind:
            return {"error": kind.__name__, "facts": {one: _plain(getattr(error, one)) for one in _names(kind)}}
    return None


def read(data: Mapping[str, Any]) -> Exception:
    """The refusal from the data of `write`. Raises `ValueError` for anything else."""
    try:
        kind = REFUSALS[data["error"]]
        given = data["facts"]
        facts = {name: _value(given[name]) for name in _names(kind)}
        if "reason" in facts and not isinstance(facts["reason"], Sentence):
            raise TypeError("not a plain sentence")
        return kind(**facts)
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError("no refusal") from error


def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind))


def _plain(value: object) -> Any:
    """A fact in JSON's terms: faults, sentences and sizes as objects, several facts as a list."""
    match value:
        case tuple():
            return [_plain(one) for one in value[:MOST_FAULTS]]
        case Fault():
            return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
        case Sentence():
            return {"form": str(value.form), "facts": {name: _plain(fact) for name, fact in value.facts.items()}}
        case Size():
            return {"size": value.name}
    return _short(value)


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
        case {"form": _}:
            return _sentence(value)
        case dict():
            return _read_fault(value)
    return _checked(value)


def _read_fault(data: Mapping[str, Any]) -> Fault:
    return Fault(_text(data["where"]), int(data["line"]), _sentence(data["reason"]))


def _text(value: Any) -> str:
    return _sentence(value) if isinstance(value, dict) else str(value)


def _sentence(data: Mapping[str, Any], depth: int = 0) -> Sentence:
    """The sentence in data; its form may only name its facts, since a width in it could fill the memory."""
    facts = {
        str(name): _sentence(value, depth + 1) if isinstance(value, dict) else _checked(value)
        for name, value in data["facts"].items()
    }
    form = data["form"]
    parts = list(Formatter().parse(form))
    if depth > MOST_INNER or any(spec or kind or name not in {None, *facts} for _, name, spec, kind in parts):
        raise TypeError("not a plain sentence")
    return Sentence(form, **facts)


def _checked(value: Any) -> Plain:
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError("not a plain fact")
