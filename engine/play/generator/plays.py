"""Lists of generated plays, turned into objects only on access."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.model.board import Board, Cell, Direction
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.notebook import table
from engine.play.generator.encoding import sort_slots
from engine.play.notation import TypedLetter
from engine.play.placement import Placement, assign, write_move

SHOWN = 20
"""How many plays a notebook shows."""

EQUITY, KEY, KEY_2, SCORE = range(4)
"""Columns of a record; `kernels.layout` explains them."""
TILES_IN_KEY = 7
SLOTS_USED = (1 << 20) - 1
"""The bits of a second key that name the rack slots used."""


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal placement: its score, its equity (score plus value of the leave, in points) and the tiles kept."""

    placement: Placement
    score: int
    equity: float
    leave: Tiles

    def __str__(self) -> str:
        return str(self.placement)


@dataclass(frozen=True, slots=True)
class ScoredExchange:
    """Tiles to exchange, their score (0 in most variants), the equity in points, and the tiles kept."""

    tiles: Tiles
    score: int
    equity: float
    leave: Tiles

    def __str__(self) -> str:
        return f"-{self.tiles}"


@dataclass(frozen=True, slots=True, eq=False)
class Plays(Sequence[ScoredPlay]):
    """Plays in order: highest equity first, then across before down, row, column, and the tiles placed.

    Row and column are those of the main word's first square. Tiles compare one by one in alphabet order, a real tile
    before a blank of the same letter. `records` is an array of four columns.

    A play becomes an object when it is asked for. A notebook shows the first ones as a table.
    """

    records: NDArray[np.int64]
    board: Board
    rack: Tiles
    variant: Variant

    def __repr__(self) -> str:
        return f"<{len(self)} plays: {', '.join(map(str, self[:SHOWN]))}{', ...' * (len(self) > SHOWN)}>"

    def __str__(self) -> str:
        return "\n".join(" ".join(row).rstrip() for row in self._rows(self))

    def _repr_html_(self) -> str:
        rows = table(("play", "score", "equity", "leave"), self._rows(self[:SHOWN]))
        return rows if len(self) <= SHOWN else f"{rows}<p>{len(self)} plays</p>"

    def _rows(self, plays: Iterable[ScoredPlay]) -> Iterator[tuple[str, ...]]:
        for play in plays:
            name = write_move(self.board, play.placement, self.variant)
            yield name, str(play.score), f"{play.equity:.1f}", str(play.leave)

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> ScoredPlay: ...
    @overload
    def __getitem__(self, index: slice) -> Plays: ...
    def __getitem__(self, index: int | slice) -> ScoredPlay | Plays:
        if isinstance(index, slice):
            return Plays(self.records[index], self.board, self.rack, self.variant)
        return self._play([int(number) for number in self.records[index]], self.slots)

    def __iter__(self) -> Iterator[ScoredPlay]:
        slots = self.slots
        return (self._play(record, slots) for record in self.records.tolist())

    @property
    def slots(self) -> tuple[Tile, ...]:
        """The rack in the numbering of the records."""
        return sort_slots(self.rack, self.variant)

    @property
    def equities(self) -> NDArray[np.float64]:
        """The equities in points, in order, without creating objects."""
        return self.records[:, EQUITY] / 1000

    def _play(self, record: list[int], slots: tuple[Tile, ...]) -> ScoredPlay:
        used = record[KEY_2] & SLOTS_USED
        leave = Tiles.of(tile for i, tile in enumerate(slots) if not used >> i & 1)
        return ScoredPlay(self._placement(record, used, slots), record[SCORE], record[EQUITY] / 1000, leave)

    def _placement(self, record: list[int], used: int, slots: tuple[Tile, ...]) -> Placement:
        place = record[KEY] >> 49
        direction = Direction.DOWN if place >> 12 else Direction.ACROSS
        cell = Cell(place >> 6 & 63, place & 63)
        letters = self._letters(record)
        wanted: dict[Cell, TypedLetter] = {}
        at = cell
        while len(wanted) < len(letters):
            if self.board[at] is None:
                letter, blank = letters[len(wanted)]
                wanted[at] = TypedLetter(letter, blank)
            at = at.step(direction)
        rack = KnownRack(Tiles.of(tile for i, tile in enumerate(slots) if used >> i & 1))
        found = assign(wanted, self.board, rack, self.variant, direction)
        return Placement(cell, direction, tuple((c, found[c]) for c in wanted))

    def _letters(self, record: list[int]) -> list[tuple[str, bool]]:
        codes = [record[KEY] >> 42 - 7 * i & 127 for i in range(TILES_IN_KEY)]
        codes += [record[KEY_2] >> 48 - 7 * i & 127 for i in range(5)]
        letters = self.variant.alphabet.letters
        return [(letters[(code >> 1) - 1], bool(code & 1)) for code in codes if code]
