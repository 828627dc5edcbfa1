"""The board with tiles on it: an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Direction
from engine.model.layout import Layout
from engine.model.tiles import Tile


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the board and the letter it stands for; a blank's letter is fixed once played."""

    tile: Tile
    letter: str

    @property
    def is_blank(self) -> bool:
        """Whether the tile is a blank."""
        return self.tile.is_blank


@dataclass(frozen=True, slots=True)
class Board:
    """A layout and the tiles on its squares, row by row."""

    layout: Layout
    squares: tuple[PlacedTile | None, ...]

    @staticmethod
    def empty(layout: Layout) -> Board:
        """The board before the first play."""
        return Board(layout, (None,) * len(layout.squares))

    def __getitem__(self, cell: Cell) -> PlacedTile | None:
        """The tile on a cell of the board, or None if it is free."""
        return self.squares[cell.row * self.layout.width + cell.column]

    def at(self, cell: Cell) -> PlacedTile | None:
        """The tile on a cell; None if the cell is free or outside the board."""
        return self[cell] if cell in self.layout else None

    @property
    def is_empty(self) -> bool:
        """Whether there are no tiles on it."""
        return not any(self.squares)

    def tiles(self) -> Iterator[tuple[Cell, PlacedTile]]:
        """The tiles on the board with their cells, row by row."""
        return ((cell, tile) for cell, tile in zip(self.layout.cells(), self.squares, strict=True) if tile)

    def place(self, tiles: Mapping[Cell, PlacedTile]) -> Board:
        """The board with tiles added on free cells."""
        squares = list(self.squares)
        for cell, tile in tiles.items():
            squares[cell.row * self.layout.width + cell.column] = tile
        return replace(self, squares=tuple(squares))

    def remove(self, cells: Iterable[Cell]) -> Board:
        """The board with the tiles on these cells taken away."""
        squares = list(self.squares)
        for cell in cells:
            squares[cell.row * self.layout.width + cell.column] = None
        return replace(self, squares=tuple(squares))

    def run(self, cell: Cell, direction: Direction) -> tuple[Cell, ...]:
        """The unbroken line of tiles through an occupied cell in a direction, from its first cell to its last."""
        first = cell
        while self.at(first.step(direction, -1)):
            first = first.step(direction, -1)
        cells = [first]
        while self.at(cells[-1].step(direction)):
            cells.append(cells[-1].step(direction))
        return tuple(cells)

    def word(self, cells: Iterable[Cell]) -> Word:
        """The letters on occupied cells, in the order given."""
        return tuple(tile.letter for tile in map(self.__getitem__, cells) if tile)
