"""Puzzles as they are stored: who has tried which, how people and puzzles are rated, and the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

PUZZLE_TRIES = 3
"""Tries at a puzzle before its answer is shown."""
DAY = 24 * 3600 * 1000
"""Milliseconds between two puzzles of the day."""
MEAN, DEVIATION = 25.0, 25.0 / 3
"""The rating of someone who has tried no puzzle yet."""


class Vote(StrEnum):
    """What somebody thinks of a puzzle."""

    GOOD = "good"
    DULL = "dull"


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a person's or puzzle's strength: the mean, and the deviation as doubt."""

    mean: float = MEAN
    deviation: float = DEVIATION


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """A puzzle's rating, and how many have called it good or dull."""

    rating: Rating
    good: int = 0
    dull: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person at one puzzle. `moves` are the tries in order, as moves are typed.

    `finished` is None while tries are left. `server` is where the puzzle of the day was opened, if it was one.
    """

    person: str
    puzzle: str
    language: str
    began: int
    moves: tuple[str, ...] = ()
    solved: bool = False
    finished: int | None = None
    vote: Vote | None = None
    server: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether tries are left."""
        return self.finished is None


@dataclass(frozen=True, slots=True)
class Solver:
    """A person's rating with the puzzles of a language."""

    person: str
    language: str
    name: str
    rating: Rating = Rating()
    tried: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class DailyChannel:
    """Where a server's puzzle of the day is posted, in which language, and when the next one is due."""

    server: int
    channel: int
    language: str
    due: int
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Daily:
    """A puzzle of the day. `number` never repeats; `message` is None until it is posted."""

    number: int
    server: int
    puzzle: str
    language: str
    at: int
    message: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game that may be searched: its id and the server where it was played."""

    game: str
    server: int


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A game that this process searches. `reached` is how many of its positions have been looked at."""

    game: str
    server: int
    reached: int
    attempts: int


@dataclass(frozen=True, slots=True)
class GamePuzzle:
    """A puzzle from a game, as `engine.puzzles.text` writes it in `line`; `puzzle` is its key, made of its content."""

    puzzle: str
    server: int
    language: str
    difficulty: int
    line: str


@dataclass(frozen=True, slots=True)
class DailySearches:
    """How many games of one server may be searched: at most `most` that were chosen after the instant `since`."""

    most: int
    since: int
