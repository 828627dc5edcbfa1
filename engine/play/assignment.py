"""Choosing the rack's tiles for a word: real tiles before blanks, each where it scores most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.errors import TilesNotOnRack
from engine.model.board import Board, PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.tiles import KnownRack, Rack, Tile
from engine.model.variant import Variant
from engine.play.notation import TypedLetter


def assign(
    wanted: Mapping[Cell, TypedLetter], board: Board, rack: Rack, variant: Variant, direction: Direction
) -> dict[Cell, PlacedTile]:
    """Chooses tiles for the letters wanted on free cells.

    The factors of a cell are its weight: the tiles of one letter, in descending order of points, go to cells in
    descending order of weight, which is optimal (rearrangement inequality); blanks fill the gaps. A hidden rack can
    supply any tiles of the set. Raises `TilesNotOnRack`.
    """
    stock = _Stock(rack.tiles if isinstance(rack, KnownRack) else variant.tile_set.tiles)
    weights = _weights(wanted, board, direction)
    found: dict[Cell, PlacedTile] = {}
    free: dict[str, list[Cell]] = {}
    for cell in sorted(wanted, key=lambda c: -weights[c]):
        typed = wanted[cell]
        assert typed.letter
        if typed.blank or typed.points is not None:
            found[cell] = PlacedTile(stock.take("" if typed.blank else typed.letter, typed.points), typed.letter)
        else:
            free.setdefault(typed.letter, []).append(cell)
    for letter, cells in free.items():
        tiles = stock.make(letter, len(cells))
        found |= {cell: PlacedTile(tile, letter) for cell, tile in zip(cells, tiles, strict=True)}
    stock.check()
    return found


class _Stock:
    """The tiles still available while a word is put together."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self._tiles = sorted(tiles, key=lambda tile: -tile.points)
        self._missing: list[str] = []

    def take(self, letter: str, points: int | None) -> Tile:
        """The highest-scoring matching tile; a missing one is recorded."""
        for tile in self._tiles:
            if tile.letter == letter and points in (None, tile.points):
                self._tiles.remove(tile)
                return tile
        self._missing.append((letter or "?") + (f"({points})" if points is not None else ""))
        return Tile(letter, points or 0)

    def make(self, letter: str, count: int) -> list[Tile]:
        """That many tiles for a letter in descending order of points, with blanks once its real tiles run out."""
        own = [tile for tile in self._tiles if tile.letter == letter][:count]
        for tile in own:
            self._tiles.remove(tile)
        blanks = [tile for tile in self._tiles if tile.is_blank][: count - len(own)]
        for tile in blanks:
            self._tiles.remove(tile)
        lacking = count - len(own) - len(blanks)
        self._missing += [letter] * lacking
        made = own + blanks + [Tile(letter, 0)] * lacking
        return sorted(made, key=lambda tile: (-tile.points, tile.is_blank))

    def check(self) -> None:
        if self._missing:
            raise TilesNotOnRack(tuple(sorted(self._missing)))


def _weights(wanted: Mapping[Cell, object], board: Board, direction: Direction) -> dict[Cell, int]:
    """How many times a tile's points would count on each cell, in the main word and the cross word together."""
    main = 1
    for cell in wanted:
        main *= board.layout[cell].word
    weights: dict[Cell, int] = {}
    for cell in wanted:
        square = board.layout[cell]
        crosses = any(board.at(cell.step(direction.other, by)) for by in (-1, 1))
        weights[cell] = square.letter * (main + square.word * crosses)
    return weights
