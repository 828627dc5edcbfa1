"""Helpers that all readers share: size checks, and composed characters in time linear in the text."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

from engine.errors import Size, TooLarge
from engine.limits import MOST_MARKS

_LAST_MARK = 0x1F000
"""A code point after which there are no combining marks."""


def check(where: str, what: Size, count: int, limit: int, line: int = 0) -> None:
    """Raises `TooLarge` for more than the limit."""
    if count > limit:
        raise TooLarge.beyond(where, what, limit, line)


def composed(text: str, where: str, line: int = 1) -> str:
    """The text with each accented letter as one character (NFC); `line` is the number of its first line.

    Raises `TooLarge` for a letter with absurdly many accents, which would take quadratic time.
    """
    if text.isascii():
        return text
    crowd = _crowd().search(text)
    if crowd:
        raise TooLarge.beyond(where, Size.MARKS, MOST_MARKS, line + text.count("\n", 0, crowd.start()))
    return unicodedata.normalize("NFC", text)


@cache
def _crowd() -> re.Pattern[str]:
    """A pattern for too many characters in a row that are, or begin as, combining marks."""
    marks = (code for code in range(0x300, _LAST_MARK) if _is_mark(chr(code)))
    runs = (list(run) for _, run in groupby(enumerate(marks), lambda one: one[1] - one[0]))
    kinds = "".join(rf"\U{run[0][1]:08x}-\U{run[-1][1]:08x}" for run in runs)
    return re.compile(f"[{kinds}]{{{MOST_MARKS + 1}}}")


def _is_mark(character: str) -> bool:
    return unicodedata.combining(unicodedata.normalize("NFD", character)[0]) != 0


def shortened(text: str, most: int = 40) -> str:
    """A piece of a file as errors quote it."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")
