"""What the pictures can draw: which characters, and which part of a large board at once."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

NEUTRAL_MARK = "◆"
"""Replaces each run of characters that the fonts lack (other scripts)."""

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
_EMOJI = frozenset(
    code
    for codes in _read("""
    203c 2049 2139 21a9-21aa 231a-231b 2328 23cf 23e9-23f3 23f8-23fa 24c2 25ab 25fb-25fe 2600-2604 260e 2611
    2614-2615 2618 261d 2620 2622-2623 2626 262a 262e-262f 2638-263a 2640 2642 2648-2653 265f-2660 2663 2666
    2668 267b 267e-267f 2692-2697 2699 269b-269c 26a0-26a1 26a7 26aa-26ab 26b0-26b1 26bd-26be 26c4-26c5 26c8
    26ce-26cf 26d1 26d3-26d4 26e9-26ea 26f0-26f5 26f7-26fa 26fd 2702 2705 2708-270d 270f 2712 2714 2716 271d
    2721 2728 2733-2734 2744 2747 274c 274e 2753-2755 2757 2763-2764 2795-2797 27a1 27b0 27bf 2934-2935
    2b05-2b07 2b1b-2b1c 2b50 2b55 3030 303d 3297 3299 1f004 1f0cf 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a
    1f1e6-1f1ff 1f201-1f202 1f21a 1f22f 1f232-1f23a 1f250-1f251 1f300-1f321 1f324-1f393 1f396-1f397 1f399-1f39b
    1f39e-1f3f0 1f3f3-1f3f5 1f3f7-1f3fa 1f400-1f4fd 1f4ff-1f53d 1f549-1f54e 1f550-1f567 1f56f-1f570 1f573-1f57a
    1f587 1f58a-1f58d 1f590 1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 1f5dc-1f5de
    1f5e1 1f5e3 1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6d9 1f6dc-1f6e5 1f6e9 1f6eb-1f6ec
    1f6f0 1f6f3-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fac6 1fac8
    1facc-1fadd 1fadf-1faeb 1faef-1fafa
""")
    for code in codes
)
_TONES = range(0x1F3FB, 0x1F400)
"""The tones of skin, each behind an emoji, which are not drawn."""


def is_covered(character: str) -> bool:
    """Whether the fonts have a glyph for a character that is neither a space nor invisible."""
    if is_wide(character) or is_emoji(character):
        return True
    return ord(character) in _COVERED and unicodedata.category(character) not in _UNDRAWN


def is_wide(character: str) -> bool:
    """Whether the font for Chinese, Japanese and Korean draws a character; of Korean, the syllables of KS X 1001."""
    code = ord(character)
    if code in _HANGUL:
        return len(character.encode("euc_kr")) == len("가".encode("euc_kr"))
    return any(code in codes for codes in _WIDE)


def is_emoji(character: str) -> bool:
    """Whether the font for emoji draws a character."""
    return ord(character) in _EMOJI


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
    if unicodedata.category(char) in _INVISIBLE or ord(char) in _TONES:
        return ""
    if is_covered(char):
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if all(part == " " or is_covered(part) for part in plain) else NEUTRAL_MARK


def is_told_apart(name: str) -> bool:
    """Whether a picture shows something of a name that people know it by: a letter, a digit or an emoji."""
    return any(char.isalnum() or is_emoji(char) for char in legible(name))


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
