"""Faults of one text as they are found, and values taken from it with theirs noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.errors import BadFile, Fault
from engine.formats.varianttoml.lines import Lines
from engine.limits import MOST_FAULTS

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

    def add(self, line: int, form: str, /, **facts: object) -> None:
        """Notes a fault on a line, told by a form with names in braces, and the facts that they stand for.

        Raises `BadFile` where there are as many as are told.
        """
        self._found.append(Fault.of(self.where, line, form, **facts))
        if len(self._found) == MOST_FAULTS:
            self.check()

    def at(self, path: tuple[str, ...], form: str, /, **facts: object) -> None:
        """Notes a fault of a key, or of what is missing, which is told at the end of the table or of the text."""
        self.add(self.lines.of(*path) or self.lines.last, form, **facts)

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
                if close:
                    self.at(
                        (*path, name),
                        "{key} is not known here; is {meant} meant?",
                        key=shown(name),
                        meant=repr(close[0]),
                    )
                else:
                    self.at(
                        (*path, name),
                        "{key} is not known here; there are {known}",
                        key=shown(name),
                        known=", ".join(known),
                    )

    def text(self, path: tuple[str, ...], table: Mapping[str, Any], default: str | None = None) -> str | None:
        """The text of a key; None, and a fault, where there is none."""
        value = table.get(path[-1], default)
        if value is None:
            self.at(path[:-1], "{key} is missing", key=repr(path[-1]))
            return None
        if isinstance(value, str):
            return value
        self.at(path, "{key} is a text in quotation marks, not {value}", key=path[-1], value=shown(value))
        return None

    def number(self, path: tuple[str, ...], value: object, low: int, high: int, of: str = "") -> int | None:
        """A whole number within limits; None, and a fault, for anything else."""
        name = of or path[-1]
        if type(value) is not int:
            self.at(path, "{key} is a whole number, not {value}", key=name, value=shown(value))
            return None
        if not low <= value <= high:
            self.at(path, "{key} is {low} to {high}, not {value}", key=name, low=low, high=high, value=shown(value))
            return None
        return value

    def table(self, path: tuple[str, ...], data: Mapping[str, Any], needed: bool = False) -> Mapping[str, Any] | None:
        """The table of a key, empty where it may be missing; None, and a fault, where it may not, or is none."""
        value = data.get(path[-1])
        if value is None and not needed:
            return {}
        if value is None:
            self.at(path[:-1], "the table {table} is missing", table=f"[{'.'.join(path)}]")
            return None
        if not isinstance(value, dict):
            self.at(path, "{key} is a table, not {value}", key=path[-1], value=shown(value))
            return None
        return value
