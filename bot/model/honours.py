"""Who has won what is more than a game: tournaments, seasons of leagues and duplicates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HonourKind(StrEnum):
    """What can be won. The value is stored."""

    TOURNAMENT = "tournament"
    SEASON = "season"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Honour:
    """What somebody has won in a server, alone or with others, and when; `title` is its name, if it has one.

    `key` is the same for all who share it, and no other contest has it.
    """

    key: str
    server: int
    contest: HonourKind
    person: str
    name: str
    title: str
    at: int
