"""Every refusal of the engine as a type that carries the facts of it, never a sentence for the player.

`EngineError` has three families, after the trio of python-chess: text that cannot be read (`MalformedText`), data that
contradicts itself (`BadData`) and a wish that the rules do not grant (`RuleViolation`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass
from typing import Any

SECRET = {"secret": True}
"""Metadata of a field that may tell what is on a rack: it never enters `str()`, logs or other people's messages."""


class EngineError(Exception):
    """Base of everything that the engine raises on purpose.

    `str()` gives the class and its public facts, for logs; the words a player reads are made elsewhere.
    """

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in public_facts(self).items())
        return f"{type(self).__name__}({facts})"

    def __reduce__(self) -> tuple[type[EngineError], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in _names(self))


def _names(error: EngineError) -> tuple[str, ...]:
    return tuple(getattr(error, "__dataclass_fields__", ()))


def public_facts(error: EngineError) -> dict[str, Any]:
    """The facts of an error that anybody may read, by field name; secret fields are left out."""
    known: dict[str, Field[Any]] = getattr(error, "__dataclass_fields__", {})
    return {name: getattr(error, name) for name, one in known.items() if not one.metadata.get("secret")}


# --- text that cannot be read -------------------------------------------------------------------------------------


@dataclass(eq=False)
class MalformedText(EngineError):
    """A text is not of the form that was asked for. `position` counts characters from 0."""

    text: str
    position: int = 0


@dataclass(eq=False)
class UnknownLetter(MalformedText):
    """A character of the text stands for no letter of the alphabet."""


@dataclass(eq=False)
class MalformedCoordinate(MalformedText):
    """The text is not a coordinate pair such as `8H`."""


@dataclass(eq=False)
class MalformedMove(MalformedText):
    """The text is not a move such as `8H HELLO`."""


@dataclass(eq=False)
class NoSuchPoints(MalformedText):
    """A tile was named by points that no tile of the set has."""

    letter: str = ""
    points: int = 0


# --- data that contradicts itself ---------------------------------------------------------------------------------


@dataclass(eq=False)
class BadData(EngineError):
    """A file or value does not hold what it must.

    `where` names the file or part, `line` counts from 1 and is 0 where unknown.
    """

    where: str
    reason: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a file. `line` counts from 1 and is 0 where unknown; `where` names the file.

    `reason` is in English. `form` is the same with names in braces for the `facts`, so that it can be told in other
    languages; it is empty where there is no such form.
    """

    where: str
    line: int
    reason: str
    form: str = ""
    facts: tuple[tuple[str, object], ...] = ()

    @staticmethod
    def of(where: str, line: int, form: str, /, **facts: object) -> Fault:
        """A fault told by a form and its facts."""
        return Fault(where, line, form.format_map(facts), form, tuple(facts.items()))


@dataclass(eq=False)
class BadFile(BadData):
    """A file, or several that belong together, with all their faults; the first one is told by the other fields."""

    faults: tuple[Fault, ...] = ()

    @staticmethod
    def of(faults: Iterable[Fault]) -> BadFile:
        """The error that tells these faults, of which there is at least one."""
        known = tuple(dict.fromkeys(faults))
        return BadFile(known[0].where, known[0].reason, known[0].line, known)


# --- wishes that the rules do not grant -----------------------------------------------------------------------------


class RuleViolation(EngineError):
    """A command that the rules refuse; the game is as it was."""
