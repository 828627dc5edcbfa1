"""A file being read, and its faults."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.errors import BadFile, Fault, Size
from engine.limits import MOST_FAULTS
from engine.reading import check as check_size

_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Source:
    """A file's name and text, and the faults found in it so far."""

    name: str
    text: str
    faults: list[Fault] = field(default_factory=list, compare=False)
    _ends: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ends", [match.start() for match in re.finditer("\n", self.text)])

    @property
    def is_full(self) -> bool:
        """Whether the fault list is full, so reading on is pointless."""
        return len(self.faults) >= MOST_FAULTS

    def add(self, line: int, reason: str) -> None:
        """Records a fault on a line, counted from 1."""
        if not self.is_full:
            self.faults.append(Fault(self.name, line, reason))

    def line_at(self, position: int) -> int:
        """The line that contains a position in the text."""
        return bisect_left(self._ends, position) + 1

    def lines(self) -> list[tuple[int, str]]:
        """The non-empty lines with their numbers, stripped of surrounding white space."""
        return [(number, line.strip()) for number, line in enumerate(self.text.splitlines(), 1) if line.strip()]


def check_sizes(sources: Iterable[Source], most: int) -> None:
    """Raises `TooLarge` for the first file that has too many characters."""
    for one in sources:
        check_size(one.name, Size.CHARACTERS, len(one.text), most)


def check(*sources: Source) -> None:
    """Raises `BadFile` with the faults of all files, if any."""
    faults = [fault for one in sources for fault in sorted(one.faults, key=lambda fault: fault.line)]
    if faults:
        raise BadFile.of(faults)


def whole_number(text: str) -> int | None:
    """The number in a text, or None if it is not a number or is far too long."""
    return int(text) if _NUMBER.fullmatch(text) else None
