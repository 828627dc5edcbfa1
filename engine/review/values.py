"""What a review says: figures, grades and reasons as values, without a sentence for the player.

Chances are from 0 to 1 and seen by the seat that moved; points are points of spread.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.model.board import Cell
from engine.model.tiles import Tile, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay

ANALYSER_VERSION = 4
"""Grows whenever the same game may get other grades; reviews of different versions are not compared."""

MOST_BEST = 4
"""The most best moves that a review holds."""

ReviewedMove = ScoredPlay | ScoredExchange | None
"""A move as the generator finds it; None is a pass."""


class GameStage(Enum):
    """How near the end a turn is, by the tiles in the pool; it decides how the turn is analysed.

    Open: more than seven. Late: two to seven. Last: one. Endgame: none.
    """

    OPEN = "open"
    LATE = "late"
    LAST = "last"
    ENDGAME = "endgame"

    @staticmethod
    def of_pool(pool: int) -> GameStage:
        """The phase with that many tiles in the pool."""
        if pool > 7:
            return GameStage.OPEN
        return (GameStage.ENDGAME, GameStage.LAST)[pool] if pool < 2 else GameStage.LATE


class Mistake(Enum):
    """How grave a mistake is."""

    NONE = "none"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"

    @property
    def weight(self) -> float:
        """What it adds to the mistake index."""
        return {"none": 0.0, "small": 0.2, "medium": 0.5, "large": 1.0}[self.value]


WIN_STEPS = (0.0025, 0.03, 0.07)
"""Chances lost from which a mistake counts, and up to which it is small and medium; less is noise."""

ENDGAME_STEPS = (0.0, 7.0, 15.0)
"""The same in points lost with an empty pool, where every point counts."""

DECIDED_STEPS = (0.5, 15.0, 30.0)
"""The same in points lost where the game is decided, or where only points are compared; less is noise."""

DECIDED = 0.005
"""The best chance to win, or to lose, below which the game is decided."""


def is_decided(best: float) -> bool:
    """Whether the best chance to win leaves no doubt who wins."""
    return not DECIDED <= best <= 1 - DECIDED


def grade(lost: float, steps: tuple[float, float, float]) -> Mistake:
    """How grave a loss is by the limits of its phase."""
    least, small, medium = steps
    if lost <= 0 or lost < least:
        return Mistake.NONE
    if lost <= small:
        return Mistake.SMALL
    return Mistake.MEDIUM if lost <= medium else Mistake.LARGE


class Meaning(Enum):
    """What chances and leads mean.

    Two seats: the chance to win, and the mean final spread. Several: the chance to finish ahead of every other seat,
    and the mean final lead over the best of them; both come from simulation alone, as no phase has an exact answer.
    Alone: there is nobody to beat, and only points are compared.
    """

    ALONE = "alone"
    TWO_SEATS = "two seats"
    SEVERAL = "several"

    @staticmethod
    def of_seats(seats: int) -> Meaning:
        """The meaning with that many seats in play."""
        if seats > 2:
            return Meaning.SEVERAL
        return Meaning.TWO_SEATS if seats == 2 else Meaning.ALONE


# --- figures --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveFigures:
    """A move and what it is worth.

    `equity` is its score and the value of its leave, in points. `win` is the chance to win and `lead` the mean final
    spread, None if the move was judged by its equity alone. `deals` is how many deals of the unseen tiles were played,
    0 where the figures come from a search. `proven` says that the lead follows from best play to the end of the game.
    """

    move: ReviewedMove
    score: int
    win: float | None
    lead: float | None
    equity: float
    deals: int = 0
    proven: bool = False

    def __str__(self) -> str:
        return str(self.move) if self.move else "-"


# --- why the best move is better than the one that was played -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinsGame:
    """With best play on both sides, the best move wins and the move played does not."""


@dataclass(frozen=True, slots=True)
class GoesOut:
    """The best move goes out; the others' tiles are then worth `points` of spread."""

    points: int


@dataclass(frozen=True, slots=True)
class EndsBetter:
    """With the pool empty, the best move ends `points` better by search, although it does not score that many more."""

    points: int


@dataclass(frozen=True, slots=True)
class Bingo:
    """The best move plays a whole rack, for a bonus of `bonus` points."""

    bonus: int


@dataclass(frozen=True, slots=True)
class BetterExchange:
    """The best move exchanges `tiles`; the move played does something else, or exchanges `instead`."""

    tiles: Tiles
    instead: Tiles


@dataclass(frozen=True, slots=True)
class PlaysOn:
    """The best move is a play for `points`; the move played gave up the turn by a pass or an exchange."""

    points: int


@dataclass(frozen=True, slots=True)
class MorePoints:
    """The best move scores `points` more."""

    points: int


