"""Which boards are the same position, however they are written down.

What a player could learn from one board holds for another one on which nearly the same tiles lie in the same way:
with rows and columns exchanged, on a larger board, or with tiles apart that touch none of the others. It also holds in
a mirror and in other letters, if these stand for the same ones on the board and on the rack: people can make boards,
tiles and dictionaries for that.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.model.board import Board

SquareAt = tuple[int, int]
PER_STRAY, FEWEST = 8, 4
"""Of so many tiles one may be missing or added, and one of at least the fewest: what is best elsewhere stays so."""
TELLING = 12
"""So many tiles that touch one another, and which of them are alike, tell a position apart, whatever their letters."""
TELLING_RACK = 5
"""With fewer tiles on the board, so many on the rack have to stand for the same letters, too."""

Letters = Counter[str]
"""How often each letter is on a rack; a blank is the empty one."""


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

        def fits(other: Arrangement) -> bool:
            shifts = self._shifts(other, self._strays)
            return any(other._added_to(self._moved_in(other, one)) <= self._strays for one in shifts)

        has_letters = (self._letters - told._letters).total() <= self._strays
        return (has_letters and any(map(fits, told._turns))) or self._has_form_of(told)

    def is_renamed(self, own: Letters, told: Arrangement, rack: Letters) -> bool:
        """Whether a board and rack that somebody names are this position, which has a play on it, in other letters.

        A single word may be like many others, so the racks must be alike to the last tile there.
        """
        lines = [{spot[side] for spot in self.tiles} for side in (0, 1)]
        strays, size = int(min(map(len, lines)) > 1), len(self.tiles)
        if rack.total() < TELLING_RACK or not are_renamed(own, rack, {}, strays):
            return False
        if len(told.tiles) < size - self._strays or len(told._group) > size + self._strays:
            return False
        names = (names for side in told._sides for names in self._names(side))
        return any(are_renamed(own, rack, one, strays) for one in names)

    def _names(self, told: Arrangement) -> Iterator[dict[str, str]]:
        """Which letters of another arrangement can stand for those of this one, if its tiles lie in the same way."""
        shifts = Counter(
            (row - own_row, column - own_column) for own_row, own_column in self.tiles for row, column in told.tiles
        )
        for shift, common in shifts.items():
            if common < len(self.tiles) - self._strays:
                continue
            moved = {(row + shift[0], column + shift[1]): letter for (row, column), letter in self.tiles.items()}
            pairs = {spot: (letter, told.tiles[spot]) for spot, letter in moved.items() if spot in told.tiles}
            names: dict[str, str] = {}
            for (letter, name), _ in Counter(pairs.values()).most_common():
                if letter not in names and name not in names.values():
                    names[letter] = name
            alike = {spot for spot, (letter, name) in pairs.items() if names.get(letter) == name}
            if len(alike) >= len(self.tiles) - self._strays and told._added_to(alike) <= self._strays:
                yield names

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

    def _has_form_of(self, told: Arrangement) -> bool:
        telling = len(told._group) == len(self._group) >= TELLING
        return telling and any(self.form == side.form for side in told._sides)

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
        left, largest = set(self.tiles), set[SquareAt]()
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


def are_transliterated(own: Letters, told: Letters) -> bool:
    """Whether letters of a rack can stand for those of another one, with which they have none in common."""
    return told.total() >= TELLING_RACK and not (own & told) - Counter({"": 2}) and are_renamed(own, told, {}, strays=0)


def are_renamed(own: Letters, told: Letters, names: Mapping[str, str], strays: int) -> bool:
    """Whether letters of a rack can stand for those of another one, given some that do, if some may be others."""
    kept = min(own[""], told[""]) + sum(min(own[letter], told[name]) for letter, name in names.items())
    left = [count for letter, count in own.items() if letter and letter not in names]
    right = [count for name, count in told.items() if name and name not in names.values()]
    kept += sum(map(min, sorted(left, reverse=True), sorted(right, reverse=True)))
    return max(own.total(), told.total()) - kept <= strays


def plain(letter: str) -> str:
    """A letter as it reads in any alphabet that has it: without case and marks."""
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)) or letter
