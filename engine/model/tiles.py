"""Tiles, multisets of them, tile sets and racks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.errors import TilesNotOnRack


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One kind of tile: a letter (empty for a blank) and its points, which may be negative."""

    letter: str
    points: int

    @property
    def is_blank(self) -> bool:
        """Whether the tile may stand for any letter."""
        return not self.letter

    def __str__(self) -> str:
        return f"{self.letter or '?'}({self.points})"


@dataclass(frozen=True, slots=True)
class Tiles:
    """A multiset of tiles. Build it with `Tiles.of`; it is sorted, so that the order reveals nothing."""

    items: tuple[Tile, ...] = ()

    @staticmethod
    def of(tiles: Iterable[Tile]) -> Tiles:
        """The multiset of these tiles."""
        return Tiles(tuple(sorted(tiles)))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.items)

    def __contains__(self, tile: object) -> bool:
        return tile in self.items

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles.of((*self.items, *other.items))

    def __sub__(self, other: Tiles) -> Tiles:
        """The tiles left after removing others. Raises `TilesNotOnRack` if some are missing."""
        counts = Counter(self.items)
        counts.subtract(other.items)
        missing = [tile for tile, count in counts.items() for _ in range(-count)]
        if missing:
            raise TilesNotOnRack(tuple(str(tile) for tile in sorted(missing)))
        return Tiles.of(counts.elements())

    def covers(self, other: Tiles) -> bool:
        """Whether this multiset contains the other one."""
        return not Counter(other.items) - Counter(self.items)

    def count(self, tile: Tile) -> int:
        """The number of tiles of that kind."""
        return self.items.count(tile)

    @property
    def points(self) -> int:
        """The sum of the tiles' points."""
        return sum(tile.points for tile in self.items)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The different kinds of tile, sorted: blanks first, then by letter and points."""
        return tuple(dict.fromkeys(self.items))


@dataclass(frozen=True, slots=True)
class TileSet:
    """All tiles of a game."""

    tiles: Tiles
    kinds: tuple[Tile, ...] = field(init=False, repr=False, compare=False, hash=False)
    """The different kinds of tile, sorted."""

    def __post_init__(self) -> None:
        # cached, because readers need them for every tile of a text
        object.__setattr__(self, "kinds", self.tiles.kinds)

    def __len__(self) -> int:
        return len(self.tiles)

    @property
    def blanks(self) -> tuple[Tile, ...]:
        """The kinds of blank, sorted by points."""
        return tuple(tile for tile in self.kinds if tile.is_blank)

    def of_letter(self, letter: str) -> tuple[Tile, ...]:
        """The kinds of tile with a letter, lowest points first."""
        return tuple(tile for tile in self.kinds if tile.letter == letter)

    def seats(self, rack_size: int) -> int:
        """How many seats can be dealt full racks."""
        return len(self.tiles) // rack_size


@dataclass(frozen=True, slots=True)
class KnownRack:
    """A rack whose tiles are known."""

    tiles: Tiles = Tiles()

    def __len__(self) -> int:
        return len(self.tiles)

    def plus(self, tiles: Tiles) -> KnownRack:
        """The rack with tiles added."""
        return KnownRack(self.tiles + tiles)

    def minus(self, tiles: Tiles) -> KnownRack:
        """The rack with tiles removed. Raises `TilesNotOnRack`."""
        return KnownRack(self.tiles - tiles)


@dataclass(frozen=True, slots=True)
class HiddenRack:
    """A rack with only its size known: a real rack at a table, or one missing from a game record."""

    size: int = 0

    def __len__(self) -> int:
        return self.size

    def plus(self, tiles: Tiles) -> HiddenRack:
        """The rack with that many more tiles."""
        return HiddenRack(self.size + len(tiles))

    def minus(self, tiles: Tiles) -> HiddenRack:
        """The rack with that many fewer tiles. Raises `TilesNotOnRack` if it has fewer."""
        if len(tiles) > self.size:
            raise TilesNotOnRack(tuple(str(tile) for tile in tiles))
        return HiddenRack(self.size - len(tiles))


Rack = KnownRack | HiddenRack


def find_tile(tile_set: TileSet, letter: str, points: int | None, blank: bool) -> Tile | None:
    """The matching kind of tile: the one with these points, or the highest-scoring one; None if the set has none."""
    kinds = tile_set.blanks if blank else tile_set.of_letter(letter)
    fitting = [kind for kind in kinds if points in (None, kind.points)]
    return max(fitting, key=lambda kind: kind.points, default=None)
