"""The strengths of computer players, as numbers (ledger N18, C1, C2, M1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SearchPart(Enum):
    """How the strongest player finds its move: by simulation, and by search in the pre-endgame and the endgame."""

    SIMULATION = "simulation"
    PREENDGAME = "preendgame"
    ENDGAME = "endgame"


class Rank(Enum):
    """How strong a level is beside people."""

    NOVICE = "novice"
    CASUAL = "casual"
    CLUB = "club"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Level:
    """What a player of level `number` knows, sees and notices, and how it weighs plays.

    - `words`: how many words it knows on average, the most common first; None for the whole lexicon. Around that number
      knowledge fades, from words that every player of the level knows to words that none knows.
    - `sees`: the chance to see a play that makes one short word; each further word multiplies it by `sideways`, and
      each letter beyond four by `far`. None if it sees everything.
    - `noise`: the standard deviation, in points, of its misjudgement of a play.
    - `keeps`: whether it values its leave.
    - `plans`: how it looks ahead before it chooses.
    - `notices`: the chance to notice a phony.
    """

    number: int
    rank: Rank
    notices: float
    words: int | None = None
    sees: float | None = None
    sideways: float = 1.0
    far: float = 1.0
    noise: float = 0.0
    keeps: bool = False
    plans: frozenset[SearchPart] = frozenset()


LEVELS: tuple[Level, ...] = (
    Level(1, Rank.NOVICE, 0.10, words=2_500, sees=0.10, sideways=0.5, far=0.6),
    Level(2, Rank.NOVICE, 0.20, words=5_000, sees=0.16, sideways=0.6, far=0.65),
    Level(3, Rank.CASUAL, 0.35, words=12_000, sees=0.30, sideways=0.7, far=0.7),
    Level(4, Rank.CASUAL, 0.50, words=25_000, sees=0.50, sideways=0.8, far=0.75),
    Level(5, Rank.CLUB, 0.65, noise=26.0),
    Level(6, Rank.CLUB, 0.80, noise=13.0, keeps=True),
    Level(7, Rank.EXPERT, 0.95, keeps=True),
    Level(8, Rank.EXPERT, 1.0, keeps=True, plans=frozenset(SearchPart)),
)
"""Level n is at place n - 1: the only table of levels."""

NUMBERS = range(1, len(LEVELS) + 1)
"""The numbers of the levels, weakest first."""

STRONGEST = NUMBERS[-1]


def less_demanding(number: int) -> int | None:
    """The strongest level that needs less memory than another, as it does not look ahead; None if none needs less."""
    at_first_sight = [one.number for one in LEVELS if not one.plans]
    return max(at_first_sight) if level(number).plans else None


FADE = 2.0
"""Words ranked below `words / FADE` are always known, words ranked above `words * FADE` never."""


def level(number: int) -> Level:
    """The level with a number. Raises `IndexError` if there is none."""
    if number not in NUMBERS:
        raise IndexError(number)
    return LEVELS[number - 1]
