"""Which boards are the same position, however they are written down.

What a player could learn from one board holds for another one on which nearly the same tiles lie in the same way:
with rows and columns exchanged, on a larger board, or with tiles apart that touch none of the others.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.model.board import Board

Spot = tuple[int, int]
PER_STRAY, FEWEST = 8, 4
"""Of so many tiles one may be missing or added, and one of at least the fewest: what is best elsewhere stays so."""
TELLING = 12
"""So many tiles that touch one another, and which of them are alike, tell a position apart, whatever their letters."""


@dataclass(frozen=True)
class Arrangement:
    """The letters on a board by row and column, wherever its edges are, without accents and blanks."""

    tiles: Mapping[Spot, str]

    @staticmethod
    def of(board: Board) -> Arrangement:
        """The tiles of a board."""
        return Arrangement({(cell.row, cell.column): plain(tile.letter) for cell, tile in board.tiles()})

    @property
    def is_open(self) -> bool:
        """Whether no tile touches another, as before the first play."""
        return not any(spot in self.tiles for one in self.tiles for spot in _beside(one))

    def is_like(self, told: Arrangement) -> bool:
        """Whether a board that somebody names is this position, which has a play on it."""
        strays = len(self.tiles) // PER_STRAY or int(len(self.tiles) >= FEWEST)

        def fits(other: Arrangement) -> bool:
            return any(other._added_to(self._moved_in(other, one)) <= strays for one in self._shifts(other, strays))

        return fits(told) or fits(told._turned) or self._has_form_of(told)

    def is_part_of(self, later: Arrangement) -> bool:
        """Whether this position, which has a play on it, can become another one by further plays."""
        group = Arrangement({spot: self.tiles[spot] for spot in self._group})
        strays = len(group.tiles) // PER_STRAY
        return bool(group._shifts(later, strays) or group._shifts(later._turned, strays))

    def _shifts(self, other: Arrangement, strays: int) -> list[Spot]:
        """How far apart the same tiles lie on another board, if it has all of them but strays."""
        if (self._letters - other._letters).total() > strays:
            return []
        shifts = Counter(
            (row - own_row, column - own_column)
            for (own_row, own_column), letter in self.tiles.items()
            for row, column in other._spots.get(letter, ())
        )
        return [shift for shift, common in shifts.items() if common >= len(self.tiles) - strays]

    def _moved_in(self, told: Arrangement, shift: Spot) -> set[Spot]:
        """The spots of another arrangement that have the letters of this one, moved by a shift."""
        moved = {(row + shift[0], column + shift[1]): letter for (row, column), letter in self.tiles.items()}
        return {spot for spot, letter in moved.items() if told.tiles.get(spot) == letter}

    def _added_to(self, common: set[Spot]) -> int:
        """How many other tiles are joined to these: what lies apart changes nothing."""
        return len(_joined(self.tiles.keys(), common)) - len(common)

    def _has_form_of(self, told: Arrangement) -> bool:
        return len(self._group) >= TELLING and self.form in (told.form, told._turned.form)

    @cached_property
    def _turned(self) -> Arrangement:
        return Arrangement({(column, row): letter for (row, column), letter in self.tiles.items()})

    @cached_property
    def _letters(self) -> Counter[str]:
        return Counter(self.tiles.values())

    @cached_property
    def _spots(self) -> dict[str, list[Spot]]:
        found: dict[str, list[Spot]] = {}
        for spot, letter in self.tiles.items():
            found.setdefault(letter, []).append(spot)
        return found

    @cached_property
    def _group(self) -> set[Spot]:
        """The largest group of tiles that touch one another."""
        left, largest = set(self.tiles), set[Spot]()
        while left:
            group = _joined(left, {next(iter(left))})
            left -= group
            largest = max(largest, group, key=len)
        return largest

    @cached_property
    def form(self) -> tuple[tuple[int, int, int], ...]:
        """The largest group from its own corner, with a number for each letter in the order in which they come."""
        if not self._group:
            return ()
        first_row, first_column = (min(found) for found in zip(*self._group, strict=True))
        numbers: dict[str, int] = {}
        return tuple(
            (row - first_row, column - first_column, numbers.setdefault(self.tiles[row, column], len(numbers)))
            for row, column in sorted(self._group)
        )


def _joined(spots: Collection[Spot], some: set[Spot]) -> set[Spot]:
    """Some spots, and all that are joined to them."""
    found, waiting = set(some), list(some)
    while waiting:
        new = {spot for spot in _beside(waiting.pop()) if spot in spots} - found
        found |= new
        waiting += new
    return found


def _beside(spot: Spot) -> Iterator[Spot]:
    row, column = spot
    return iter(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))


def plain(letter: str) -> str:
    """A letter as it reads in any alphabet that has it: without case and marks."""
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)) or letter
