"""The part of a large board that is shown at once, in pictures and in characters alike."""

from __future__ import annotations

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
