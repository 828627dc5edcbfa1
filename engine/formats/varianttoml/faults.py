"""The faults of an input file, found one after the other and told together, each with its line; in TOML, of its key."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from engine.errors import BadFile, Fault
from engine.limits import MOST_FAULTS
from engine.sentences import Sentence


class Faults:
    """The faults found so far in a text, which is named `where`; at most `MOST_FAULTS` of them."""

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        self.found: list[Fault] = []
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another fault, so that reading on is pointless."""
        return len(self) >= MOST_FAULTS

    def line_at(self, position: int) -> int:
        """The line that contains a position in the text, counted from 1."""
        return bisect_left(self._ends, position) + 1

    def add(self, line: int, reason: Sentence) -> None:
        """Record a fault on a line."""
        if not self.is_full:
            self.found.append(Fault(self.where, line, reason))

    def wrong(self, line: int, form: str, /, **facts: object) -> None:
        """Record on a line the fault that a `Sentence` says; the catalogues find its form here."""
        self.add(line, Sentence(form, **facts))

    def check(self, *others: Faults) -> None:
        """Raise `BadFile` with all faults of this file and of others, each file's in line order, if any."""
        found = [fault for one in (self, *others) for fault in sorted(one.found, key=lambda fault: fault.line)]
        if found:
            raise BadFile.of(found)


_REASONS = (
    (r"Expected '='", Sentence("an = is missing after a key")),
    (r"Expected '\]", Sentence("a ] is missing after the name of a table")),
    (r"Expected newline", Sentence("there is something extra after the value")),
    (r"Unterminated|Expected \"?'", Sentence("a quotation mark is missing at the end of some text")),
    (r"Unclosed", Sentence("a bracket is never closed")),
    (r"Cannot|Duplicate", Sentence("a key or table is given twice")),
    (r"Illegal|Found invalid", Sentence("a character is not allowed here")),
    (r"Unescaped|Escaped|Invalid hex", Sentence("a \\ in text must be doubled")),
    (r"Invalid (value|date)", Sentence("a value cannot be read; text needs quotation marks")),
)
"""By how the library's messages begin."""
_OTHER = Sentence("this line cannot be read")


def reason_of(message: str) -> Sentence:
    """The reason that a message of the standard library's reader gives."""
    return next((reason for begin, reason in _REASONS if re.match(begin, message)), _OTHER)


Path = tuple[str, ...]

_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_TABLE = re.compile(rf"[ \t]*\[\[?[ \t]*({_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=[ \t]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'", re.DOTALL
)
_PARTS = re.compile(_PART)


class Lines:
    """The lines of the keys in a valid TOML text; `line` gives the line that contains a position."""

    def __init__(self, text: str, line: Callable[[int], int]) -> None:
        self._text = text
        self._line = line
        self._keys: dict[Path, int] = {}
        self._contents: dict[Path, int] = {}
        self._scan()

    def of(self, *path: str) -> int:
        """The line of a key, otherwise of the nearest enclosing table, otherwise 0."""
        while path and path not in self._keys:
            path = path[:-1]
        return self._keys.get(path, 0)

    @property
    def last(self) -> int:
        """The last line."""
        return len(self._text.rstrip().split("\n"))

    def inside(self, *path: str) -> int:
        """The line where a string's content begins, after an initial line break."""
        return self._contents.get(path, self.of(*path))

    def _scan(self) -> None:
        table: Path = ()
        position = 0
        while position < len(self._text):
            if header := _TABLE.match(self._text, position):
                table = _names(header[1])
                self._keys.setdefault(table, self._line(position))
            elif key := _KEY.match(self._text, position):
                position = self._note(table + _names(key[1]), position, key.end())
            position = self._next_line(position)

    def _note(self, path: Path, position: int, value: int) -> int:
        """Record a key and return the position after its value."""
        self._keys[path] = self._line(position)
        quoted = self._text[value : value + 3] in ('"""', "'''")
        self._contents[path] = self._line(value) + (quoted and self._text[value + 3 : value + 4] == "\n")
        return self._behind(value)

    def _behind(self, position: int) -> int:
        depth = 0
        while position < len(self._text):
            character = self._text[position]
            if string := _STRING.match(self._text, position):
                position = string.end()
                continue
            if character == "\n" and depth <= 0:
                break
            if character == "#":
                position = self._next_line(position) - 1
                continue
            depth += (character in "[{") - (character in "]}")
            position += 1
        return position

    def _next_line(self, position: int) -> int:
        end = self._text.find("\n", position)
        return len(self._text) + 1 if end < 0 else end + 1


