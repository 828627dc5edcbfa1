"""The lines of the keys in a TOML text, which the standard library's reader does not report."""

from __future__ import annotations

import re
from bisect import bisect_right

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
    """The lines of the keys in a valid TOML text, counted from 1."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [match.start() for match in re.finditer("\n", text)]
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

    def _line(self, position: int) -> int:
        return bisect_right(self._ends, position - 1) + 1

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
        """Records a key and returns the position after its value."""
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
