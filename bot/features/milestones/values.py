"""Milestones: what people reach in their games that is worth telling once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

POINTS = 400
BEHIND = 100
GAMES = 100


class MilestoneKind(StrEnum):
    """What somebody has reached in a server. The value is stored."""

    WIN = "win"  # the first win
    BINGO = "bingo"  # the first bingo
    POINTS = "points"  # the first game with so many points
    PHONY = "phony"  # a phony that nobody challenged
    COMEBACK = "comeback"  # a win after having been so far behind
    GAMES = "games"  # so many games


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a person has reached in a game, with the word and the number of points or games that it is about."""

    person: str
    name: str
    kind: MilestoneKind
    game: str
    word: str = ""
    amount: int = 0


@dataclass(frozen=True, slots=True)
class EarlierRecord:
    """What a person had done in a server before a game; `games` are counted up to `GAMES`."""

    games: int
    won: bool
    bingo: bool
    points: bool