@dataclass(frozen=True, slots=True)
class BetterLeave:
    """The best move keeps the tiles `keeps` and the move played keeps `instead`, which are worth `points` less."""

    keeps: Tiles
    instead: Tiles
    points: float


@dataclass(frozen=True, slots=True)
class BlocksLane:
    """The best move takes or closes the premium square at `cell`, which the others could reach.

    `factor` is that of the words that cover it.
    """

    cell: Cell
    factor: int


@dataclass(frozen=True, slots=True)
class OpensLane:
    """The move played lets the others reach the premium square at `cell`, with that factor; the best move does not."""

    cell: Cell
    factor: int


@dataclass(frozen=True, slots=True)
class RiskyOpening:
    """The first play of the game puts the vowel on `cell` beside a letter square, where the others score from it."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class EmptiesPool:
    """The best move draws the last tiles and leaves the others nothing to draw; the move played does not."""


@dataclass(frozen=True, slots=True)
class LeavesPool:
    """The best move leaves `tiles` tiles in the pool; the move played empties it."""

    tiles: int


@dataclass(frozen=True, slots=True)
class GetsRidOf:
    """The best move plays a tile that the move played keeps, and that is hard to play later."""

    tile: Tile


Reason = (
    WinsGame
    | GoesOut
    | EndsBetter
    | Bingo
    | BetterExchange
    | PlaysOn
    | MorePoints
    | BetterLeave
    | BlocksLane
    | OpensLane
    | RiskyOpening
    | EmptiesPool
    | LeavesPool
    | GetsRidOf
)
"""The main reason why the best move is better; a text words it."""


@dataclass(frozen=True, slots=True)
class PhonyEffect:
    """What a play with words that the lexicon lacks brought about; its grade follows from that, too.

    If it `stood`, `win` and `points` are what it gained over the best valid move, negative if it was worse. If it was
    withdrawn, they are negative: the worth of the lost turn.
    """

    stood: bool
    win: float | None
    points: float | None


# --- turns and games ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnReview:
    """How a seat's decision compares with the best moves.

    `number` counts the turns of the game from 1. `before` is the number of the event before the decision and `after`
    that of the decision itself, so that the states before and after it can be replayed. `rack` is None if it is not
    known. `played` is None only if the move is not known: a play refused before anyone saw it.

    `best` holds the best moves, best first; several may be equally good, and the move played may be among them.
    `lost_win` and `lost_points` are what the move played loses against the best, never below 0, and None where they do
    not apply; `is_by_points` says which of them is graded. `mistake` is None if the turn cannot be graded, because the
    rack is not known. `proven` says that the loss follows from best play to the end of the game, and `exact` that every
    possible content of the pool was tried, or there was none; otherwise the figures are estimates from random deals.
    """

    number: int
    seat: int
    before: int
    after: int
    phase: GameStage
    rack: Tiles | None
    played: MoveFigures | None
    best: tuple[MoveFigures, ...]
    mistake: Mistake | None
    lost_win: float | None = None
    lost_points: float | None = None
    proven: bool = False
    exact: bool = False
    phony: PhonyEffect | None = None
    reason: Reason | None = None
    meaning: Meaning = Meaning.TWO_SEATS
    version: int = ANALYSER_VERSION

    @property
    def is_best(self) -> bool:
        """Whether nothing better was found than the move played; never true of a phony."""
        return self.mistake is Mistake.NONE and not self.phony and not self.lost_win and not self.lost_points

    @property
    def is_by_points(self) -> bool:
        """Whether `lost_points` is graded: with the pool empty or the game decided; otherwise it is `lost_win`.

        With the pool empty, giving a win away is a large mistake by however few points.
        """
        win = self.best[0].win if self.best else None
        searched = self.phase is GameStage.ENDGAME and self.meaning is Meaning.TWO_SEATS
        return searched or self.lost_win is None or win is None or is_decided(win)


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's moves in one game together.

    `turns` counts the graded turns. `index` is the mistake index, lower is better, None if there are none. `strength`
    is an Elo estimate from it, None after too few turns to say. `small`, `medium` and `large` count mistakes, `best`
    the moves than which nothing better was found. `lost_win` adds up the chances lost. Phonies are counted once more by
    themselves, with the points that they gained or cost together.
    """

    seat: int
    turns: int
    index: float | None
    strength: int | None
    small: int
    medium: int
    large: int
    lost_win: float
    phonies: int
    phony_points: float
    best: int = 0


@dataclass(frozen=True, slots=True)
class GameReview:
    """A reviewed game: its turns in order, the seats that moved, and what the figures mean."""

    turns: tuple[TurnReview, ...]
    seats: tuple[SeatReview, ...]
    meaning: Meaning
    version: int = ANALYSER_VERSION