def _names(dotted: str) -> Path:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in _PARTS.findall(dotted))


MOST_QUOTED = 40
"""Most characters that a fault quotes from the text."""


def shown(text: object) -> str:
    """A piece of the text as quoted in a fault, shortened."""
    quoted = repr(text)
    return quoted if len(quoted) <= MOST_QUOTED else quoted[: MOST_QUOTED - 1] + "…"


class TomlFaults(Faults):
    """The faults of a TOML text, on lines or at keys."""

    def __init__(self, where: str, text: str) -> None:
        super().__init__(where, text)
        self.lines = Lines(text, self.line_at)

    def add(self, line: int, reason: Sentence) -> None:
        """Record a fault on a line. Raises `BadFile` once the limit of reported faults is reached."""
        super().add(line, reason)
        if self.is_full:
            self.check()

    def wrong(self, place: int | Path, form: str, /, **facts: object) -> None:
        """Record a fault on a line or at a key."""
        line = place if isinstance(place, int) else self._line_of(place)
        super().wrong(line, form, **facts)

    def at(self, path: Path, reason: Sentence) -> None:
        """Record a fault of a key; if the key is missing, at the end of its table or of the text."""
        self.add(self._line_of(path), reason)

    def _line_of(self, path: Path) -> int:
        return self.lines.of(*path) or self.lines.last

    def unknown_keys(self, path: tuple[str, ...], table: Iterable[str], known: Iterable[str]) -> None:
        """Record every unknown key, with the key that may have been meant."""
        known = tuple(known)
        for name in table:
            if name not in known:
                close = get_close_matches(name, known, 1)
                if close:
                    self.wrong(
                        (*path, name),
                        "{key} is not known here; did you mean {meant}?",
                        key=shown(name),
                        meant=repr(close[0]),
                    )
                else:
                    self.wrong(
                        (*path, name), "{key} is not known here; use {known}", key=shown(name), known=", ".join(known)
                    )

    def text(self, path: tuple[str, ...], table: Mapping[str, Any], default: str | None = None) -> str | None:
        """The text of a key; if it is missing or not text, None and a fault."""
        value = table.get(path[-1], default)
        if value is None:
            self.wrong(path[:-1], "{key} is missing", key=repr(path[-1]))
            return None
        if isinstance(value, str):
            return value
        self.wrong(path, "{key} must be text in quotation marks, not {value}", key=path[-1], value=shown(value))
        return None

    def number(self, path: tuple[str, ...], value: object, low: int, high: int, of: str = "") -> int | None:
        """A whole number within limits; otherwise None and a fault."""
        name = of or path[-1]
        if type(value) is not int:
            self.wrong(path, "{key} must be a whole number, not {value}", key=name, value=shown(value))
            return None
        if not low <= value <= high:
            self.wrong(
                path, "{key} must be {low} to {high}, not {value}", key=name, low=low, high=high, value=shown(value)
            )
            return None
        return value

    def table(self, path: tuple[str, ...], data: Mapping[str, Any], needed: bool = False) -> Mapping[str, Any] | None:
        """The table of a key, empty if optional and missing; None and a fault if required but missing, or no table."""
        value = data.get(path[-1])
        if value is None and not needed:
            return {}
        if value is None:
            self.wrong(path[:-1], "the table {table} is missing", table=f"[{'.'.join(path)}]")
            return None
        if not isinstance(value, dict):
            self.wrong(path, "{key} must be a table, not {value}", key=path[-1], value=shown(value))
            return None
        return value
