"""The move generator: all legal plays of a position, or the best of them, in a defined order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData
from engine.limits import MAX_RACK
from engine.model.board import Board, Cell, Direction
from engine.model.tiles import KnownRack, Tile, Tiles
from engine.model.variant import Variant
from engine.notebook import table
from engine.play.generator.encoding import (
    EncodedPosition,
    LeaveTable,
    WordMap,
    encode_board,
    encode_rack,
    encode_variant,
    sort_slots,
)
from engine.play.generator.kernels import racks, search
from engine.play.generator.kernels.layout import MAX_TILES, Longs
from engine.play.notation import TypedLetter
from engine.play.placement import Placement, assign, write_move
from engine.sentences import Internal
from engine.words.graph import WordGraph

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


NO_MAP = WordMap(np.zeros(0, np.int64), np.zeros(3, np.int32))
NO_VALUES = np.zeros(0, np.int64)


class Generator:
    """Generates plays of one variant with the words of one graph. Stateless, so threads may share it.

    The word map of the same graph makes finding the best plays several times as fast. `arrays` are the constant
    arguments of the kernels in `kernels.search`, for callers in compiled code.
    """

    def __init__(self, variant: Variant, graph: WordGraph, word_map: WordMap | None = None) -> None:
        self.variant = variant
        self.word_map = word_map
        map_ = word_map or NO_MAP
        self.arrays = (encode_variant(variant), graph.nodes, map_.longs, map_.ints)

    def position(self, board: Board, rack: Tiles) -> EncodedPosition:
        """The position as arrays. Raises `BadData` for a rack with too many tiles or a board with another layout."""
        if len(rack) > MAX_RACK:
            raise BadData("rack", Internal("holds {count} tiles; the most is {most}", count=len(rack), most=MAX_RACK))
        if board.layout.size != self.variant.layout.size:
            raise BadData("board", Internal("is not of the variant's size"))
        return EncodedPosition(encode_board(board, self.variant.alphabet), encode_rack(rack, self.variant.alphabet))

    def all(self, board: Board, rack: Tiles, leaves: LeaveTable | None = None) -> Plays:
        """All legal plays of up to twelve tiles, best first; see `Plays` for the order.

        Without leaves, equity is the score. An unusual board can have millions of plays, at 32 bytes each. If the graph
        is walked (two blanks, or more than twelve tiles), at most about a million plays are found, so that time and
        memory are bounded; see `kernels.plays`.
        """
        position = self.position(board, rack)
        values = leave_values(position, leaves)
        return self._plays(search.all_plays(*self.arrays, values, position.board, position.rack), board, rack)

    def top(self, board: Board, rack: Tiles, count: int, leaves: LeaveTable | None = None) -> Plays:
        """The first plays of `all`, at most `count`, found without computing the rest."""
        position = self.position(board, rack)
        values = leave_values(position, leaves)
        if count < 1:
            return self._plays(np.zeros((0, 4), np.int64), board, rack)
        records = search.best_plays(*self.arrays, values, position.board, position.rack, count)
        return self._plays(records, board, rack)

    def exchanges(self, rack: Tiles, pool_size: int, leaves: LeaveTable | None = None) -> tuple[ScoredExchange, ...]:
        """Every choice of 1 to `pool_size` tiles to exchange: highest equity first, then fewest tiles, then by tiles.

        For a rack of more than twelve tiles, only the first choice of each number. The caller checks whether the rules
        allow an exchange.
        """
        if len(rack) > MAX_TILES:
            return self._few_exchanges(rack, pool_size)
        slots = sort_slots(rack, self.variant)
        values = leave_values(EncodedPosition(NO_MAP.ints, encode_rack(rack, self.variant.alphabet)), leaves)
        found: dict[Tiles, ScoredExchange] = {}
        for chosen in range(1, 1 << len(slots)):
            tiles = Tiles.of(tile for i, tile in enumerate(slots) if chosen >> i & 1)
            if len(tiles) <= pool_size and tiles not in found:
                score = self._exchange_points(len(tiles))
                kept = (1 << len(slots)) - 1 - chosen
                equity = score + (int(values[kept]) / 1000 if len(values) else 0)
                leave = Tiles.of(tile for i, tile in enumerate(slots) if kept >> i & 1)
                found[tiles] = ScoredExchange(tiles, score, equity, leave)
        return tuple(sorted(found.values(), key=lambda e: (-e.equity, len(e.tiles), e.tiles.items)))

    def _exchange_points(self, count: int) -> int:
        points = self.variant.exchange_points
        return points[min(count, self.variant.rack_size)] if points else 0

    def _few_exchanges(self, rack: Tiles, pool_size: int) -> tuple[ScoredExchange, ...]:
        tiles = rack.items
        chosen = (Tiles.of(tiles[:count]) for count in range(1, min(len(tiles), pool_size) + 1))
        found = [ScoredExchange(one, s := self._exchange_points(len(one)), s, rack - one) for one in chosen]
        return tuple(sorted(found, key=lambda e: (-e.equity, len(e.tiles))))

    def _plays(self, records: Longs, board: Board, rack: Tiles) -> Plays:
        return Plays(records, board, rack, self.variant)


def leave_values(position: EncodedPosition, leaves: LeaveTable | None) -> Longs:
    """The value of keeping each set of rack slots, in thousandths, by bit set; empty without a table.

    Also empty for a rack of more than twelve tiles, which has too many sets.
    """
    if leaves is None or len(position.rack) > MAX_TILES:
        return NO_VALUES
    return racks.value_leaves(racks.sort_rack(position.rack), leaves.entries)
