"""The refusal of what is larger than its reader takes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.errors.base import BadFile, Fault


class Size(Enum):
    """What there is too much of, as the form of a fault."""

    BYTES = "has more than {limit} bytes"
    CHARACTERS = "has more than {limit} characters"
    MEMORY = "needs more than {limit} bytes of memory to be unpacked"
    LINE = "has a line of more than {limit} characters"
    MARKS = "has more than {limit} accents on one letter"
    WORDS = "has more than {limit} words"
    EVENTS = "has more than {limit} events"
    TILES = "has more than {limit} tiles"
    SQUARES = "has more than {limit} squares"
    LANGUAGES = "has more than {limit} languages"
    PLAYERS = "has more than {limit} players"
    NAME = "has a name of more than {limit} characters"
    NESTING = "is nested more than {limit} levels deep"
    DIGITS = "has a number of more than {limit} digits"
    KEY = "has a key or number of more than {limit} characters"
    KEY_PARTS = "has a key of more than {limit} parts"


@dataclass(eq=False)
class TooLarge(BadFile):
    """A file or text exceeds what its reader takes: more than `limit` of `what`. Nothing of it was used."""

    what: Size = Size.BYTES
    limit: int = 0

    @staticmethod
    def beyond(where: str, what: Size, limit: int, line: int = 0) -> TooLarge:
        """The refusal of a file; `line` counts from 1 and is 0 where unknown."""
        fault = Fault.of(where, line, what.value, limit=limit)
        return TooLarge(where, fault.reason, line, (fault,), what, limit)
