"""Faults of one text as they are found, and values taken from it with theirs noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.errors import BadFile, Fault
from engine.formats.varianttoml.lines import Lines

MOST_FAULTS = 100
"""More are not listed: the first hundred tell enough of a text that is something else altogether."""
SHOWN = 40
"""Characters of a text that a fault quotes."""


def shown(text: object) -> str:
    """A piece of the text as a fault quotes it, shortened."""
    quoted = repr(text)
    return quoted if len(quoted) <= SHOWN else quoted[: SHOWN - 1] + "…"


class Faults:
    """What is wrong with the text named `where`."""

    def __init__(self, where: str, lines: Lines) -> None:
        self.where = where
        self.lines = lines
        self._found: list[Fault] = []

    def add(self, line: int, reason: str) -> None:
        """Notes a fault on a line."""
        if len(self._found) < MOST_FAULTS:
            self._found.append(Fault(self.where, line, reason))

    def at(self, path: tuple[str, ...], reason: str) -> None:
        """Notes a fault of a key, or of what is missing, which is told at the end of the table or of the text."""
        self.add(self.lines.of(*path) or self.lines.last, reason)

    def __len__(self) -> int:
        return len(self._found)

    def check(self) -> None:
        """Raises `BadFile` with all faults in the order of their lines, if there are any."""
        if self._found:
            raise BadFile.of(sorted(self._found, key=lambda fault: fault.line))

    def unknown_keys(self, path: tuple[str, ...], table: Iterable[str], known: Iterable[str]) -> None:
        """Notes every key that means nothing, with the one that may be meant."""
        known = tuple(known)
        for name in table:
            if name not in known:
                close = get_close_matches(name, known, 1)
                meant = f"; is {close[0]!r} meant?" if close else f"; there are {', '.join(known)}"
                self.at((*path, name), f"{shown(name)} is not known here{meant}")

    def text(self, path: tuple[str, ...], table: Mapping[str, Any], default: str | None = None) -> str | None:
        """The text of a key; None, and a fault, where there is none."""
        value = table.get(path[-1], default)
        if value is None:
            self.at(path[:-1], f"{path[-1]!r} is missing")
            return None
        if isinstance(value, str):
            return value
        self.at(path, f"{path[-1]} is a text in quotation marks, not {shown(value)}")
        return None

    def number(self, path: tuple[str, ...], value: object, low: int, high: int, of: str = "") -> int | None:
        """A whole number within limits; None, and a fault, for anything else."""
        name = of or path[-1]
        if type(value) is not int:
            self.at(path, f"{name} is a whole number, not {shown(value)}")
            return None
        if not low <= value <= high:
            self.at(path, f"{name} is {low} to {high}, not {shown(value)}")
            return None
        return value

    def table(self, path: tuple[str, ...], data: Mapping[str, Any], needed: bool = False) -> Mapping[str, Any] | None:
        """The table of a key, empty where it may be missing; None, and a fault, where it may not, or is none."""
        value = data.get(path[-1])
        if value is None and not needed:
            return {}
        if value is None:
            self.at(path[:-1], f"the table [{'.'.join(path)}] is missing")
            return None
        if not isinstance(value, dict):
            self.at(path, f"{path[-1]} is a table, not {shown(value)}")
            return None
        return value
