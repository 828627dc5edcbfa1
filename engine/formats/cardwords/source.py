"""A file that is being read, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import BadFile, Fault

MOST_FAULTS = 100
"""More are not listed for one file."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's name and text, and the faults found in it so far."""

    name: str
    text: str
    faults: list[Fault] = field(default_factory=list, compare=False)

    def add(self, line: int, reason: str) -> None:
        """Notes a fault on a line, counted from 1."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.name, line, reason))

    def line_at(self, position: int) -> int:
        """The line of a position in the text."""
        return self.text.count("\n", 0, position) + 1

    def lines(self) -> list[tuple[int, str]]:
        """The lines that hold something, with their numbers, without white space around them."""
        return [(number, line.strip()) for number, line in enumerate(self.text.splitlines(), 1) if line.strip()]


def check(*sources: Source) -> None:
    """Raises `BadFile` with the faults of all files, if there are any."""
    faults = [fault for one in sources for fault in sorted(one.faults, key=lambda fault: fault.line)]
    if faults:
        raise BadFile.of(faults)


def whole_number(text: str) -> int | None:
    """The number that a text is; None where it is none, or far too long."""
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
