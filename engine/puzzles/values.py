"""What a puzzle is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.formats.cgp import Position
from engine.model.board import Board
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement


class Tag(Enum):
    """What is special about a puzzle's answer.

    `EQUITY` and `POINTS`: it leads in equity, or in points. `ONLY_BINGO`: no other bingo is possible. `BLANK_BINGO`: a
    blank helps. `LONG_BINGO`: its word has nine letters or more. `POWER_TILE`: it plays one of the dearest tiles.
    `COMMON_WORDS`: all its words are common. `NON_BINGO`: it is no bingo.
    """

    EQUITY = "equity"
    POINTS = "points"
    BINGO = "bingo"
    ONLY_BINGO = "only_bingo"
    BLANK_BINGO = "blank_bingo"
    LONG_BINGO = "long_bingo"
    NON_BINGO = "non_bingo"
    POWER_TILE = "power_tile"
    COMMON_WORDS = "common_words"


@dataclass(frozen=True, slots=True)
class SimulatedMove:
    """A simulated move: its score, the chance to win (0 to 1) and the average lead in points after it.

    `placement` is None for an exchange of `exchanged`.
    """

    placement: Placement | None
    exchanged: Tiles
    score: int
    chance: float
    lead: float


@dataclass(frozen=True, slots=True)
class Gap:
    """How far the answer is ahead of the best other move: in chance to win (0 to 1) and in points of lead."""

    chance: float
    lead: float


OPEN = (0.1, 0.9)
"""The least and the highest chance to win with the answer in a game that is still to be won."""
CLOSE = 120
"""The most points between the scores of such a game."""


def is_close(scores: Sequence[int]) -> bool:
    """Whether the highest and the lowest score are not too far apart."""
    return max(scores) - min(scores) <= CLOSE


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to solve, for the player to move.

    `answers` holds one move or several of equal value, `others` the best wrong ones, best first. `difficulty` is the
    share of casual players, in per cent, who would overlook the answer. `deals` is how many times each move was
    simulated.
    """

    variant: Variant
    lexicon: str
    position: Position
    answers: tuple[SimulatedMove, ...]
    others: tuple[SimulatedMove, ...]
    tags: frozenset[Tag]
    gap: Gap
    difficulty: int
    deals: int

    @property
    def rack(self) -> Tiles:
        """The tiles of the player to move."""
        return self.position.racks[0]

    @property
    def board(self) -> Board:
        """The board before the move."""
        return self.position.board

    @property
    def is_open(self) -> bool:
        """Whether the game can still be won and lost, so that the answer matters."""
        least, most = OPEN
        return least <= self.answers[0].chance <= most and is_close(self.position.scores)

    def is_answer(self, placement: Placement) -> bool:
        """Whether a move is right: the same tiles on the same squares as an answer."""
        squares = frozenset(placement.tiles)
        return any(one.placement and frozenset(one.placement.tiles) == squares for one in self.answers)

    def known(self, placement: Placement) -> SimulatedMove | None:
        """What the simulation found about a move, if it was among the best few."""
        squares = frozenset(placement.tiles)
        moves = (*self.answers, *self.others)
        return next((one for one in moves if one.placement and frozenset(one.placement.tiles) == squares), None)
