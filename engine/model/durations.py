"""Lengths of time as people write them: `90s`, `1m30s`, `1 h 30`, `3d`, `59:59`. Values are in milliseconds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

UNITS: Mapping[str, int] = MappingProxyType({"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND})
"""The units of the short form, which is stored."""
_SMALLER = {WEEK: DAY, DAY: HOUR, HOUR: MINUTE, MINUTE: SECOND}
"""What a number without a unit counts in, behind another one: `1 h 30`."""
_PART = re.compile(r"(?P<number>[0-9]{1,7}(?:[.,][0-9]{1,3})?)\s*(?:(?P<unit>[^\W\d_]+)\.?)?\s*")
_CLOCK = re.compile(r"(?:([0-9]{1,3}):(?=[0-9]{2}:))?([0-9]{1,3}):([0-5][0-9])")


def read_duration(text: str, unit: int | None = None, units: Mapping[str, int] = UNITS) -> int:
    """The duration in a text, in `units` by their names in small letters; a bare number counts in `unit`.

    Larger units come first, each at most once. Raises `ValueError`.
    """
    text = text.strip().casefold()
    if match := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (int(number or 0) for number in match.groups())
        return hours * HOUR + minutes * MINUTE + seconds * SECOND
    total, position, smallest, following = 0.0, 0, WEEK + 1, unit
    while match := _PART.match(text, position):
        size = units.get(match["unit"]) if match["unit"] else following
        if size is None or size >= smallest:
            break
        total += float(match["number"].replace(",", ".")) * size
        is_last = match["unit"] is None
        position, smallest, following = match.end(), size if not is_last else 0, _SMALLER.get(size)
    if not position or position < len(text):
        raise ValueError("no length of time")
    return round(total)


def write_duration(value: int) -> str:
    """A duration as text, `1m30s`, which `read_duration` reads back in whole seconds; `0s` for zero."""
    parts: list[str] = []
    for unit, size in UNITS.items():
        count, value = divmod(value, size)
        parts += [f"{count}{unit}"] if count else []
    return "".join(parts) or "0s"


@dataclass(frozen=True, slots=True)
class Times:
    """The durations that a rule accepts: those offered, and any other from `low` to `high`.

    `offered` maps texts to values, None meaning no limit; a bare number counts in `unit`, if set.
    """

    offered: Mapping[str, int | None]
    low: int
    high: int
    unit: int | None = None

    def read(self, text: str) -> int | None:
        """The value of a text. Raises `ValueError` if it is not a duration or is out of range."""
        if text in self.offered:
            return self.offered[text]
        value = read_duration(text, self.unit)
        if not self.low <= value <= self.high:
            raise ValueError("out of range")
        return value

    @property
    def example(self) -> int:
        """One of the durations offered, neither the shortest nor the longest."""
        lengths = sorted(filter(None, self.offered.values()))
        return lengths[len(lengths) // 2]

    def write(self, value: int | None) -> str:
        """The text of a value: the offered one if there is one."""
        known = next((text for text, meant in self.offered.items() if meant == value), "")
        return known or write_duration(value or 0)


def offer(texts: str, none: str = "") -> Mapping[str, int | None]:
    """The durations of `Times` that are offered, from their texts; `none` is that of no limit."""
    start: dict[str, int | None] = {none: None} if none else {}
    return {**start, **{text: read_duration(text) for text in texts.split()}}


TURN_CLOCK = Times(offer("10s 30s 1m 2m 3m 5m 10m 30m 1h 6h 12h 1d 2d 3d 7d 14d", none="none"), 10 * SECOND, 14 * DAY)
TIME_BANK = Times(offer("1m 5m 10m 30m 1h 6h 12h 1d 2d 3d 7d 14d", none="none"), 10 * SECOND, 28 * DAY)
GAME_CLOCK = Times(offer("1m 3m 5m 10m 15m 20m 25m 30m 45m 1h 1h30m 2h", none="none"), MINUTE, 12 * HOUR, MINUTE)
INCREMENT = Times(offer("1s 2s 3s 5s 10s 15s 20s 30s 1m 10m 1h", none="none"), SECOND, DAY, SECOND)
OVERTIME_LIMIT = Times(offer("1m 2m 5m 10m 15m 30m 1h", none="none"), MINUTE, 12 * HOUR, MINUTE)
CLOCK_GRACE = Times(offer("0s 10s 30s 1m 2m 5m"), 0, 300 * SECOND, SECOND)
UNDO_WINDOW = Times(offer("3s 5s 10s 20s 30s 1m", none="auto"), SECOND, 5 * MINUTE, SECOND)
CHALLENGE_WINDOW = Times(offer("5s 10s 20s 30s 1m 5m"), SECOND, HOUR, SECOND)
CLAIM_AFTER = Times(offer("5m 1d 2d 3d 7d 14d"), 5 * MINUTE, 28 * DAY, DAY)
DEMO_PACE = Times(offer("1s 2s 4s 10s 30s 1m"), SECOND, MINUTE, SECOND)
ANSWER_TIME = Times(offer("10s 30s 1m 3m 10m 1h 12h 1d 3d"), 10 * SECOND, 14 * DAY, SECOND)
