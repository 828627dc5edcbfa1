"""The faults of an input file: found one after the other, each with its line, and told together."""

from __future__ import annotations

import re
from bisect import bisect_left

from engine.errors import BadFile, Fault
from engine.limits import MOST_FAULTS
from engine.sentences import Sentence


class Faults:
    """The faults found so far in a text, which is named `where`; at most `MOST_FAULTS` of them."""

    def __init__(self, where: str, text: str) -> None:
        self.where = where
        self.found: list[Fault] = []
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for another fault, so that reading on is pointless."""
        return len(self) >= MOST_FAULTS

    def line_at(self, position: int) -> int:
        """The line that contains a position in the text, counted from 1."""
        return bisect_left(self._ends, position) + 1

    def add(self, line: int, reason: Sentence) -> None:
        """Records a fault on a line."""
        if not self.is_full:
            self.found.append(Fault(self.where, line, reason))

    def wrong(self, line: int, form: str, /, **facts: object) -> None:
        """Records on a line the fault that a `Sentence` says; the catalogues find its form here."""
        self.add(line, Sentence(form, **facts))

    def check(self, *others: Faults) -> None:
        """Raises `BadFile` with all faults of this file and of others, each file's in line order, if any."""
        found = [fault for one in (self, *others) for fault in sorted(one.found, key=lambda fault: fault.line)]
        if found:
            raise BadFile.of(found)
