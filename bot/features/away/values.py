"""Times for which people are away."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.durations import DAY

YEAR = 365 * DAY


@dataclass(frozen=True, slots=True)
class Absence:
    """A person is away from one instant to another; `ended` is when they came back sooner."""

    person: str
    starts: int
    ends: int
    ended: int | None = None

    @property
    def days(self) -> int:
        """How many days it uses up: a day that has begun counts as a whole one."""
        end = self.ends if self.ended is None else self.ended
        return max(1, -(-(end - self.starts) // DAY))


@dataclass(frozen=True, slots=True)
class Away:
    """Whether a person is away (`has_begun`) or will be, and how many more days of a year they may be."""

    absence: Absence | None
    left: int
    has_begun: bool = False
