"""The rounds of a duplicate: what each begins with, its rack, and what its top leaves for the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.duplicate.racks import Draw, Letters, fill, fill_with_blank, needed
from engine.model.board import Board, PlacedTile
from engine.model.tiles import Tile, Tiles
from engine.model.variant import Variant
from engine.play.placement import Placement


@dataclass(frozen=True, slots=True)
class DuplicateStyle:
    """How a duplicate is played.

    With `joker` a blank is in every rack as long as there is one: where it has been played, the real tile takes its
    place if the pool still holds one. With `spare` a rack holds one tile more than may be played, as in 7 of 8.
    `solo` gives a bonus for the only one who finds the top. `rounds` is the most there are, None without a limit.
    """

    joker: bool = False
    spare: bool = False
    solo: bool = True
    rounds: int | None = None

    def rack_size(self, variant: Variant) -> int:
        """Tiles on a full rack."""
        return variant.rack_size + self.spare


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What a round begins with: its number from 1, the board, and the tiles kept from the top of the one before."""

    number: int
    board: Board
    kept: Tiles
    pool: Tiles


def begin(variant: Variant) -> RoundStart:
    """What the first round begins with."""
    return RoundStart(1, Board.empty(variant.layout), Tiles(), variant.tile_set.tiles)


def rack_of(
    position: RoundStart, variant: Variant, style: DuplicateStyle, letters: Letters, draw: Draw
) -> Tiles | None:
    """The rack of a round, drawn by chance; None if the game is over: no fair rack can be made, or no round is left."""
    if style.rounds is not None and position.number > style.rounds:
        return None
    size, every = style.rack_size(variant), position.kept + position.pool
    need = min(needed(position.number, variant.tile_set.tiles, letters), size // 2)
    blank = next((tile for tile in every if tile.is_blank), None)
    if not style.joker or blank is None:
        return fill(position.kept, position.pool, size, need, letters, draw)
    kept, pool = _letters(position.kept), _letters(position.pool)
    return fill_with_blank(blank, kept, pool, size, need, letters, draw)


def _letters(tiles: Tiles) -> Tiles:
    return Tiles.of(tile for tile in tiles if not tile.is_blank)


def after(position: RoundStart, rack: Tiles, top: Placement, style: DuplicateStyle) -> RoundStart:
    """What the next round begins with, once the top of this one is on the board."""
    pool, kept = position.kept + position.pool - rack, rack - top.used
    tiles = dict(top.tiles)
    for cell, placed in top.tiles if style.joker else ():
        real = next((tile for tile in pool if tile.letter == placed.letter), None) if placed.is_blank else None
        if real:
            tiles[cell], pool, kept = _swapped(placed, real, pool, kept)
    return RoundStart(position.number + 1, position.board.place(tiles), kept, pool)


def _swapped(placed: PlacedTile, real: Tile, pool: Tiles, kept: Tiles) -> tuple[PlacedTile, Tiles, Tiles]:
    """The real tile in place of a blank, the pool without it, and the tiles kept with the blank."""
    return replace(placed, tile=real), pool - Tiles.of((real,)), kept + Tiles.of((placed.tile,))
