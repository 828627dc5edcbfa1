"""Reviews of finished games as the queue knows them; `engine.review` says what a graded turn holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from bot.limits import Per


class ReviewState(Enum):
    """How far a review has come. WAITING ones are in the queue or being made; a FAILED one can be requested again."""

    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A requested review: `turns` is how many turns there are to grade, `graded` the number of those that are.

    `version` is the analyser's, `person` who requested it, `ahead` how many games are before it in the queue.
    """

    game: str
    version: int
    state: ReviewState
    turns: int
    person: str
    requested: int
    graded: int = 0
    ahead: int = 0


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """A review that this process has claimed. `graded` are the turns that are graded already, by their numbers."""

    game: str
    version: int
    turns: int
    person: str
    attempts: int
    graded: frozenset[int] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class DailyShare:
    """How many reviews a person may request: `here` in a server (None: in direct messages), `everywhere` in all.

    `together` is how many all people of the server may. Requests since the instant `since` count.
    """

    server: int | None
    here: int
    everywhere: int
    together: int
    since: int


@dataclass(frozen=True, slots=True)
class FullShare:
    """A share is used up: whose it is, and when the earliest request was made that counts against it."""

    per: Per
    earliest: int
