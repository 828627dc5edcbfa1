"""Where a word fits: every place on the board for a word typed without a coordinate."""

from __future__ import annotations

from engine.errors import RuleViolation
from engine.model.board import Board
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import Rack
from engine.model.variant import Variant
from engine.play.notation import PlayIntent, TypedLetter
from engine.play.placement import Placement, resolve


def places(letters: tuple[TypedLetter, ...], board: Board, rack: Rack, variant: Variant) -> tuple[Placement, ...]:
    """The placements that make exactly this word: across first, then in board order.

    Does not check that the words formed exist. Chooses tiles as `resolve` does.
    """
    width, height = variant.layout.size
    found: dict[tuple[Cell, ...], Placement] = {}
    for direction in Direction:
        for row in range(height):
            for column in range(width):
                placement = _placed(PlayIntent(Cell(row, column), direction, letters), board, rack, variant)
                if placement is not None:
                    found.setdefault(placement.cells, placement)
    return tuple(found.values())


def _placed(intent: PlayIntent, board: Board, rack: Rack, variant: Variant) -> Placement | None:
    try:
        placement = resolve(intent, board, rack, variant)
    except RuleViolation:
        return None
    whole = placement.on(board).run(placement.cell, placement.direction)
    exact = placement.cell == intent.cell and len(whole) == len(intent.letters)
    return placement if exact and placement.direction is intent.direction else None
