"""The bonus file: one `n:points` a line, n from -N to N, where N is the number of cards in a hand.

`-i` means exchanging i cards, 0 passing, and `i` playing i cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.formats.cardwords.source import Source, whole_number
from engine.limits import MAX_RACK, MOST_POINTS
from engine.reading import shortened


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The hand size; points by number of cards played and exchanged, counted from 0; points for passing."""

    rack_size: int
    played: tuple[int, ...]
    traded: tuple[int, ...]
    passing: int


def read_bonus(source: Source) -> Bonuses | None:
    """The bonuses, or None if there were faults."""
    lines = source.lines()
    pairs = [_read_line(source, line, text) for line, text in lines]
    if not pairs:
        source.add(1, "the file is empty; it holds pairs such as 7:50")
    if source.faults:
        return None
    first = pairs[0][0]
    for (number, _), (line, _), wanted in zip(pairs, lines, range(first, first + len(pairs)), strict=True):
        if number != wanted:
            source.add(line, f"{wanted}: is expected here, not {number}:")
            return None
    size = -first
    if not 1 <= size <= MAX_RACK:
        source.add(lines[0][0], f"the file begins with -N, for hands of N cards, 1 to {MAX_RACK}; not {first}")
    elif len(pairs) != 2 * size + 1:
        source.add(lines[-1][0], f"the file ends with {size}:, since it begins with {first}:")
    if source.faults:
        return None
    points = dict(pairs)
    traded = tuple(points[-count] if count else 0 for count in range(size + 1))
    played = tuple(points[count] if count else 0 for count in range(size + 1))
    return Bonuses(size, played, traded if any(traded) else (), points[0])


def _read_line(source: Source, line: int, text: str) -> tuple[int, int]:
    left, colon, right = text.partition(":")
    number, points = whole_number(left.strip()), whole_number(right.strip())
    if not colon or number is None or points is None:
        source.add(line, f"{shortened(text)} is no pair of numbers such as 7:50")
    elif abs(points) > MOST_POINTS:
        source.add(line, f"points are {-MOST_POINTS} to {MOST_POINTS}, not {points}")
    return number or 0, points or 0
