"""What the pictures can draw: which characters, and which part of a large board at once."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

NEUTRAL_MARK = "◆"
"""Replaces each run of characters that the fonts lack (emoji, other scripts)."""

_INVISIBLE = frozenset({"Mn", "Me", "Cf", "Cs"})
_UNDRAWN = frozenset({"Cn", "Co", *_INVISIBLE})
_RANGES = """
    0021-0148 014a-01c3 01c5-024f 0259 02b9-02bc 02c6-02dd 0370-03e1 03f0-049d 04a0-04ff 052f 1e00-1eff
    2010-203a 203d 2044 2070-208e 20a0-20bf 2116 2122 2126 2153 215a-215f 2190-2199 2202 2205-2206 220f
    2211-2212 221a 221e 222b 2248 2260 2264-2265 25a0-25a2 25aa 25b2-25b3 25b6-25b7 25ba-25bd 25c0-25c1
    25c4-25c7 25ca-25cb 25cf 2605-2606 2661 2665 2713
"""


def _read(ranges: str) -> tuple[range, ...]:
    pairs = (one.partition("-") for one in ranges.split())
    return tuple(range(int(first, 16), int(last or first, 16) + 1) for first, _, last in pairs)


_COVERED = frozenset(code for codes in _read(_RANGES) for code in codes)


_WIDE = _read("3005-3007 3041-3094 309d-309e 30a1-30f6 30fb-30fe 4e00-9fa5")
"""Characters of Chinese and Japanese that the font for wide characters has."""
_HANGUL = range(0xAC00, 0xD7A4)


def is_covered(character: str) -> bool:
    """Whether the fonts have a glyph for a character that is neither a space nor invisible."""
    if is_wide(character):
        return True
    return ord(character) in _COVERED and unicodedata.category(character) not in _UNDRAWN


def is_wide(character: str) -> bool:
    """Whether the font for Chinese, Japanese and Korean draws a character; of Korean, the syllables of KS X 1001."""
    code = ord(character)
    if code in _HANGUL:
        return len(character.encode("euc_kr")) == len("가".encode("euc_kr"))
    return any(code in codes for codes in _WIDE)


def legible(text: str) -> str:
    """The text with everything the fonts cannot draw replaced, so that missing-glyph boxes never show.

    Fancy letters become plain ones (by Unicode compatibility), accents are composed, invisible and stacked marks are
    removed, line breaks become spaces, and any other run becomes one neutral mark.
    """
    drawn: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        shown = _substitute(char)
        if not (shown == NEUTRAL_MARK and drawn and drawn[-1] == NEUTRAL_MARK):
            drawn += [shown] if shown else []
    return " ".join("".join(drawn).split())


@lru_cache(maxsize=4096)
def _substitute(char: str) -> str:
    """What to draw for one character; empty for nothing."""
    if char.isspace() or unicodedata.category(char) == "Cc":
        return " "
    if unicodedata.category(char) in _INVISIBLE:
        return ""
    if is_covered(char):
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if all(part == " " or is_covered(part) for part in plain) else NEUTRAL_MARK


def is_told_apart(name: str) -> bool:
    """Whether a picture shows something of a name that people know it by: a letter or a digit."""
    return any(map(str.isalnum, legible(name)))


MOST_WHOLE = 31
"""The most columns or rows of a board that is shown whole."""
PART = 21
"""Columns or rows shown of a larger board."""


def window(first: int, last: int, size: int) -> range:
    """The lines shown of `size`: all of them, or a part with lines `first` to `last` in its middle."""
    if size <= MOST_WHOLE:
        return range(size)
    start = min(max((first + last + 1 - PART) // 2, 0), size - PART)
    return range(start, start + PART)
