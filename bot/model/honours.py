"""Who has won what is more than a game, such as tournaments, seasons of leagues and duplicates, and trophies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class HonourKind(StrEnum):
    """What can be won. The value is stored."""

    TOURNAMENT = "tournament"
    SEASON = "season"
    DUPLICATE = "duplicate"


class TrophyMark(Enum):
    """What is drawn beside a trophy."""

    CUP = "cup"
    SHIELD = "shield"
    CROWN = "crown"
    FLAME = "flame"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Trophy:
    """What somebody has won or reached, in a few words for a picture, and `said` in whole, without markdown."""

    mark: TrophyMark
    shown: str
    said: str


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
