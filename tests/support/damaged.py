"""Ways in which a file of the cache of word graphs and vocabularies may be damaged."""

from __future__ import annotations

FIRST, SECOND = 8, 12
"""Where the header has the two numbers that say how long the file is."""


def damaged(good: bytes, damage: str) -> bytes:
    """The bytes of a file after a damage: one changed, some missing or added, or a wrong header or number."""
    return {
        "byte": good[:-2] + bytes([good[-2] ^ 1]) + good[-1:],
        "short": good[:-4],
        "long": good + b"\0\0\0\0",
        "header": b"X" + good[1:],
        "empty": b"",
        "first": _changed(good, FIRST),
        "second": _changed(good, SECOND),
    }[damage]


def _changed(good: bytes, at: int) -> bytes:
    return good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
