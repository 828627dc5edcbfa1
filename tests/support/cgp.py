"""Positions as text, to check the reader against."""

from __future__ import annotations

from engine.formats.cgp import Position
from engine.formats.tiletext import write_rack, write_tile
from engine.model.board import PlacedTile
from engine.model.variant import Variant


def write_cgp(position: Position, variant: Variant) -> str:
    """The text of a position; `engine.formats.cgp.read` reads it back."""
    width = variant.layout.width
    squares = position.board.squares
    rows = (_write_row(squares[start : start + width], variant) for start in range(0, len(squares), width))
    fields = [
        "/".join(rows),
        "/".join(write_rack(rack, variant) for rack in position.racks),
        "/".join(map(str, position.scores)),
        str(position.zeros),
    ]
    return " ".join([*fields, *(f"{one.code} {one.args}".rstrip() + ";" for one in position.opcodes)])


def _write_row(squares: tuple[PlacedTile | None, ...], variant: Variant) -> str:
    parts: list[str] = []
    free = 0
    for placed in squares:
        if placed is None:
            free += 1
            continue
        parts += [str(free)] * (free > 0) + [write_tile(placed, variant)]
        free = 0
    return "".join([*parts, *[str(free)] * (free > 0)])
