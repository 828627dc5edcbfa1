"""The score of a placement, word by word.

A new word scores its new tiles times their letter factors, plus its old tiles at face value, all times the word factors
of newly covered squares. Points of newly covered squares count once; the bonus depends on the number of tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.alphabet import Word
from engine.model.board import Board
from engine.model.coordinates import Cell
from engine.model.variant import Variant
from engine.play.placement import Placement


@dataclass(frozen=True, slots=True)
class ScoredWord:
    """A new word and its own points."""

    word: Word
    points: int


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of a placement: the main word, then cross words in order, square points and the bonus."""

    words: tuple[ScoredWord, ...]
    cell_points: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(word.points for word in self.words) + self.cell_points + self.bonus


def score(board: Board, placement: Placement, variant: Variant) -> ScoreSheet:
    """The score sheet of a placement, given the board before it.

    Playing more tiles than a rack holds earns the full-rack bonus.
    """
    after = placement.on(board)
    new = frozenset(placement.cells)
    runs = [after.run(placement.cell, placement.direction)]
    runs += [after.run(cell, placement.direction.other) for cell in placement.cells]
    words = tuple(_score_word(after, run, new) for run in runs if len(run) > 1)
    cell_points = sum(board.layout[cell].points for cell in new)
    return ScoreSheet(words, cell_points, variant.bonuses[min(len(new), variant.rack_size)])


def _score_word(after: Board, cells: tuple[Cell, ...], new: frozenset[Cell]) -> ScoredWord:
    points, factor = 0, 1
    for cell in cells:
        placed = after[cell]
        assert placed
        square = after.layout[cell]
        points += placed.tile.points * (square.letter if cell in new else 1)
        factor *= square.word if cell in new else 1
    return ScoredWord(after.word(cells), points * factor)
