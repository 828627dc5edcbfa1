"""What people type or paste, without what chats, editors and phones put into and around it.

Moves, positions, racks and words pass through `pasted`; whatever has to know which characters nobody sees asks
`is_unseen`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that show nothing."""

_PLANES = (range(0x80, 0x10000), range(0x1D400, 0x1D800), range(0xE0000, 0xE0200))
"""Code points among which all unseen and all restyled characters are."""
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_JOINER = "\u034f"
_RESTYLED = ("<wide>", "<font>")
"""How Unicode marks the full-width and the mathematical forms of letters and digits."""

_QUOTED = re.compile(r"\A\s*>(?:>>)? ?")
_BLOCK = re.compile(r"```(?:[A-Za-z]+\n)?(.*?)```", re.DOTALL)
_ITALIC = re.compile(r"_(?=[^_]*[\s\d])([^_]*)_")
"""Underscores around a single word are blanks of a rack."""
_QUOTES = '""', "''", "“”", "„“", "„”", "‟”", "””", "‘’", "‚‘", "’’", "«»", "»«", "‹›", "›‹", "「」", "『』"
MOST_PAIRS = 10
_PAIRS = (*((mark, mark) for mark in ("||", "**", "__", "~~", "``", "`", "*")), *map(tuple, _QUOTES))


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing by itself: a format character, a variation selector, an empty letter."""
    return (
        unicodedata.category(character) == "Cf"
        or character == _JOINER
        or character in BLANKS
        or any(ord(character) in codes for codes in _SELECTORS)
    )


def visible(text: str) -> str:
    """The text without characters that nobody sees, its full-width and mathematical letters as plain ones."""
    return text if text.isascii() else translated(text, _plainer())


def translated(text: str, table: Mapping[int, str]) -> str:
    """The text by a table, which is slow: a large text that has none of its characters stays as it is."""
    return text if table.keys().isdisjoint(map(ord, set(text))) else text.translate(table)


@cache
def _plainer() -> dict[int, str]:
    return {code: plain for codes in _PLANES for code in codes if (plain := _plain(chr(code))) != chr(code)}


def _plain(character: str) -> str:
    if is_unseen(character):
        return ""
    restyled = unicodedata.decomposition(character).startswith(_RESTYLED)
    return unicodedata.normalize("NFKC", character) if restyled else character


def pasted(text: str) -> str:
    """The text as it is meant: `visible`, without marks of code, spoilers, bold or italics, and quotation marks around.

    Quoted lines before or after someone's own lines are left out; if all lines are quoted, they count.
    """
    return unwrapped(_own_lines(visible(text)).strip())


def _own_lines(text: str) -> str:
    lines = text.split("\n")
    own = [line for line in lines if not _QUOTED.match(line)]
    return "\n".join(own) if any(map(str.strip, own)) else "\n".join(_QUOTED.sub("", line, count=1) for line in lines)


def unwrapped(text: str) -> str:
    """The text without the pairs of marks around it, of which nobody puts more than a few."""
    for _ in range(MOST_PAIRS):
        if text[:1].isalnum() or (inner := _inside(text)) is None:  # no mark is a letter or a digit
            break
        text = inner.strip()
    return text


def _inside(text: str) -> str | None:
    """What the outermost pair of marks holds; None if there is none."""
    if found := _BLOCK.fullmatch(text) or _ITALIC.fullmatch(text):
        return found[1]
    for before, after in _PAIRS:
        inner = text[len(before) : -len(after)]
        if text == before + inner + after and inner and before not in inner and after not in inner:
            return inner
    return None


def character_at(text: str, position: int) -> str:
    """What people see as one character at a position: with the marks on it; in brackets, all of what they hold."""
    start, end = position, min(position + 1, len(text))
    while start > 0 and _is_mark(text[start]):
        start -= 1
    while end < len(text) and (_is_mark(text[end]) or is_unseen(text[end])):
        end += 1
    closing = text.find("]", end)
    return text[start : closing + 1] if text[start:end] == "[" and closing > 0 else text[start:end]


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Mc")
