"""Clocks of tests: what they have in common, and the two clocks of a machine."""

from __future__ import annotations


class Steady:
    """A clock that nobody sets, in a process that never stands still."""

    def resume(self, latest: int) -> None:
        """It is never behind."""

    def told(self, instant: int) -> None:
        """It is always right."""

    @property
    def is_told(self) -> bool:
        """Nobody tells it the time."""
        return False

    @property
    def off(self) -> int:
        """It agrees with Discord's."""
        return 0

    def missed(self) -> tuple[int, int] | None:
        """It misses nothing."""
        return None


class Machine:
    """The two clocks of a machine, in nanoseconds, for `SystemClock`."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_800_000_000_000_000_000, 5_000_000_000

    def run(self, milliseconds: int) -> None:
        """Let time pass."""
        self.wall += milliseconds * 1_000_000
        self.passed += milliseconds * 1_000_000

    def set(self, milliseconds: int) -> None:
        """Set the wall clock forward, or back."""
        self.wall += milliseconds * 1_000_000
