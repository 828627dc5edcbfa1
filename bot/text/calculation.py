"""The calculation of a play's score, line by line, as on paper."""

from __future__ import annotations

from collections.abc import Iterable

from bot.text.moves import word_text
from bot.text.texts import Texts
from engine.model.board import Board
from engine.model.coordinates import Cell
from engine.model.variant import Variant
from engine.play.placement import Placement
from engine.play.scoring import score

Line = tuple[str, str, str]
"""The scoring item, its calculation and its points."""


def reckoning(board: Board, placement: Placement, variant: Variant, texts: Texts) -> tuple[Line, ...]:
    """A line for each new word, for the squares' points and for the bonus; the total, if there are several."""
    after, sheet = placement.on(board), score(board, placement, variant)
    runs = [after.run(placement.cell, placement.direction)]
    runs += [after.run(cell, placement.direction.other) for cell in placement.cells]
    counted = [run for run in runs if len(run) > 1]
    lines = [
        (word_text(word.word), _product(after, run, frozenset(placement.cells), texts), texts.number(word.points))
        for word, run in zip(sheet.words, counted, strict=True)
    ]
    if sheet.cell_points:
        lines.append((texts.pgettext("part of a score", "Squares"), "", texts.signed(sheet.cell_points)))
    if sheet.bonus:
        count = texts.ngettext("for {count} tile", "for {count} tiles", len(placement.tiles))
        lines.append((texts.pgettext("part of a score", "Bonus"), count, texts.signed(sheet.bonus)))
    if len(lines) > 1:
        lines.append((texts.pgettext("part of a score", "Total"), "", texts.number(sheet.total)))
    return tuple(lines)


def _product(board: Board, run: Iterable[Cell], new: frozenset[Cell], texts: Texts) -> str:
    """`1 + 1×2 + 4 + 1`, in parentheses if the whole word counts several times."""
    parts, factors = [], ""
    for cell in run:
        placed, square = board[cell], board.layout[cell]
        assert placed
        points = texts.number(placed.tile.points)
        points = f"({points})" if placed.tile.points < 0 else points
        covered = cell in new
        parts.append(f"{points}×{square.letter}" if covered and square.letter != 1 else points)
        factors += f" × {square.word}" if covered and square.word != 1 else ""
    total = " + ".join(parts)
    return f"({total}){factors}" if factors else total
