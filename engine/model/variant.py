"""A variant: everything about a game except the rules of procedure."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from engine.errors import BadData
from engine.limits import MAX_RACK
from engine.model.board import Layout
from engine.model.tiles import Alphabet, TileSet
from engine.sentences import Internal, Sentence

MOST_POINTS = 1_000_000
"""Limit on the points of one tile, square or bonus, set by the move generator."""

WHERE = Sentence("the variant")
"""What errors call a variant that has no file."""

COLOURS = (
    *("frame", "grid", "plain", "blocked", "blocked_mark", "start", "points", "ledge"),
    *("letter_2", "letter_3", "letter_4", "letter_5", "word_2", "word_3", "word_4", "word_5"),
    *("tile", "tile_edge", "tile_ink", "new_tile", "new_ink", "new_outline", "blank_ink"),
)
"""The parts of pictures whose colours a variant may set."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Alphabet, tiles, board and bonuses of a game.

    `bonuses[n]` are the extra points for a play of n tiles, n from 0 to the rack size; `exchange_points[n]` and
    `pass_points` are the points for exchanging n tiles and for passing (usually 0). `colours` override the theme's, by
    name. `bingo` is the bonus for a full rack.

    Raises `BadData` if the parts do not fit together.
    """

    name: str
    language: str
    alphabet: Alphabet
    tile_set: TileSet
    layout: Layout
    rack_size: int
    bonuses: tuple[int, ...]
    exchange_points: tuple[int, ...] = ()
    pass_points: int = 0
    colours: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.rack_size <= MAX_RACK:
            raise BadData(
                WHERE, Internal("racks hold 1 to {most} tiles, not {size}", most=MAX_RACK, size=self.rack_size)
            )
        if len(self.bonuses) != self.rack_size + 1:
            raise BadData(
                WHERE, Internal("needs {count} bonuses, from 0 tiles to a full rack", count=self.rack_size + 1)
            )
        if self.exchange_points and len(self.exchange_points) != self.rack_size + 1:
            raise BadData(
                WHERE, Internal("needs {count} exchange points, from 0 to a full rack", count=self.rack_size + 1)
            )
        if self.max_seats < 1:
            raise BadData(WHERE, Sentence("the variant has too few tiles for one rack"))
        if not self._scores_fit():
            raise BadData(WHERE, Sentence("the variant has points and factors that make scores too large to compute"))
        strange = {t.letter for t in self.tile_set.kinds if t.letter} - set(self.alphabet.letters)
        if strange:
            raise BadData(
                WHERE,
                Internal("has tiles of letters that its alphabet lacks: {letters}", letters=" ".join(sorted(strange))),
            )

    def _scores_fit(self) -> bool:
        """Whether all scores, in thousandths of a point, stay well within 64-bit numbers."""
        squares, longest = self.layout.squares, max(self.layout.size)
        points = max(abs(tile.points) for tile in self.tile_set.kinds)
        extra = max(abs(square.points) for square in squares)
        bonus = max(map(abs, (*self.bonuses, *self.exchange_points, self.pass_points)))
        letter = max(1, *(square.letter for square in squares))
        crossing = self.rack_size * max(1, *(square.word for square in squares))
        along = max(prod(heapq.nlargest(self.rack_size, line)) for line in self._factors())
        largest = longest * points * letter * (along + crossing) + self.rack_size * extra + bonus
        return max(points, extra, bonus) <= MOST_POINTS and largest * 1000 < 1 << 60

    def _factors(self) -> Iterator[list[int]]:
        """The word factors of each row and column, anything less than 1 counting as 1."""
        width, factors = self.layout.width, [max(square.word, 1) for square in self.layout.squares]
        yield from (factors[at : at + width] for at in range(0, len(factors), width))
        yield from (factors[at::width] for at in range(width))

    @property
    def max_seats(self) -> int:
        """How many seats can be dealt full racks."""
        return self.tile_set.seats(self.rack_size)

    @property
    def bingo(self) -> int:
        """The bonus for playing a full rack."""
        return self.bonuses[self.rack_size]
