"""The racks of a duplicate: drawn by chance, with enough vowels and consonants to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from engine.model.tiles import Tile, Tiles

Draw = Callable[[Tiles, int], Tiles]
"""Draws that many of some tiles by chance."""
EARLY_ROUNDS = 15
EARLY, LATE = 2, 1
"""Vowels, and consonants, that a rack has at least: in the first `EARLY_ROUNDS` rounds, and in later ones."""
DRAW_TRIES = 1000
"""Draws of a whole rack before the tiles that it needs are picked first: only a pool of one kind takes so many."""


class TileKind(Enum):
    """What a tile counts as."""

    VOWEL = "vowel"
    CONSONANT = "consonant"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Letters:
    """Which letters of a language are vowels; `both` count as vowels and as consonants, as blanks do."""

    vowels: frozenset[str]
    both: frozenset[str] = frozenset()

    def kind(self, tile: Tile) -> TileKind:
        """What a tile counts as."""
        if tile.is_blank or tile.letter in self.both:
            return TileKind.EITHER
        return TileKind.VOWEL if tile.letter in self.vowels else TileKind.CONSONANT

    def count(self, tiles: Iterable[Tile]) -> tuple[int, int, int]:
        """How many tiles are vowels, consonants and either."""
        kinds = [self.kind(tile) for tile in tiles]
        return kinds.count(TileKind.VOWEL), kinds.count(TileKind.CONSONANT), kinds.count(TileKind.EITHER)

    def imbalance(self, tiles: Iterable[Tile]) -> int:
        """How many more there are of the vowels or consonants than of the others."""
        vowels, consonants, _ = self.count(tiles)
        return abs(vowels - consonants)


def needed(number: int, tile_set: Tiles, letters: Letters) -> int:
    """How many vowels, and how many consonants, the rack of a round has at least: 0 if the tile set lacks a kind."""
    vowels, consonants, _ = letters.count(tile_set)
    if not (vowels and consonants):
        return 0
    return EARLY if number <= EARLY_ROUNDS else LATE


def is_fair(tiles: Iterable[Tile], need: int, letters: Letters) -> bool:
    """Whether tiles hold that many vowels and that many consonants, where no tile counts twice."""
    vowels, consonants, either = letters.count(tiles)
    return max(0, need - vowels) + max(0, need - consonants) <= either


def fill(kept: Tiles, pool: Tiles, size: int, need: int, letters: Letters, draw: Draw) -> Tiles | None:
    """A rack of up to `size` tiles: those kept, filled up from the pool.

    If that is not fair, all go back, and the whole rack is drawn anew. None if no fair rack can be made, or no tile is
    left.
    """
    rack = kept + _drawn(pool, size - len(kept), draw)
    if len(rack) and is_fair(rack, need, letters):
        return rack
    return _whole(kept + pool, size, need, letters, draw)


def fill_with_blank(
    blank: Tile, kept: Tiles, pool: Tiles, size: int, need: int, letters: Letters, draw: Draw
) -> Tiles | None:
    """The same with this blank and otherwise letters; neither `kept` nor `pool` hold blanks."""
    one = Tiles.of((blank,))
    rack = one + kept + _drawn(pool, size - 1 - len(kept), draw)
    if is_fair(rack, need, letters) and len(rack) > 1:
        return rack
    return _whole(kept + pool, size, need, letters, draw, one)


_NONE = Tiles()


def _whole(tiles: Tiles, size: int, need: int, letters: Letters, draw: Draw, fixed: Tiles = _NONE) -> Tiles | None:
    size = min(size, len(tiles) + len(fixed))
    if not len(tiles) or size < 2 * need or not is_fair(fixed + tiles, need, letters):
        return None
    for _ in range(DRAW_TRIES):
        rack = fixed + _drawn(tiles, size - len(fixed), draw)
        if is_fair(rack, need, letters):
            return rack
    return _forced(tiles, size, need, letters, draw, fixed)


def _forced(tiles: Tiles, size: int, need: int, letters: Letters, draw: Draw, fixed: Tiles) -> Tiles:
    """A rack whose scarce tiles are picked first."""

    def of_kind(kind: TileKind, count: int) -> Tiles:
        some = Tiles.of(tile for tile in tiles if letters.kind(tile) is kind)
        return _drawn(some, count, draw)

    chosen = of_kind(TileKind.VOWEL, need) + of_kind(TileKind.CONSONANT, need)
    chosen = fixed + chosen + of_kind(TileKind.EITHER, 2 * need - len(chosen) - len(fixed))
    return chosen + _drawn(tiles + fixed - chosen, size - len(chosen), draw)


def _drawn(pool: Tiles, count: int, draw: Draw) -> Tiles:
    return draw(pool, min(max(0, count), len(pool)))
