"""Events of doubted words: challenges, the answers of the house and of the host, windows."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.alphabet import Word
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


@dataclass(frozen=True, slots=True)
class Challenged:
    """A play was challenged. `valid` is the verdict on the words together; which one was bad is not told."""

    at: int
    seat: int
    by: int
    words: tuple[Word, ...]
    valid: bool


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A play was challenged off: tiles back to the rack, the replacement tiles back to the pool, the score away."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class TurnForfeited:
    """A seat will lose its own next turn (a failed challenge under the rule `double`)."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeBonus:
    """A play was challenged in vain, and its seat gains points (rules `five_point` and `ten_point`)."""

    at: int
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A seat lost its turn to words that the lexicon lacks; its tiles never left the rack.

    `placement`, `sheet` and `by`, who rejected it, tell of a play that everybody has seen (rule `house`); nobody has
    seen the one that the rule `strict` refuses, nor may its words be shown.
    """

    at: int
    seat: int
    words: tuple[Word, ...]
    by: int | None = None
    placement: Placement | None = None
    sheet: ScoreSheet | None = None


@dataclass(frozen=True, slots=True)
class HouseAsked:
    """A play with words that the lexicon lacks was put to the seats in `waiting`, until the deadline.

    `words` are those that the lexicon lacks.
    """

    at: int
    seat: int
    placement: Placement
    sheet: ScoreSheet
    words: tuple[Word, ...]
    waiting: tuple[int, ...]
    deadline: int


@dataclass(frozen=True, slots=True)
class HouseAnswered:
    """A seat said whether the play that was put to it counts."""

    at: int
    seat: int
    accepts: bool


@dataclass(frozen=True, slots=True)
class HouseExpired:
    """These seats gave no answer in time, so that the play stands."""

    at: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HostAsked:
    """A seat wants to play words that the lexicon lacks, and the host is asked about them; the turn goes on."""

    at: int
    seat: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class HostAnswered:
    """The host said whether a word counts in this game, whoever asked."""

    at: int
    word: Word
    added: bool


@dataclass(frozen=True, slots=True)
class Accepted:
    """An opponent let the latest play stand."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class WindowsClosed:
    """The latest move can no longer be undone (and owes no tiles)."""

    at: int


@dataclass(frozen=True, slots=True)
class FinalPassOpened:
    """The last tiles are down: these seats may challenge or pass until the deadline."""

    at: int
    waiting: tuple[int, ...]
    deadline: int


DoubtEvent = (
    Challenged
    | Withdrawn
    | TurnForfeited
    | ChallengeBonus
    | TurnLost
    | HouseAsked
    | HouseAnswered
    | HouseExpired
    | HostAsked
    | HostAnswered
    | Accepted
    | WindowsClosed
    | FinalPassOpened
)
