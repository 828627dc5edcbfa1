"""Lengths of time as people write them: `90s`, `1m30s`, `3d`, `59:59`. Values are in milliseconds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}
_PARTS = re.compile(r"(?:(\d{1,7})d)?(?:(\d{1,7})h)?(?:(\d{1,7})m)?(?:(\d{1,7})s)?", re.ASCII)
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)", re.ASCII)


def read_duration(text: str, unit: int | None = None) -> int:
    """The duration in a text; a bare number counts in `unit`. Raises `ValueError`."""
    compact = "".join(text.split()).lower()
    if unit is not None and compact.isascii() and compact.isdigit() and len(compact) < 8:
        return int(compact) * unit
    if match := _CLOCK.fullmatch(compact):
        return int(match[1]) * MINUTE + int(match[2]) * SECOND
    match = _PARTS.fullmatch(compact)
    if not compact or not match:
        raise ValueError("no length of time")
    return sum(int(number or 0) * size for number, size in zip(match.groups(), _UNITS.values(), strict=True))


def write_duration(value: int) -> str:
    """A duration as text, `1m30s`, which `read_duration` reads back in whole seconds; `0s` for zero."""
    parts: list[str] = []
    for unit, size in _UNITS.items():
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

    def write(self, value: int | None) -> str:
        """The text of a value: the offered one if there is one."""
        known = next((text for text, meant in self.offered.items() if meant == value), "")
        return known or write_duration(value or 0)


def _offer(texts: str, none: str = "") -> Mapping[str, int | None]:
    start: dict[str, int | None] = {none: None} if none else {}
    return {**start, **{text: read_duration(text) for text in texts.split()}}


TURN_CLOCK = Times(_offer("10s 30s 1m 2m 3m 5m 10m 30m 1h 6h 12h 1d 2d 3d 7d 14d", none="none"), 10 * SECOND, 14 * DAY)
TIME_BANK = Times(_offer("1m 5m 10m 30m 1h 6h 12h 1d 2d 3d 7d 14d", none="none"), 10 * SECOND, 28 * DAY)
GAME_CLOCK = Times(_offer("1m 3m 5m 10m 15m 20m 25m 30m 45m 1h 1h30m 2h", none="none"), MINUTE, 12 * HOUR, MINUTE)
INCREMENT = Times(_offer("1s 2s 3s 5s 10s 15s 20s 30s 1m 10m 1h", none="none"), SECOND, DAY, SECOND)
OVERTIME_LIMIT = Times(_offer("1m 2m 5m 10m 15m 30m 1h", none="none"), MINUTE, 12 * HOUR, MINUTE)
CLOCK_GRACE = Times(_offer("0s 10s 30s 1m 2m 5m"), 0, 300 * SECOND, SECOND)
UNDO_WINDOW = Times(_offer("3s 5s 10s 20s 30s 1m", none="auto"), SECOND, 5 * MINUTE, SECOND)
CHALLENGE_WINDOW = Times(_offer("5s 10s 20s 30s 1m 5m"), SECOND, HOUR, SECOND)
CLAIM_AFTER = Times(_offer("5m 1d 2d 3d 7d 14d"), 5 * MINUTE, 28 * DAY, DAY)
ANSWER_TIME = Times(_offer("10s 30s 1m 3m 10m 1h 12h 1d 3d"), 10 * SECOND, 14 * DAY, SECOND)
