"""Which boards are the same position, however they are written down, and which letters tell of a rack.

What a player could learn from one board holds for another one on which nearly the same tiles lie in the same way:
with rows and columns exchanged, on a larger board, or with tiles apart that touch none of the others.

In letters and words that people have made, any letter can stand for any other or for several, and a word can be
written backwards. There, only where tiles lie and how many there are tells positions apart.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.model.board import Board
from engine.model.tiles import BLANK, Tiles

SquareAt = tuple[int, int]
PER_STRAY, FEWEST = 8, 4
"""Of so many tiles one may be missing or added, and one of at least the fewest: what is best elsewhere stays so."""
TELLING = 12
"""So many tiles that touch one another tell a position apart by where they lie, whatever is on the rack."""
TELLING_RACK = 5
"""So many tiles on a rack are worth asking about in other letters; fewer make only short words."""


SPARE = 5
"""Of so many letters, one may be another and they are still those of a rack."""


@dataclass(frozen=True)
class Arrangement:
    """The letters on a board by row and column, wherever its edges are, without accents and blanks."""

    tiles: Mapping[SquareAt, str]

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
        has_letters = (self._letters - told._letters).total() <= self._strays
        return has_letters and any(map(self._lies_in, told._turns))

    def has_outline_of(self, told: Arrangement, rack: int) -> bool:
        """Whether a board that somebody names is this position, which has a play on it, if letters tell nothing.

        `rack` is the number of tiles that come with it: few of them on few tiles ask for nothing.
        """
        size, strays = len(self.tiles), self._strays
        near = [spot for group in told._groups if len(group) <= size + strays for spot in group]
        if len(near) < size - strays or (size < TELLING and rack < TELLING_RACK):
            return False
        own, other = Arrangement(dict.fromkeys(self.tiles, "")), Arrangement(dict.fromkeys(near, ""))
        return any(own._lies_in(side) for side in other._sides)

    def _lies_in(self, other: Arrangement) -> bool:
        """Whether nearly the same tiles lie in the same way on another board, and no others join them."""
        shifts = self._shifts(other, self._strays)
        return any(other._added_to(self._moved_in(other, one)) <= self._strays for one in shifts)

    def is_part_of(self, later: Arrangement) -> bool:
        """Whether this position, which has a play on it, can become another one by further plays."""
        group = Arrangement({spot: self.tiles[spot] for spot in self._group})
        strays = len(group.tiles) // PER_STRAY
        if (group._letters - later._letters).total() > strays:
            return False
        return any(group._shifts(side, strays) for side in later._turns)

    def _shifts(self, other: Arrangement, strays: int) -> list[SquareAt]:
        """How far apart the same tiles lie on another board, if it has all of them but strays."""
        if (self._letters - other._letters).total() > strays:
            return []
        shifts = Counter(
            (row - own_row, column - own_column)
            for (own_row, own_column), letter in self.tiles.items()
            for row, column in other._spots.get(letter, ())
        )
        return [shift for shift, common in shifts.items() if common >= len(self.tiles) - strays]

    def _moved_in(self, told: Arrangement, shift: SquareAt) -> set[SquareAt]:
        """The spots of another arrangement that have the letters of this one, moved by a shift."""
        moved = {(row + shift[0], column + shift[1]): letter for (row, column), letter in self.tiles.items()}
        return {spot for spot, letter in moved.items() if told.tiles.get(spot) == letter}

    def _added_to(self, common: set[SquareAt]) -> int:
        """How many other tiles are joined to these: what lies apart changes nothing."""
        return len(_joined(self.tiles.keys(), common)) - len(common)

    @cached_property
    def _turns(self) -> tuple[Arrangement, Arrangement]:
        """This arrangement as it is, and with rows and columns exchanged."""
        return self, Arrangement({(column, row): letter for (row, column), letter in self.tiles.items()})

    @cached_property
    def _sides(self) -> tuple[Arrangement, ...]:
        """Both of `_turns` as they are and in mirrors, in which words are read backwards."""
        return tuple(
            Arrangement({(row * down, column * across): letter for (row, column), letter in one.tiles.items()})
            for one in self._turns
            for down in (1, -1)
            for across in (1, -1)
        )

    @cached_property
    def _strays(self) -> int:
        return len(self.tiles) // PER_STRAY or int(len(self.tiles) >= FEWEST)

    @cached_property
    def _letters(self) -> Counter[str]:
        return Counter(self.tiles.values())

    @cached_property
    def _spots(self) -> dict[str, list[SquareAt]]:
        found: dict[str, list[SquareAt]] = {}
        for spot, letter in self.tiles.items():
            found.setdefault(letter, []).append(spot)
        return found

    @cached_property
    def _group(self) -> set[SquareAt]:
        """The largest group of tiles that touch one another."""
        return max(self._groups, key=len, default=set())

    @cached_property
    def _groups(self) -> list[set[SquareAt]]:
        left, found = set(self.tiles), list[set[SquareAt]]()
        while left:
            found.append(_joined(left, {next(iter(left))}))
            left -= found[-1]
        return found


def _joined(spots: Collection[SquareAt], some: set[SquareAt]) -> set[SquareAt]:
    """Some spots, and all that are joined to them."""
    found, waiting = set(some), list(some)
    while waiting:
        new = {spot for spot in _beside(waiting.pop()) if spot in spots} - found
        found |= new
        waiting += new
    return found


def _beside(spot: SquareAt) -> Iterator[SquareAt]:
    row, column = spot
    return iter(((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))


def may_stand_for(told: Counter[str], own: Counter[str], blanks: int = 0) -> bool:
    """Whether some of the letters that somebody names, with blanks, can stand for those of a rack, or all but one."""
    counts, others = (sorted(letters.values(), reverse=True) for letters in (told, own))
    return own.total() - sum(map(min, counts, others)) - blanks <= 1


def plain(letter: str) -> str:
    """A letter as it reads in any alphabet that has it: without case and marks."""
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)) or letter


def are_of_rack(asked: Counter[str], blanks: int, rack: Counter[str]) -> bool:
    """Whether letters are some or all of a rack, if one of several may be another."""
    foreign, missing = (asked - rack).total(), (rack - asked).total() - blanks
    return foreign <= int(asked.total() >= SPARE) or missing <= int(rack.total() >= SPARE)


def tiles_in_common(text: str, rack: Counter[str]) -> int:
    """How many tiles of a rack letters can be made of, blanks included."""
    tiles = sum(min(text.count(letter), count) for letter, count in rack.items())
    return min(len(text), tiles + rack[BLANK])


def characters_on(tiles: Tiles) -> Counter[str]:
    """A rack by characters, as another alphabet may have two letters for one tile."""
    return Counter("".join(BLANK if tile.is_blank else plain(tile.letter) for tile in tiles))


def letters_on(tiles: Tiles) -> Counter[str]:
    """The letters of a rack as they read in any alphabet, without its blanks."""
    return Counter(plain(tile.letter) for tile in tiles if not tile.is_blank)
