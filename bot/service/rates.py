"""How much someone has done lately, in memory: a level that rises with each act and sinks steadily."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass

KEPT = 20_000
"""How many levels are kept; beyond that, those that rose longest ago are forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """An amount, all at once or bit by bit, per span of milliseconds."""

    most: float
    span: int


class Rates:
    """The levels by key, at most `kept` of them."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._levels: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, key: str, rate: Rate, now: int) -> float:
        """What still counts of what a key has done."""
        level, at = self._levels.get(key, (0.0, now))
        return max(0.0, level - max(0, now - at) * rate.most / rate.span)

    def wait(self, key: str, rate: Rate, now: int, cost: float = 1.0) -> int:
        """Milliseconds until this much more fits; 0 if it fits now."""
        over = self.level(key, rate, now) + cost - rate.most
        if over <= 1e-9:
            return 0
        # What never fits is retried once everything has sunk.
        return math.ceil(min(over / rate.most, 1.0) * rate.span) if rate.most else rate.span

    def add(self, key: str, rate: Rate, now: int, cost: float = 1.0) -> None:
        """Count something; a negative cost takes it back."""
        self._levels[key] = (max(0.0, self.level(key, rate, now) + cost), now)
        self._levels.move_to_end(key)
        while len(self._levels) > self._kept:
            self._levels.popitem(last=False)
